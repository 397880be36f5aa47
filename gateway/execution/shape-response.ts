import {
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLNullableType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from "graphql";
import type { FieldShape, SelectionShape } from "../planning/response-shape.js";
import type { ErrorIndex } from "./error-index.js";
import type { ResponseError } from "./subgraph-client.js";
import { createTreeObject, isTreeObject, pathToArray, type TreeObject, type TreePath } from "./tree.js";

/** What completing an answer needs beside the values. */
export interface Completion {
  schema: GraphQLSchema;
  /** Errors that came with the values; those found here are added. */
  errors: ResponseError[];
  explained: ErrorIndex;
}

/** The value is null although it must not be, so whatever holds it is null too. */
const BROKEN = Symbol("broken");

/**
 * The answer that the specification asks for: the selected fields in their order, leaves in their
 * result form, null wherever a value below is missing that must be there. Null when that reaches the root.
 */
export function shapeResponse(shape: SelectionShape, root: TreeObject, completion: Completion): TreeObject | null {
  const data = completeFields(shape, shape.type, root, undefined, completion);
  return data === BROKEN ? null : data;
}

function completeFields(
  selection: SelectionShape,
  type: GraphQLCompositeType,
  source: TreeObject,
  path: TreePath | undefined,
  completion: Completion,
): TreeObject | typeof BROKEN {
  const result = createTreeObject();
  for (const field of selection.fieldsOf(type)) {
    if (field.use === "copy") {
      result[field.responseKey] = source[field.sourceKey];
    } else if (field.sourceKey === "__typename") {
      // An interface's name is what a subgraph says that does not know the object's type.
      if (!isObjectType(type)) return broken(field, path, completion);
      result[field.responseKey] = type.name;
    } else if (field.use === "check") {
      if (source[field.sourceKey] == null) return unconfirmed(path, completion);
    } else {
      const value = completeValue(
        field,
        field.type,
        source[field.sourceKey],
        { parent: path, key: field.responseKey },
        completion,
      );
      if (value === BROKEN) return BROKEN;
      result[field.responseKey] = value;
    }
  }
  return result;
}

function completeValue(
  field: FieldShape,
  type: GraphQLOutputType,
  value: unknown,
  path: TreePath,
  completion: Completion,
): unknown {
  if (!isNonNullType(type)) {
    const completed = completeNullable(field, type, value, path, completion);
    return completed === BROKEN ? null : completed;
  }
  if (value === null || value === undefined) return broken(field, path, completion);
  return completeNullable(field, type.ofType, value, path, completion);
}

/** BROKEN when there is a reason for null that has been reported. */
function completeNullable(
  field: FieldShape,
  type: GraphQLNullableType & GraphQLOutputType,
  value: unknown,
  path: TreePath,
  completion: Completion,
): unknown {
  if (value === null || value === undefined) return null;
  if (isListType(type)) return completeList(field, type, value, path, completion);
  if (isLeafType(type)) return completeLeaf(field, type, value, path, completion);
  if (field.selection === undefined || !isTreeObject(value)) return misfit(field, path, completion);
  const runtimeType = runtimeTypeOf(type as GraphQLCompositeType, value, completion.schema);
  return runtimeType === undefined
    ? misfit(field, path, completion)
    : completeFields(field.selection, runtimeType, value, path, completion);
}

function completeList(
  field: FieldShape,
  type: GraphQLList<GraphQLOutputType>,
  value: unknown,
  path: TreePath,
  completion: Completion,
): unknown {
  if (!Array.isArray(value)) return misfit(field, path, completion);
  const items: unknown[] = [];
  for (let key = 0; key < value.length; key += 1) {
    const item = completeValue(field, type.ofType, value[key], { parent: path, key }, completion);
    if (item === BROKEN) return BROKEN;
    items.push(item);
  }
  return items;
}

function completeLeaf(
  field: FieldShape,
  type: GraphQLLeafType,
  value: unknown,
  path: TreePath,
  completion: Completion,
): unknown {
  try {
    return type.serialize(value) ?? misfit(field, path, completion);
  } catch {
    // A value that this schema does not have, such as a new or a hidden enum value.
    return misfit(field, path, completion);
  }
}

/** The object's own type; the abstract type itself when the subgraph did not tell; undefined when there is no such type to show. */
function runtimeTypeOf(
  type: GraphQLCompositeType,
  value: TreeObject,
  schema: GraphQLSchema,
): GraphQLCompositeType | undefined {
  if (!isAbstractType(type)) return type;
  const typename = value["__typename"];
  if (typename === undefined || typename === null) return type;
  if (typeof typename !== "string") return undefined;
  const named = schema.getType(typename);
  if (isInterfaceType(named)) return type;
  return isObjectType(named) && schema.isSubType(type, named) ? named : undefined;
}

function broken(field: FieldShape, path: TreePath | undefined, completion: Completion): typeof BROKEN {
  return report(
    `Cannot return null for non-nullable field ${field.coordinate}.`,
    "INTERNAL_SERVER_ERROR",
    path,
    completion,
  );
}

function misfit(field: FieldShape, path: TreePath, completion: Completion): typeof BROKEN {
  return report(`The value of ${field.coordinate} does not fit the schema.`, "INTERNAL_SERVER_ERROR", path, completion);
}

function unconfirmed(path: TreePath | undefined, completion: Completion): typeof BROKEN {
  return report("There is no object with this id that you can see.", "NOT_FOUND", path, completion);
}

/** One error is enough to explain a null. */
function report(message: string, code: string, path: TreePath | undefined, completion: Completion): typeof BROKEN {
  const keys = pathToArray(path);
  if (!completion.explained.explains(keys)) {
    completion.errors.push({ message, path: keys, extensions: { code } });
    completion.explained.add(keys);
  }
  return BROKEN;
}
