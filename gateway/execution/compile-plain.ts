import {
  defaultFieldResolver,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
} from "graphql";
import { collectFields } from "../planning/collect-fields.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { mergedField } from "./merge.js";
import { createRowClass, mergeText } from "./row-class.js";
import type { SubgraphCompiler } from "./subgraph-compiler.js";
import { isPromise } from "./subgraph-run.js";
import type { TreeObject } from "./tree.js";

/**
 * Completes a value that is there already, all the way down: no resolver of its own, no promise, nothing
 * wrong. Undefined wherever it meets anything else; whoever asked completes the value the long way then.
 */
export type CompletePlain = (value: unknown) => unknown;

/** As CompletePlain, of anything but a promise: the fields of an object are put into another. False where nothing was put. */
export type PutPlain = (value: unknown, target: TreeObject, types: TypeConditions) => boolean;

/**
 * Undefined when the type or what is selected of it asks for more than reading: a resolver, a type
 * that has to be found out. Without paths, promises and a run to carry around, this is several times
 * faster than the long way.
 */
export function compilePlain(
  compiler: SubgraphCompiler,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): CompletePlain | undefined {
  const complete = compileNullable(compiler, isNonNullType(type) ? type.ofType : type, sets);
  if (complete === undefined) return undefined;
  return (value) => {
    try {
      return complete(value);
    } catch {
      // Thrown again where it is known what place it belongs to.
      return undefined;
    }
  };
}

/** As `compilePlain`, without an object in between. What it makes throws what the object's properties throw. */
export function compilePutPlain(
  compiler: SubgraphCompiler,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): PutPlain | undefined {
  const fields = compileFields(compiler, type, sets);
  if (fields === undefined) return undefined;
  const put = fields.keys.map((key, index) => mergeText(key, `a${index}`, `a${index}`));
  const text = `return function putPlain(s, t, types) {
  if (typeof s !== "object" || s === null || s instanceof Error) return false;
  ${fields.lines.join("\n  ")}
  ${put.join("\n  ")}
  return true;
};`;
  const make = compileText(text, fields.completes);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return make(undefined, mergedField) as PutPlain;
}

function compileNullable(
  compiler: SubgraphCompiler,
  type: GraphQLNullableType & GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): CompletePlain | undefined {
  if (isListType(type)) return compileList(compiler, type.ofType, sets);
  if (isLeafType(type)) return compileLeaf(type);
  return isObjectType(type) ? compileObject(compiler, type, sets) : undefined;
}

function compileList(
  compiler: SubgraphCompiler,
  itemType: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): CompletePlain | undefined {
  const isNullable = !isNonNullType(itemType);
  const complete = compileNullable(compiler, isNonNullType(itemType) ? itemType.ofType : itemType, sets);
  if (complete === undefined) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const completed: unknown[] = [];
    for (let i = 0; i < value.length; i += 1) {
      const item: unknown = value[i];
      if (item === null || item === undefined) {
        if (!isNullable) return undefined;
        completed.push(null);
        continue;
      }
      const one = complete(item);
      if (one === undefined) return undefined;
      completed.push(one);
    }
    return completed;
  };
}

function compileLeaf(type: GraphQLLeafType): CompletePlain {
  return (value) => {
    const isValue =
      typeof value === "object" ? !(value instanceof Error) && !isPromise(value) : typeof value !== "function";
    // What serialises to nothing is wrong, and so is left to the long way as well.
    return isValue ? (type.serialize(value) ?? undefined) : undefined;
  };
}

function compileObject(
  compiler: SubgraphCompiler,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): CompletePlain | undefined {
  const fields = compileFields(compiler, type, sets);
  if (fields === undefined) return undefined;
  const { keys, lines, completes } = fields;
  const text = `return function completePlain(s) {
  ${NOT_PLAIN} return undefined;
  ${lines.join("\n  ")}
  return new Row(${keys.map((_key, index) => `a${index}`).join(", ")});
};`;
  const make = compileText(text, completes);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return make(createRowClass(keys), undefined) as CompletePlain;
}

const NOT_PLAIN = `if (typeof s !== "object" || s === null || s instanceof Error || isPromise(s))`;

/** Code that completes the fields of the object `s` as a0, a1 and so on, and returns undefined where one is not plain. */
interface PlainFields {
  keys: readonly string[];
  lines: readonly string[];
  /** By the names f0, f1 and so on. */
  completes: readonly CompletePlain[];
}

function compileFields(
  compiler: SubgraphCompiler,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): PlainFields | undefined {
  if (type.isTypeOf != null) return undefined;
  const keys: string[] = [];
  const lines: string[] = [];
  const completes: CompletePlain[] = [];
  for (const [key, nodes] of collectFields(compiler, type, sets)) {
    const name = nodes[0]?.name.value ?? "";
    const value = `a${keys.length}`;
    if (name === "__typename") {
      lines.push(`const ${value} = ${JSON.stringify(type.name)};`);
    } else {
      const definition = type.getFields()[name];
      // graphql-js leaves out a field that the type does not have.
      if (definition === undefined) continue;
      const complete = isDefault(definition) ? compileField(compiler, definition, nodes) : undefined;
      if (complete === undefined) return undefined;
      lines.push(fieldText(definition, value, `f${completes.push(complete) - 1}`));
    }
    keys.push(key);
  }
  return { keys, lines, completes };
}

/** Completes a value of the field, or an item of it where it is a list. */
function compileField(
  compiler: SubgraphCompiler,
  { type }: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): CompletePlain | undefined {
  const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (!isListType(nullable)) return compileNullable(compiler, nullable, below);
  const { ofType: itemType } = nullable;
  return compileNullable(compiler, isNonNullType(itemType) ? itemType.ofType : itemType, below);
}

/** A loop of its own for each list, as V8 makes of one that they share a slower one. */
function listText(itemType: GraphQLOutputType, value: string, complete: string): string {
  const whenNull = isNonNullType(itemType) ? "return undefined;" : "{ list.push(null); continue; }";
  return `if (!Array.isArray(${value})) return undefined;
    const list = [];
    for (let i = 0; i < ${value}.length; i += 1) {
      const item = ${value}[i];
      if (item === null || item === undefined) ${whenNull}
      const one = ${complete}(item);
      if (one === undefined) return undefined;
      list.push(one);
    }
    ${value} = list;`;
}

function fieldText({ name, type }: GraphQLField<unknown, unknown>, value: string, complete: string): string {
  const check = plainCheck(isNonNullType(type) ? type.ofType : type, value);
  const whenNull = isNonNullType(type) ? "return undefined;" : `${value} = null;`;
  const nullable = isNonNullType(type) ? type.ofType : type;
  const whenOther = isListType(nullable)
    ? listText(nullable.ofType, value, complete)
    : `${value} = ${complete}(${value}); if (${value} === undefined) return undefined;`;
  return `let ${value} = s[${JSON.stringify(name)}];
  ${check === undefined ? "" : `if (!(${check})) `}{ if (${value} === undefined || ${value} === null) { ${whenNull} } else { ${whenOther} } }`;
}

/** Whether a field is read from the object itself. */
export function isDefault({ resolve }: GraphQLField<unknown, unknown>): boolean {
  return resolve === undefined || resolve === defaultFieldResolver;
}

/** A text that says whether the value is in the result form of the type already; undefined if no short one does. */
export function plainCheck(type: GraphQLOutputType, value: string): string | undefined {
  if (!isLeafType(type)) return undefined;
  switch (type.name) {
    case "String":
    case "ID":
      return `typeof ${value} === "string"`;
    case "Int":
      return `typeof ${value} === "number" && (${value} | 0) === ${value}`;
    case "Float":
      return `typeof ${value} === "number" && ${value} - ${value} === 0`;
    case "Boolean":
      return `typeof ${value} === "boolean"`;
    default:
      return undefined;
  }
}

function compileText(text: string, completes: readonly CompletePlain[]): (row: unknown, slow: unknown) => unknown {
  const names = completes.map((_complete, index) => `f${index}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- code made for one selection is what makes this fast; names are quoted
  const make = new Function("Row", "slow", "isPromise", ...names, text);
  return (row, slow): unknown => make(row, slow, isPromise, ...completes);
}
