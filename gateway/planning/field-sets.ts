import { Kind, parse, print, type SelectionSetNode } from "graphql";

/** The selection that a `fields`, `requires` or `provides` argument stands for. */
export function parseFieldSet(fields: string): SelectionSetNode {
  const [operation] = parse(`{ ${fields} }`, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`Not a set of fields: ${fields}`);
  return operation.selectionSet;
}

export function printFieldSet(set: SelectionSetNode): string {
  return set.selections.map(print).join(" ");
}

/** Field names and what is selected below them, of whichever type. */
export interface FieldTree extends ReadonlyMap<string, FieldTree> {}

export function fieldTree(sets: readonly SelectionSetNode[]): FieldTree {
  const below = new Map<string, SelectionSetNode[]>();
  function collect(set: SelectionSetNode): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      if (selection.kind !== Kind.FIELD) continue;
      const name = selection.name.value;
      below.set(name, [
        ...(below.get(name) ?? []),
        ...(selection.selectionSet === undefined ? [] : [selection.selectionSet]),
      ]);
    }
  }
  sets.forEach(collect);
  return new Map([...below].map(([name, children]) => [name, fieldTree(children)]));
}
