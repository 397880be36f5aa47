import {
  composeServices,
  compositionHasErrors,
  transformSupergraphToPublicSchema,
} from "@theguild/federation-composition";
import {
  parse,
  print,
  visit,
  type DocumentNode,
  type GraphQLError,
  type InterfaceTypeDefinitionNode,
  type NamedTypeNode,
  type ObjectTypeDefinitionNode,
} from "graphql";
import { sortDocument } from "./sort-document.js";

export interface SubgraphDocument {
  name: string;
  typeDefs: DocumentNode;
  /** Where the subgraph answers over HTTP; not given for one that runs in the gateway's process. */
  url?: string;
}

export interface Supergraph {
  /** What the planner reads: the API plus which subgraph has which field. */
  supergraphSdl: string;
  /** What clients see. */
  apiSdl: string;
}

/** Subgraphs that do not make one graph; the message lists code and message of everything that does not fit. */
export class CompositionError extends Error {
  override readonly name = "CompositionError";

  constructor(readonly errors: readonly GraphQLError[]) {
    const lines = errors.map((error) => `${compositionCode(error)}: ${error.message}`);
    super(`The subgraphs do not compose:\n${lines.join("\n")}`);
  }
}

/**
 * Composes the subgraphs into one supergraph. The result depends on the subgraphs alone, not on
 * their order. Throws a CompositionError.
 */
export function composeSupergraph(subgraphs: readonly SubgraphDocument[]): Supergraph {
  const services = subgraphs
    .map(({ name, typeDefs, url }) => ({ name, typeDefs, url: url ?? "" }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const result = composeServices(services);
  if (compositionHasErrors(result)) throw new CompositionError(result.errors);
  const supergraph = parse(result.supergraphSdl, { noLocation: true });
  return { supergraphSdl: sortedSdl(supergraph), apiSdl: apiSdlOf(supergraph) };
}

/** What clients see of a supergraph: no subgraphs, nothing that is @inaccessible. */
export function apiSdlOf(supergraph: DocumentNode): string {
  return sortedSdl(withoutHidden(transformSupergraphToPublicSchema(supergraph)));
}

export function compositionCode({ extensions }: GraphQLError): string {
  const code = extensions["code"];
  return typeof code === "string" ? code : "COMPOSITION_ERROR";
}

/** The library leaves out types that are @inaccessible, but not from the unions and `implements` lists that name them. */
function withoutHidden(api: DocumentNode): DocumentNode {
  const defined = new Set(
    api.definitions.flatMap((definition) =>
      "name" in definition && definition.name !== undefined ? [definition.name.value] : [],
    ),
  );
  const isDefined = (type: NamedTypeNode) => defined.has(type.name.value);
  const withoutHiddenInterfaces = <T extends ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>(node: T): T => ({
    ...node,
    interfaces: node.interfaces?.filter(isDefined),
  });
  return visit(api, {
    UnionTypeDefinition: (node) => ({ ...node, types: node.types?.filter(isDefined) }),
    ObjectTypeDefinition: withoutHiddenInterfaces,
    InterfaceTypeDefinition: withoutHiddenInterfaces,
  });
}

function sortedSdl(document: DocumentNode): string {
  return `${print(sortDocument(document))}\n`;
}
