import { Kind, visit, type DirectiveNode, type DocumentNode, type SelectionNode } from "graphql";

/** Values of the variables that stand in @skip and @include. */
export type ConditionValues = Readonly<Record<string, boolean>>;

const CONDITIONS = new Set(["skip", "include"]);

/** The names of the variables that decide over @skip and @include, sorted. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(directive) {
      const value = conditionOf(directive);
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names].toSorted();
}

/**
 * The document as it is under these values: left-out selections are gone, and so are the
 * directives. Selection sets may become empty.
 */
export function applyConditions(document: DocumentNode, values: ConditionValues): DocumentNode {
  function decide(node: SelectionNode): SelectionNode | null {
    const directives = node.directives ?? [];
    if (directives.some((directive) => leavesOut(directive, values))) return null;
    return { ...node, directives: directives.filter((directive) => !CONDITIONS.has(directive.name.value)) };
  }
  return visit(document, {
    Field: { enter: decide },
    InlineFragment: { enter: decide },
    FragmentSpread: { enter: decide },
  });
}

function leavesOut(directive: DirectiveNode, values: ConditionValues): boolean {
  const value = conditionOf(directive);
  if (value === undefined) return false;
  const holds =
    value.kind === Kind.VARIABLE ? values[value.name.value] === true : value.kind === Kind.BOOLEAN && value.value;
  return holds === (directive.name.value === "skip");
}

function conditionOf(directive: DirectiveNode) {
  if (!CONDITIONS.has(directive.name.value)) return undefined;
  return directive.arguments?.find((argument) => argument.name.value === "if")?.value;
}
