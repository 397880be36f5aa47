import { Kind, type ConstDirectiveNode, type DirectiveNode, type DocumentNode } from "graphql";

/** The subgraphs of a supergraph: their names by the enum value that the supergraph's directives use. */
export function graphNames(supergraph: DocumentNode): ReadonlyMap<string, string> {
  return new Map(graphs(supergraph).flatMap(({ value, name }) => (name === undefined ? [] : [[value, name]])));
}

/** The addresses of a supergraph's subgraphs, by their names; one may be the empty text. */
export function graphUrls(supergraph: DocumentNode): ReadonlyMap<string, string> {
  return new Map(graphs(supergraph).flatMap(({ name, url }) => (name === undefined ? [] : [[name, url ?? ""]])));
}

function graphs(supergraph: DocumentNode) {
  const definition = supergraph.definitions.find(
    (candidate) => candidate.kind === Kind.ENUM_TYPE_DEFINITION && candidate.name.value === "join__Graph",
  );
  const values = definition?.kind === Kind.ENUM_TYPE_DEFINITION ? (definition.values ?? []) : [];
  return values.map((value) => {
    const directive = value.directives?.find((candidate) => candidate.name.value === "join__graph");
    return {
      value: value.name.value,
      name: directive && stringArgument(directive, "name"),
      url: directive && stringArgument(directive, "url"),
    };
  });
}

export function stringArgument(directive: DirectiveNode, name: string): string | undefined {
  const value = directive.arguments?.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}

export function withStringArgument(directive: ConstDirectiveNode, name: string, value: string): ConstDirectiveNode {
  const changed = directive.arguments?.map((argument) =>
    argument.name.value === name ? { ...argument, value: { kind: Kind.STRING as const, value } } : argument,
  );
  return { ...directive, ...(changed !== undefined && { arguments: changed }) };
}
