import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from "graphql";
import { AppError } from "../../lib/errors.js";
import type { Projection } from "../execution/projection.js";
import type { Collect } from "../execution/compile-collect.js";
import { compileRequest, parseFetch, type FetchRequest, type PlannedFetch } from "./fetch-request.js";
import type { FetchRewrite, FlattenNodePathSegment, RequiresSelection } from "./planner.js";
import type { RequiredFields } from "./required-fields.js";
import { compileRewrite, type Rewrite } from "./rewrite.js";
import { splitLookup } from "./split-lookup.js";
import type { TypeConditions } from "./type-conditions.js";

export interface CompileContext {
  types: TypeConditions;
  required: RequiredFields;
}

/** Objects somewhere in the tree whose further fields one `_entities` field of a request brings. */
export interface EntityLookup {
  /** Response key of the `_entities` field. */
  alias: string;
  /** The variable that takes the representations. */
  variable: string;
  paths: readonly (readonly FlattenNodePathSegment[])[];
  requires: readonly RequiresSelection[];
  inputRewrites: readonly Rewrite[];
  outputRewrites: readonly Rewrite[];
  /** How often representations were made: what is made again is worth compiling. */
  runs: number;
  /** How the objects at each path are found; made at first use. */
  collects: readonly Collect[] | undefined;
  /** How plain representations are made, by object type; filled as types are met. */
  projections: Map<string, Projection | undefined>;
}

export interface PlannedLookup {
  alias: string;
  variable: string;
  paths: readonly (readonly FlattenNodePathSegment[])[];
  requires: readonly RequiresSelection[];
  inputRewrites?: readonly FetchRewrite[] | undefined;
  outputRewrites?: readonly FetchRewrite[] | undefined;
}

/** Several look-ups of entities in one request. Those that the planner should not have put together are taken apart. */
export function compileEntityFetch(
  node: PlannedFetch,
  planned: readonly PlannedLookup[],
  context: CompileContext,
): { kind: "EntityFetch"; request: FetchRequest; lookups: readonly EntityLookup[] } {
  const document = parseFetch(node);
  const { operation, fragments } = takeApart(document);
  const source = { subgraph: node.serviceName, required: context.required, fragments };
  const fields: FieldNode[] = [];
  const addedVariables: string[] = [];
  const lookups = planned.flatMap((lookup) => {
    const field = entitiesField(operation, lookup.alias);
    const parts = splitLookup({ selectionSet: field.selectionSet, requires: lookup.requires }, source);
    return parts.map(({ selectionSet, requires }, index) => {
      const isSplit = parts.length > 1;
      const alias = isSplit ? `${lookup.alias}_${index}` : lookup.alias;
      const variable = isSplit ? `__representations${alias}` : lookup.variable;
      if (isSplit) addedVariables.push(variable);
      fields.push(isSplit ? partField(field, alias, variable, selectionSet) : field);
      return compileLookup(node.serviceName, { ...lookup, alias, variable, requires }, context);
    });
  });
  const changed =
    addedVariables.length === 0 ? document : withFields(document, operation, planned, fields, addedVariables);
  return { kind: "EntityFetch", request: compileRequest(node, context.required.restoreDocument(changed)), lookups };
}

function compileLookup(subgraph: string, lookup: PlannedLookup, { types, required }: CompileContext): EntityLookup {
  const planned = (lookup.inputRewrites ?? []).map(compileRewrite);
  const inputRewrites = [...planned, ...forgottenRewrites(subgraph, lookup.requires, planned, types)];
  return {
    alias: lookup.alias,
    variable: lookup.variable,
    paths: lookup.paths,
    requires: required.restoreRequires(lookup.requires).map((selection) => widened(selection, inputRewrites, types)),
    inputRewrites,
    outputRewrites: (lookup.outputRewrites ?? []).map(compileRewrite),
    runs: 0,
    collects: undefined,
    projections: new Map(),
  };
}

/**
 * Representations for an @interfaceObject go by the interface's name. The planner now and then forgets to say so, where
 * an object was reached by its own type and is looked up for its key alone.
 */
function forgottenRewrites(
  subgraph: string,
  requires: readonly RequiresSelection[],
  planned: readonly Rewrite[],
  types: TypeConditions,
): Rewrite[] {
  return requires.flatMap((selection): Rewrite[] => {
    if (selection.kind !== "InlineFragment") return [];
    const { typeCondition } = selection;
    const name = types.interfaceObject(subgraph, typeCondition);
    const isPlanned = planned.some(({ kind }) => kind === "set");
    if (name === undefined || isPlanned) return [];
    // For objects of every type: the condition becomes the interface, see below.
    return [{ kind: "set", path: [{ TypenameEquals: [name] }, { Key: "__typename" }], value: name }];
  });
}

/**
 * Representations for an @interfaceObject are sent under the interface's name. When several object
 * types need different fields of it, the planner puts all fields into one fetch but may keep the
 * type condition of only one of them; so the condition becomes the interface. At worst an object is
 * asked for a field that nobody selected.
 */
function widened(
  selection: RequiresSelection,
  inputRewrites: readonly Rewrite[],
  types: TypeConditions,
): RequiresSelection {
  if (selection.kind !== "InlineFragment") return selection;
  for (const rewrite of inputRewrites) {
    if (rewrite.kind === "set" && types.fits(selection.typeCondition, rewrite.value)) {
      return { ...selection, typeCondition: rewrite.value };
    }
  }
  return selection;
}

function takeApart(document: DocumentNode): {
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
} {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new AppError("INTERNAL_SERVER_ERROR", "A planned fetch has no operation.");
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return { operation, fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])) };
}

function entitiesField(
  operation: OperationDefinitionNode,
  alias: string,
): FieldNode & { selectionSet: SelectionSetNode } {
  for (const selection of operation.selectionSet.selections) {
    if (selection.kind !== Kind.FIELD || selection.selectionSet === undefined) continue;
    if ((selection.alias ?? selection.name).value === alias)
      return { ...selection, selectionSet: selection.selectionSet };
  }
  throw new AppError("INTERNAL_SERVER_ERROR", `A planned fetch has no field ${alias}.`);
}

function partField(field: FieldNode, alias: string, variable: string, selectionSet: SelectionSetNode): FieldNode {
  const value = { kind: Kind.VARIABLE as const, name: { kind: Kind.NAME as const, value: variable } };
  return {
    ...field,
    alias: { kind: Kind.NAME, value: alias },
    arguments: field.arguments?.map((argument) => ({ ...argument, value })),
    selectionSet,
  };
}

/** Takes the place of the planned look-ups; the definitions of their variables are copied for the new ones. */
function withFields(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  planned: readonly PlannedLookup[],
  fields: readonly FieldNode[],
  addedVariables: readonly string[],
): DocumentNode {
  const definitions = operation.variableDefinitions ?? [];
  const template = definitions.find((definition) =>
    planned.some((lookup) => lookup.variable === definition.variable.name.value),
  );
  if (template === undefined)
    throw new AppError("INTERNAL_SERVER_ERROR", "A planned fetch has no variable for its representations.");
  const added = addedVariables.map((name): VariableDefinitionNode => ({
    ...template,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
  }));
  const used = new Set(
    fields
      .flatMap((field) => field.arguments ?? [])
      .flatMap(({ value }) => (value.kind === Kind.VARIABLE ? [value.name.value] : [])),
  );
  const kept = definitions.filter(
    ({ variable }) =>
      used.has(variable.name.value) || !planned.some((lookup) => lookup.variable === variable.name.value),
  );
  const changed: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [...kept, ...added],
    selectionSet: { kind: Kind.SELECTION_SET, selections: fields },
  };
  const rest = document.definitions.filter((definition) => definition !== operation);
  return { ...document, definitions: [changed, ...rest] };
}
