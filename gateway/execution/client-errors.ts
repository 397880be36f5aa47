import { type GraphQLOutputType, type GraphQLSchema, isListType, isNonNullType, isObjectType } from "graphql";
import type { FieldShape, SelectionShape } from "../planning/response-shape.js";
import type { TreeError } from "./fetch-errors.js";
import type { ResponseError } from "./subgraph-client.js";
import { isTreeObject, type TreeObject } from "./tree.js";

/**
 * The errors as the client may see them: paths in the client's own response keys, each error once. A path is followed
 * as far as there is such a place in the answer, whatever a subgraph says.
 * An error of a field that nobody selected, such as one that another field requires, is reported at
 * the object that has it. One of a field that is selected on objects of other types only is left
 * out: it was fetched in vain.
 */
export function clientErrors(
  errors: readonly TreeError[],
  shape: SelectionShape,
  root: TreeObject,
  schema: GraphQLSchema,
): ResponseError[] {
  const seen = new Map<string, ResponseError>();
  for (const { message, path, extensions } of errors) {
    const visible = clientPath(path, shape, root, schema);
    if (visible === undefined) continue;
    const error = { message, ...(visible.length > 0 && { path: visible }), extensions };
    const identity = JSON.stringify([visible, message, extensions["code"]]);
    if (!seen.has(identity)) seen.set(identity, error);
  }
  return [...seen.values()];
}

function clientPath(
  path: readonly (string | number)[],
  shape: SelectionShape,
  root: TreeObject,
  schema: GraphQLSchema,
): (string | number)[] | undefined {
  const visible: (string | number)[] = [];
  let level: readonly SelectionShape[] = [shape];
  let value: unknown = root;
  /** Of the field that was come to last, the lists that are still to be gone into. */
  let lists = 0;
  for (const key of path) {
    if (typeof key === "number") {
      if (lists === 0 || (Array.isArray(value) && key >= value.length)) return visible;
      visible.push(key);
      value = Array.isArray(value) ? value[key] : undefined;
      lists -= 1;
      continue;
    }
    if (lists > 0) return visible;
    const ofAnyType = level.flatMap((selection) => selection.fieldsAt(key)).filter(isAnswer);
    if (ofAnyType.length === 0) return visible;
    const fields = fieldsOfObject(level, key, value, schema) ?? ofAnyType;
    const [field] = fields;
    if (field === undefined) return undefined;
    visible.push(field.responseKey);
    lists = listsOf(field.type);
    level = fields.flatMap((candidate) => candidate.selection ?? []);
    value = isTreeObject(value) ? value[key] : undefined;
  }
  return visible;
}

/** How many lists are around what a field gives. */
function listsOf(type: GraphQLOutputType): number {
  if (isNonNullType(type)) return listsOf(type.ofType);
  return isListType(type) ? 1 + listsOf(type.ofType) : 0;
}

/** Undefined when the object is not there or did not tell its type. */
function fieldsOfObject(
  level: readonly SelectionShape[],
  key: string,
  value: unknown,
  schema: GraphQLSchema,
): FieldShape[] | undefined {
  const typename = isTreeObject(value) ? value["__typename"] : undefined;
  const type = typeof typename === "string" ? schema.getType(typename) : undefined;
  if (!isObjectType(type)) return undefined;
  return level
    .flatMap((selection) => selection.fieldsOf(type))
    .filter((field) => field.sourceKey === key && isAnswer(field));
}

function isAnswer(field: FieldShape): boolean {
  return field.use === "answer";
}
