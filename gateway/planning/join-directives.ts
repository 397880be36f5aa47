import { Kind, type ConstDirectiveNode, type DirectiveNode, type DocumentNode } from "graphql";

/** The subgraphs of a supergraph: their names by the enum value that the supergraph's directives use. */
export function graphNames(supergraph: DocumentNode): ReadonlyMap<string, string> {
  const graphs = supergraph.definitions.find(
    (definition) => definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === "join__Graph",
  );
  const names = new Map<string, string>();
  for (const value of graphs?.kind === Kind.ENUM_TYPE_DEFINITION ? (graphs.values ?? []) : []) {
    const directive = value.directives?.find((candidate) => candidate.name.value === "join__graph");
    const name = directive === undefined ? undefined : stringArgument(directive, "name");
    if (name !== undefined) names.set(value.name.value, name);
  }
  return names;
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
