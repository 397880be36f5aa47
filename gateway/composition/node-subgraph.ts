import { buildSubgraphSchema } from "@apollo/subgraph";
import { Kind, parse, type DirectiveNode, type GraphQLSchema } from "graphql";
import { ERROR_CODES, notFound, type AppError } from "../../lib/errors.js";
import type { SubgraphDocument } from "./compose.js";
import { parseGlobalId } from "./global-id.js";

export const NODE_SUBGRAPH = "node";

export interface NodeSubgraph extends SubgraphDocument {
  schema: GraphQLSchema;
}

interface NodeStub {
  __typename: string;
  eid: string;
}

/**
 * The subgraph behind `node`, `nodes` and `errorCodes`. It knows for every entity of the given areas
 * only that it exists under an EID; whether it really does is the owner's answer, who must declare
 * `id: ID! @override(from: "node")` so that the planner asks it.
 */
export function createNodeSubgraph(areas: readonly SubgraphDocument[]): NodeSubgraph {
  const entities = nodeEntities(areas);
  const typeDefs = parse(nodeSdl(entities), { noLocation: true });
  return {
    name: NODE_SUBGRAPH,
    typeDefs,
    schema: buildSubgraphSchema([{ typeDefs, resolvers: nodeResolvers(new Set(entities)) }]),
  };
}

function nodeEntities(areas: readonly SubgraphDocument[]): string[] {
  const names = new Set<string>();
  for (const definition of areas.flatMap((area) => area.typeDefs.definitions)) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const isNode = definition.interfaces?.some((implemented) => implemented.name.value === "Node") ?? false;
    if (isNode && (definition.directives ?? []).some(isEidKey)) names.add(definition.name.value);
  }
  return [...names].toSorted();
}

function isEidKey(directive: DirectiveNode): boolean {
  const fields = directive.arguments?.find((argument) => argument.name.value === "fields")?.value;
  return directive.name.value === "key" && fields?.kind === Kind.STRING && fields.value.trim() === "eid";
}

function nodeSdl(entities: readonly string[]): string {
  const stubs = entities.map(
    (name) => `type ${name} implements Node @key(fields: "eid", resolvable: false) {
  id: ID!
  eid: ID!
}`,
  );
  const codes = Object.entries(ERROR_CODES).map(
    ([code, { status, meaning }]) => `  ${JSON.stringify(`${meaning} HTTP status ${status}.`)}\n  ${code}`,
  );
  return `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])

"An object with an id that is unique across all types; any of them can be refetched by it."
interface Node {
  "\`<TypeName>_<eid>\`. Opaque: do not take it apart, do not build it."
  id: ID!
}

${stubs.join("\n\n")}

"What can stand in \`extensions.code\` of an error."
enum ErrorCode {
${codes.join("\n")}
}

"One entry of the registry of error codes."
type ErrorCodeInfo {
  "The code, as in \`extensions.code\`."
  code: ErrorCode!
  "The status that the same failure has on a REST route."
  httpStatus: Int!
  "What happened, and what to do about it."
  meaning: String!
}

type Query {
  "The object with this id. Null with an error NOT_FOUND when there is none that the viewer may see."
  node("The \`id\` of the object." id: ID!): Node
  "The objects with these ids, in their order. Null with an error NOT_FOUND in the place of each that does not exist or that the viewer may not see."
  nodes("The \`id\` of each object." ids: [ID!]!): [Node]!
  "Every error code of this graph."
  errorCodes: [ErrorCodeInfo!]!
}
`;
}

function nodeResolvers(entities: ReadonlySet<string>) {
  function stub(id: string): NodeStub | AppError {
    const globalId = parseGlobalId(id);
    if (globalId === null || !entities.has(globalId.typeName)) return notFound("object", id);
    return { __typename: globalId.typeName, eid: globalId.eid };
  }
  return {
    Query: {
      node: (_root: unknown, { id }: { id: string }) => stub(id),
      nodes: (_root: unknown, { ids }: { ids: string[] }) => ids.map(stub),
      errorCodes: () =>
        Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => ({ code, httpStatus: status, meaning })),
    },
  };
}
