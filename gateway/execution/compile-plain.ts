import {
  defaultFieldResolver,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
} from "graphql";
import { collectFields } from "../planning/collect-fields.js";
import { createRowClass } from "./row-class.js";
import type { SubgraphCompiler } from "./subgraph-compiler.js";
import { isPromise } from "./subgraph-run.js";

/**
 * Completes a value that is there already, all the way down: no resolver of its own, no promise, nothing
 * wrong. Undefined wherever it meets anything else; whoever asked completes the value the long way then.
 */
export type CompletePlain = (value: unknown) => unknown;

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
      if (!isDefault(definition)) return undefined;
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      const nullable = isNonNullType(definition.type) ? definition.type.ofType : definition.type;
      const complete = compileNullable(compiler, nullable, below);
      if (complete === undefined) return undefined;
      const whenOther = `${value} = f${completes.push(complete) - 1}(${value}); if (${value} === undefined) return undefined;`;
      const whenNull = isNonNullType(definition.type) ? "return undefined;" : `${value} = null;`;
      const check = plainCheck(nullable, value);
      lines.push(
        `let ${value} = s[${JSON.stringify(name)}];`,
        `${check === undefined ? "" : `if (!(${check})) `}{ if (${value} === undefined || ${value} === null) { ${whenNull} } else { ${whenOther} } }`,
      );
    }
    keys.push(key);
  }
  return compileText(keys, lines, completes);
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

function compileText(keys: readonly string[], lines: readonly string[], completes: readonly CompletePlain[]) {
  const body = `return function completePlain(s) {
  if (typeof s !== "object" || s instanceof Error || isPromise(s)) return undefined;
  ${lines.join("\n  ")}
  return new Row(${keys.map((_key, index) => `a${index}`).join(", ")});
};`;
  const names = completes.map((_complete, index) => `f${index}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- code made for one selection is what makes this fast; names are quoted
  const make = new Function("Row", "isPromise", ...names, body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return make(createRowClass(keys), isPromise, ...completes) as CompletePlain;
}
