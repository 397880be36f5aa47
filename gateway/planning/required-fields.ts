import {
  Kind,
  print,
  visit,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type FieldNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
  type SelectionSetNode,
  type TypeNode,
} from "graphql";
import { parseFieldSet, printFieldSet } from "./field-sets.js";
import { graphNames, stringArgument, withStringArgument } from "./join-directives.js";
import type { RequiresSelection } from "./planner.js";

/** Undoes in a plan what `separateRequiredFields` did to the supergraph. */
export interface RequiredFields {
  restoreDocument(document: DocumentNode): DocumentNode;
  restoreRequires(selections: readonly RequiresSelection[]): RequiresSelection[];
  /** The field that a field of the planner's supergraph stands for; undefined when it stands for itself. */
  original(name: string): FieldNode | undefined;
  /** What a field of a subgraph requires, in the planner's names. */
  requirement(subgraph: string, typeName: string, fieldName: string): SelectionSetNode | undefined;
}

type FieldsDefinition = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;

/**
 * The supergraph for the planner, in which a field that is required with arguments is a field of its
 * own, without arguments: `@requires(fields: "price(cur: \"USD\")")` becomes `_r0_price`. The planner
 * would keep such fields apart by aliases, but forgets the alias when two fields require the same
 * field with different arguments deeper in a plan, and so sends one the other's value.
 */
export function separateRequiredFields(supergraph: DocumentNode): { plannerSdl: string; required: RequiredFields } {
  const types = new Map<string, FieldsDefinition>();
  for (const definition of supergraph.definitions) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.INTERFACE_TYPE_DEFINITION)
      types.set(definition.name.value, definition);
  }
  const graphs = graphNames(supergraph);
  const requirements = new Map<string, SelectionSetNode>();
  const originals = new Map<string, FieldNode>();
  const names = new Map<string, string>();
  const added = new Map<string, Map<string, FieldDefinitionNode>>();

  function separateName(field: FieldNode): string {
    const meaning = `${field.name.value}(${(field.arguments ?? []).map(print).toSorted().join()})`;
    let name = names.get(meaning);
    if (name === undefined) {
      name = `_r${names.size}_${field.name.value}`;
      names.set(meaning, name);
      originals.set(name, field);
    }
    return name;
  }

  function add(typeName: string, name: string, fieldName: string): void {
    for (const type of types.values()) {
      const isOf =
        type.name.value === typeName || type.interfaces?.some((implemented) => implemented.name.value === typeName);
      const definition = type.fields?.find((field) => field.name.value === fieldName);
      if (isOf !== true || definition === undefined) continue;
      const fields = added.get(type.name.value) ?? new Map<string, FieldDefinitionNode>();
      fields.set(name, { ...definition, name: { kind: Kind.NAME, value: name }, arguments: [] });
      added.set(type.name.value, fields);
    }
  }

  function separate(set: SelectionSetNode, typeName: string): SelectionSetNode {
    return {
      ...set,
      selections: set.selections.map((selection) => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return selection;
        if (selection.kind === Kind.INLINE_FRAGMENT) {
          return {
            ...selection,
            selectionSet: separate(selection.selectionSet, selection.typeCondition?.name.value ?? typeName),
          };
        }
        const definition = types.get(typeName)?.fields?.find((field) => field.name.value === selection.name.value);
        if (definition === undefined) return selection;
        const selectionSet = selection.selectionSet && separate(selection.selectionSet, namedType(definition.type));
        if ((definition.arguments ?? []).length === 0) return { ...selection, selectionSet };
        const name = separateName(selection);
        add(typeName, name, selection.name.value);
        return { ...selection, name: { kind: Kind.NAME, value: name }, arguments: [], selectionSet };
      }),
    };
  }

  function separateIn<T extends FieldsDefinition>(definition: T): T {
    const fields = definition.fields?.map((field) => {
      const directives = field.directives?.map((directive) =>
        separateJoin(directive, definition.name.value, field.name.value),
      );
      return { ...field, ...(directives !== undefined && { directives }) };
    });
    return { ...definition, ...(fields !== undefined && { fields }) };
  }

  function separateJoin(directive: ConstDirectiveNode, typeName: string, fieldName: string): ConstDirectiveNode {
    const requires = stringArgument(directive, "requires");
    if (directive.name.value !== "join__field" || requires === undefined) return directive;
    const set = separate(parseFieldSet(requires), typeName);
    const graph = directive.arguments?.find((argument) => argument.name.value === "graph")?.value;
    if (graph?.kind === Kind.ENUM) requirements.set(`${graphs.get(graph.value) ?? ""} ${typeName}.${fieldName}`, set);
    return withStringArgument(directive, "requires", printFieldSet(set));
  }

  const separated = new Map([...types].map(([name, definition]) => [name, separateIn(definition)]));
  const definitions = supergraph.definitions.map((definition) => {
    const type =
      "name" in definition && definition.name !== undefined ? separated.get(definition.name.value) : undefined;
    return type === undefined
      ? definition
      : { ...type, fields: [...(type.fields ?? []), ...(added.get(type.name.value)?.values() ?? [])] };
  });
  return { plannerSdl: print({ ...supergraph, definitions }), required: createRequiredFields(originals, requirements) };
}

function createRequiredFields(
  originals: ReadonlyMap<string, FieldNode>,
  requirements: ReadonlyMap<string, SelectionSetNode>,
): RequiredFields {
  function restoreRequires(selections: readonly RequiresSelection[]): RequiresSelection[] {
    return selections.map((selection) => {
      if (selection.kind === "FragmentSpread") return selection;
      if (selection.kind === "InlineFragment")
        return { ...selection, selections: restoreRequires(selection.selections) };
      const original = originals.get(selection.name);
      return {
        ...selection,
        ...(original !== undefined && { alias: original.name.value }),
        ...(selection.selections != null && { selections: restoreRequires(selection.selections) }),
      };
    });
  }
  return {
    restoreRequires,
    original: (name) => originals.get(name),
    requirement: (subgraph, typeName, fieldName) => requirements.get(`${subgraph} ${typeName}.${fieldName}`),
    restoreDocument: (document) =>
      visit(document, {
        Field(field) {
          const original = originals.get(field.name.value);
          if (original === undefined) return undefined;
          return { ...field, alias: field.alias ?? field.name, name: original.name, arguments: original.arguments };
        },
      }),
  };
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}
