import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";
import { DEFAULT_PAGE_SIZE } from "../../lib/page.js";

/** Items of a list of which nothing says how long it is. */
const ASSUMED_LIST = 10;

/** Arguments that say how long a page is. */
const PAGE_ARGUMENTS = new Set(["first", "last"]);

/** How often something is made: a number, or what a variable says. */
type Size = number | { variable: string; fallback: number };

/** `size × (own + children)`. Only what depends on variables is kept as a child. */
interface CostNode {
  size: Size;
  own: number;
  children: readonly CostNode[];
}

/** What an operation costs under given variables. */
export type Cost = (variables: Readonly<Record<string, unknown>>) => number;

interface Source {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  defaults: ReadonlyMap<string, ValueNode>;
}

/** Where a selection stands: the page that its list is of, and whether it is an edge of one. */
interface Place {
  page: Size | undefined;
  isEdge: boolean;
}

/**
 * The objects that an operation can make at most: 1 for each page, each item of a page or list, each
 * object with an id of its own, and each object that is asked for with arguments (a report); times
 * the length of every list around it. Leaves and values such as money are free. A page is as long as
 * `first` says, or 25; a list of the objects that an argument names as long as that argument; any
 * other list is taken for 10. @skip and @include are taken for not skipping.
 *
 * Expects a valid operation within the limits, since fragments are written out.
 */
export function compileCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Cost {
  const defaults = new Map<string, ValueNode>();
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    if (defaultValue !== undefined) defaults.set(variable.name.value, defaultValue);
  }
  const type = schema.getRootType(operation.operation);
  if (type == null) return () => 0;
  const root = sum(1, 0, costsOf({ schema, fragments, defaults }, type, operation.selectionSet, NOWHERE));
  if (root.children.length === 0) return () => root.own;
  return (variables) => evaluate(root, variables);
}

const NOWHERE: Place = { page: undefined, isEdge: false };

function costsOf(source: Source, type: GraphQLCompositeType, set: SelectionSetNode, place: Place): CostNode[] {
  return set.selections.flatMap((selection): CostNode[] => {
    if (selection.kind === Kind.FIELD) return fieldCost(source, type, selection, place);
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? source.fragments.get(selection.name.value) : selection;
    if (fragment === undefined) return [];
    const condition =
      fragment.typeCondition === undefined ? type : source.schema.getType(fragment.typeCondition.name.value);
    return isCompositeType(condition) ? costsOf(source, condition, fragment.selectionSet, place) : [];
  });
}

function fieldCost(source: Source, parent: GraphQLCompositeType, node: FieldNode, place: Place): CostNode[] {
  const field = "getFields" in parent ? parent.getFields()[node.name.value] : undefined;
  const type = field === undefined ? undefined : getNamedType(field.type);
  if (field === undefined || node.selectionSet === undefined || !isCompositeType(type)) return [];
  const pageSize = pageSizeOf(source, field, node);
  if (pageSize !== undefined) {
    return [sum(1, 1, costsOf(source, type, node.selectionSet, { page: pageSize, isEdge: false }))];
  }
  if (isList(field)) {
    const size = place.page ?? namedItems(field, node) ?? ASSUMED_LIST;
    const isItem = place.page !== undefined || isEntity(type);
    return [
      sum(
        size,
        isItem ? 1 : 0,
        costsOf(source, type, node.selectionSet, { page: undefined, isEdge: place.page !== undefined }),
      ),
    ];
  }
  // An edge is counted already, with the one object that it leads to.
  const isCounted = place.isEdge && node.name.value === "node";
  const own = !isCounted && (isEntity(type) || field.args.length > 0) ? 1 : 0;
  return [sum(1, own, costsOf(source, type, node.selectionSet, NOWHERE))];
}

function isList(field: GraphQLField<unknown, unknown>): boolean {
  return isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
}

/** Whether it can be found again, by an id of its own. */
function isEntity(type: GraphQLCompositeType): boolean {
  return (isObjectType(type) || isInterfaceType(type)) && type.getFields()["id"] !== undefined;
}

function pageSizeOf(source: Source, field: GraphQLField<unknown, unknown>, node: FieldNode): Size | undefined {
  const argument = field.args.find(({ name }) => PAGE_ARGUMENTS.has(name));
  if (argument === undefined) return undefined;
  const given = (node.arguments ?? []).find(({ name }) => PAGE_ARGUMENTS.has(name.value))?.value;
  const fallback = typeof argument.defaultValue === "number" ? argument.defaultValue : DEFAULT_PAGE_SIZE;
  if (given?.kind === Kind.VARIABLE) {
    const variable = given.name.value;
    const initial = source.defaults.get(variable);
    return { variable, fallback: initial?.kind === Kind.INT ? Number(initial.value) : fallback };
  }
  return given?.kind === Kind.INT ? Number(given.value) : fallback;
}

/** How many objects an argument such as `ids` names; undefined when the field has no list among its arguments. */
function namedItems(field: GraphQLField<unknown, unknown>, node: FieldNode): Size | undefined {
  const lists = field.args.filter((argument: GraphQLArgument) =>
    isListType(isNonNullType(argument.type) ? argument.type.ofType : argument.type),
  );
  for (const { name } of lists) {
    const given = node.arguments?.find((argument) => argument.name.value === name)?.value;
    if (given?.kind === Kind.VARIABLE) return { variable: given.name.value, fallback: ASSUMED_LIST };
    if (given !== undefined) return given.kind === Kind.LIST ? given.values.length : 1;
  }
  return undefined;
}

/** One node in which everything that does not depend on variables is a number already. */
function sum(size: Size, own: number, nodes: readonly CostNode[]): CostNode {
  const children: CostNode[] = [];
  let total = own;
  for (const node of nodes) {
    if (typeof node.size === "number" && node.children.length === 0) total += node.own;
    else children.push(node);
  }
  if (typeof size === "number" && children.length === 0) return { size: 1, own: size * total, children };
  return { size, own: total, children };
}

function evaluate(node: CostNode, variables: Readonly<Record<string, unknown>>): number {
  let total = node.own;
  for (const child of node.children) total += evaluate(child, variables);
  return total * (typeof node.size === "number" ? node.size : sizeOf(node.size, variables));
}

function sizeOf(size: Exclude<Size, number>, variables: Readonly<Record<string, unknown>>): number {
  const value = Object.hasOwn(variables, size.variable) ? variables[size.variable] : undefined;
  if (Array.isArray(value)) return value.length;
  return typeof value === "number" ? Math.max(0, value) : size.fallback;
}
