import { Kind, type FragmentDefinitionNode, type SelectionNode, type SelectionSetNode } from "graphql";
import { fieldTree, type FieldTree } from "./field-sets.js";
import type { RequiresSelection } from "./planner.js";
import type { RequiredFields } from "./required-fields.js";

/** Fields of entities, and what has to be known of the entity to ask for them. */
export interface LookupPart {
  selectionSet: SelectionSetNode;
  requires: readonly RequiresSelection[];
}

export interface SplitSource {
  subgraph: string;
  required: RequiredFields;
  /** Of the operation that the part is of. */
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

interface RequiringField {
  selection: SelectionNode;
  requirement: SelectionSetNode | undefined;
}

interface Group {
  selections: SelectionNode[];
  requirements: SelectionSetNode[];
}

/**
 * A representation has one place for a field. When fields that are asked for together require the
 * same field with different arguments, they are asked for apart; otherwise there is one part.
 */
export function splitLookup(part: LookupPart, source: SplitSource): LookupPart[] {
  const { required } = source;
  if (!hasConflict(part.requires, required)) return [part];
  const groups: Group[] = [];
  for (const { selection, requirement } of fieldsOf(part.selectionSet, "", source)) {
    const requirements = requirement === undefined ? [] : [requirement];
    const fitting = groups.find(
      (group) =>
        !hasConflict(only(part.requires, fieldTree([...group.requirements, ...requirements]), required), required),
    );
    if (fitting === undefined) {
      groups.push({ selections: [selection], requirements });
    } else {
      fitting.selections.push(selection);
      fitting.requirements.push(...requirements);
    }
  }
  return groups.map(({ selections, requirements }) => ({
    selectionSet: { kind: Kind.SELECTION_SET, selections },
    requires: only(part.requires, fieldTree(requirements), required),
  }));
}

/** Every field of the entities, each in the type conditions around it, with what it requires. */
function fieldsOf(set: SelectionSetNode, typeName: string, source: SplitSource): RequiringField[] {
  return set.selections.flatMap((selection): RequiringField[] => {
    if (selection.kind === Kind.FIELD)
      return [{ selection, requirement: source.required.requirement(source.subgraph, typeName, selection.name.value) }];
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? source.fragments.get(selection.name.value) : selection;
    if (fragment === undefined) return [];
    return fieldsOf(fragment.selectionSet, fragment.typeCondition?.name.value ?? typeName, source).map((field) => ({
      selection: {
        kind: Kind.INLINE_FRAGMENT,
        typeCondition: fragment.typeCondition,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [field.selection] },
      },
      requirement: field.requirement,
    }));
  });
}

/** Whether two of the required fields would have to stand under the same key of a representation. */
function hasConflict(requires: readonly RequiresSelection[], required: RequiredFields): boolean {
  return requires.some((selection) => {
    if (selection.kind === "FragmentSpread") return false;
    const isTaken =
      selection.kind === "Field" &&
      requires.some(
        (other) =>
          other.kind === "Field" &&
          other.name !== selection.name &&
          keyOf(other, required) === keyOf(selection, required),
      );
    return isTaken || hasConflict(selection.selections ?? [], required);
  });
}

function keyOf(selection: Extract<RequiresSelection, { kind: "Field" }>, required: RequiredFields): string {
  return required.original(selection.name)?.name.value ?? selection.alias ?? selection.name;
}

/** Without the fields that stand for one with arguments and are not in `needed`. Keys stay. */
function only(
  requires: readonly RequiresSelection[],
  needed: FieldTree,
  required: RequiredFields,
): RequiresSelection[] {
  return requires.flatMap((selection): RequiresSelection[] => {
    if (selection.kind === "FragmentSpread") return [selection];
    if (selection.kind === "InlineFragment")
      return [{ ...selection, selections: only(selection.selections, needed, required) }];
    if (required.original(selection.name) !== undefined && !needed.has(selection.name)) return [];
    if (selection.selections == null) return [selection];
    return [
      { ...selection, selections: only(selection.selections, needed.get(selection.name) ?? new Map(), required) },
    ];
  });
}
