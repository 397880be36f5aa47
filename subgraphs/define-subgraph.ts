import type { Readable } from "node:stream";
import { buildSubgraphSchema } from "@apollo/subgraph";
import { getDocumentNodeFromSchema } from "@graphql-tools/utils";
import { concatAST, type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind, parse, print } from "graphql";
import type pg from "pg";
import { buildSchemaSync, createResolversMap, Extensions, type NonEmptyArray } from "type-graphql";
import type { RequestContext } from "../lib/context.js";
import type { Job } from "../lib/job.js";
import { isPermission, type Permission } from "../lib/viewer.js";

const FEDERATION = parse(`
  extend schema @link(
    url: "https://specs.apollo.dev/federation/v2.9"
    import: ["@key", "@shareable", "@external", "@requires", "@override", "@inaccessible", "@provides"]
  )
`);

/** One area of the graph, ready to be composed and executed. */
export interface Subgraph {
  readonly name: string;
  readonly schema: GraphQLSchema;
  readonly typeDefs: DocumentNode;
  /** The SDL as it is committed under schema/. */
  readonly sdl: string;
  /** What each root field asks of the viewer, by `Query.<field>` or `Mutation.<field>`. */
  readonly permissions: Readonly<Record<string, Permission>>;
  /** What loads the area's data from files, by the command's name. */
  readonly ingest?: Readonly<Record<string, IngestCommand>>;
  /** What the area does in the background, by the job's name. */
  readonly jobs?: Readonly<Record<string, Job>>;
}

/** A command that loads a file into an area's tables. */
export interface IngestCommand {
  /** What it loads, in one line. */
  readonly summary: string;
  /** Arguments and options, as the help shows them. */
  readonly help: string;
  /** Throws for arguments that `run` would not take, before anything is started for it. */
  check(args: readonly string[]): void;
  /** False when the file was refused; what is wrong with it has been printed then. */
  run(args: readonly string[], environment: IngestEnvironment): Promise<boolean>;
}

/** What a command works with. */
export interface IngestEnvironment {
  /** A connection as the owner of the tables, for this command alone. */
  readonly owner: pg.Client;
  /** Asks the whole graph as staff, with pages of up to 1,000 rows; rejects with the first error. */
  readonly ask: (operation: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Opens a file, or standard input for "-"; `size` in bytes, null where it is not known. */
  readonly open: (file: string) => Promise<{ stream: Readable; size: number | null }>;
  /** Writes a line for a person. */
  readonly print: (line: string) => void;
  /** Shows how far a step is, of `total` or of nobody knows how much. */
  readonly progress: (total: number | null) => { update: (done: number) => void; stop: () => void };
}

/** Arguments that a command does not understand; the message says what to change. */
export class IngestUsageError extends Error {
  override readonly name = "IngestUsageError";
}

/** Turns a key that another area sent into the object, or throws NOT_FOUND when the viewer can't see it. */
export type ReferenceResolver = (reference: { eid: string }, context: RequestContext) => unknown;

export interface SubgraphDefinition {
  name: string;
  resolvers: NonEmptyArray<Function>;
  /** Types that no field of the area leads to: entities that only others refer to. */
  orphanedTypes?: Function[];
  /** The reference resolver of each entity that has one. */
  references?: Readonly<Record<string, ReferenceResolver>>;
  /** What loads the area's data from files, by the command's name. */
  ingest?: Readonly<Record<string, IngestCommand>>;
  /** What the area does in the background, by the job's name. */
  jobs?: Readonly<Record<string, Job>>;
}

/** What a root field asks of the viewer; a root field without it does not build. */
export function NeedsPermission(permission: Permission): MethodDecorator & PropertyDecorator {
  return Extensions({ permission });
}

/** Builds one area's schema and SDL from its TypeGraphQL classes. */
export function defineSubgraph(definition: SubgraphDefinition): Subgraph {
  const base = buildSchemaSync({
    resolvers: definition.resolvers,
    orphanedTypes: definition.orphanedTypes ?? [],
    skipCheck: true,
    validate: false,
  });
  const permissions = permissionsOf(definition.name, base);

  const definitions = getDocumentNodeFromSchema(base).definitions.filter(belongsInSdl);
  const typeDefs = concatAST([FEDERATION, { kind: Kind.DOCUMENT, definitions }]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both libraries mean the same map and type it differently
  const resolvers = createResolversMap(base) as Record<string, Record<string, never>>;
  const references = Object.entries(definition.references ?? {}).map(([type, resolveReference]) => [
    type,
    { ...resolvers[type], __resolveReference: resolveReference },
  ]);
  return {
    name: definition.name,
    schema: buildSubgraphSchema([{ typeDefs, resolvers: { ...resolvers, ...Object.fromEntries(references) } }]),
    typeDefs,
    sdl: `${print(typeDefs)}\n`,
    permissions,
    ...(definition.ingest !== undefined && { ingest: definition.ingest }),
    ...(definition.jobs !== undefined && { jobs: definition.jobs }),
  };
}

/** Leaves out what federation says itself, and the Query without fields of an area that has no root field. */
function belongsInSdl(node: DefinitionNode): boolean {
  if (node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.DIRECTIVE_DEFINITION) return false;
  return node.kind !== Kind.OBJECT_TYPE_DEFINITION || node.name.value !== "Query" || (node.fields ?? []).length > 0;
}

/** Deny by default: a root field that names no permission is a mistake of ours, found at build time. */
function permissionsOf(area: string, schema: GraphQLSchema): Record<string, Permission> {
  const permissions: Record<string, Permission> = {};
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const permission = field.extensions["permission"];
      if (!isPermission(permission)) throw new TypeError(`${area}: the root field ${field.name} names no permission`);
      permissions[`${root?.name}.${field.name}`] = permission;
    }
  }
  return permissions;
}
