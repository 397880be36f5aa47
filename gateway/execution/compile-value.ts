import {
  defaultTypeResolver,
  GraphQLError,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from "graphql";
import { compilePlain, type CompletePlain } from "./compile-plain.js";
import type { SubgraphCompiler } from "./subgraph-compiler.js";
import { abandon, handleError, isPromise, type Complete, type Path, type SubgraphRun } from "./subgraph-run.js";

/** The field that a value is of. */
export interface ValueField {
  nodes: readonly FieldNode[];
  /** `Type.field`, for messages. */
  coordinate: string;
  infoOf: (path: Path, run: SubgraphRun) => GraphQLResolveInfo;
}

/** Completes a value as its type asks, deeply. */
export function compileValue(compiler: SubgraphCompiler, type: GraphQLOutputType, field: ValueField): Complete {
  const complete = compileNullable(compiler, isNonNullType(type) ? type.ofType : type, field);
  const isNullable = !isNonNullType(type);
  return (value, path, run) => {
    if (value instanceof Error) throw value;
    if (value !== null && value !== undefined) return complete(value, path, run);
    if (isNullable) return null;
    throw new Error(`Cannot return null for non-nullable field ${field.coordinate}.`);
  };
}

function compileNullable(
  compiler: SubgraphCompiler,
  type: GraphQLNullableType & GraphQLOutputType,
  field: ValueField,
): Complete {
  if (isListType(type)) {
    const complete = compileList(compiler, type.ofType, field);
    const completePlain = plainFirst(compiler, type, field);
    return (value, path, run) => completePlain(value) ?? complete(value, path, run);
  }
  if (isLeafType(type)) return compileLeaf(type);
  if (isAbstractType(type)) return compileAbstract(compiler, type, field);
  return compileConcrete(compiler, type, field);
}

function compileLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    const serialised: unknown = type.serialize(value);
    if (serialised === null || serialised === undefined)
      throw new Error(`${type.name}.serialize gave nothing for a value that is there.`);
    return serialised;
  };
}

function compileList(compiler: SubgraphCompiler, itemType: GraphQLOutputType, field: ValueField): Complete {
  const complete = compileValue(compiler, itemType, field);
  const isNullable = !isNonNullType(itemType);
  const { nodes, coordinate } = field;

  function completeItem(item: unknown, path: Path, run: SubgraphRun): unknown {
    try {
      const completed = isPromise(item)
        ? item.then((resolved) => complete(resolved, path, run))
        : complete(item, path, run);
      return isPromise(completed)
        ? completed.then(undefined, (error: unknown) => handleError(error, nodes, path, isNullable, run))
        : completed;
    } catch (error) {
      return handleError(error, nodes, path, isNullable, run);
    }
  }

  return (value, path, run) => {
    if (!isIterable(value))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${coordinate}".`);
    const items: readonly unknown[] = Array.isArray(value) ? value : [...value];
    const completed: unknown[] = [];
    let isLater = false;
    try {
      for (let key = 0; key < items.length; key += 1) {
        const item = completeItem(items[key], { prev: path, key, typename: undefined }, run);
        if (isPromise(item)) isLater = true;
        completed.push(item);
      }
    } catch (error) {
      abandon(completed);
      throw error;
    }
    return isLater ? Promise.all(completed) : completed;
  };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, Symbol.iterator) === "function";
}

/** Completes a value that must be of this object type. */
export function compileConcrete(compiler: SubgraphCompiler, type: GraphQLObjectType, field: ValueField): Complete {
  const complete = compileSelection(compiler, type, field);
  const { isTypeOf } = type;
  if (isTypeOf == null) return complete;
  function confirmed(isOne: boolean, value: unknown, path: Path, run: SubgraphRun): unknown {
    if (!isOne) throw new GraphQLError(`Expected value of type "${type.name}".`, { nodes: field.nodes });
    return complete(value, path, run);
  }
  return (value, path, run) => {
    const isOne = isTypeOf(value, run.context, field.infoOf(path, run));
    return isPromise(isOne)
      ? isOne.then((resolved) => confirmed(resolved, value, path, run))
      : confirmed(isOne, value, path, run);
  };
}

function compileAbstract(compiler: SubgraphCompiler, type: GraphQLAbstractType, field: ValueField): Complete {
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const completes = new Map<string, Complete>();
  function completeAs(name: unknown, value: unknown, path: Path, run: SubgraphRun): unknown {
    const known = typeof name === "string" ? completes.get(name) : undefined;
    if (known !== undefined) return known(value, path, run);
    const named = typeof name === "string" ? compiler.schema.getType(name) : undefined;
    if (!isObjectType(named) || !compiler.schema.isSubType(type, named))
      throw new GraphQLError(
        `Abstract type "${type.name}" must resolve to an object type that belongs to it, for field ${field.coordinate}.`,
        { nodes: field.nodes },
      );
    const complete = compileConcrete(compiler, named, field);
    completes.set(named.name, complete);
    return complete(value, path, run);
  }
  return (value, path, run) => {
    const name: unknown = resolveType(value, run.context, field.infoOf(path, run), type);
    return isPromise(name)
      ? name.then((resolved) => completeAs(resolved, value, path, run))
      : completeAs(name, value, path, run);
  };
}

/** The selected fields; compiled at first sight of the type. */
function compileSelection(compiler: SubgraphCompiler, type: GraphQLObjectType, field: ValueField): Complete {
  const completePlain = plainFirst(compiler, type, field);
  let complete: Complete | undefined;
  return (value, path, run) => {
    const plain = completePlain(value);
    if (plain !== undefined) return plain;
    complete ??= compiler.compileObject(type, setsOf(field));
    return complete(value, path, run);
  };
}

/** The short way for values that are there already, if there is one; compiled at first use. */
function plainFirst(
  compiler: SubgraphCompiler,
  type: GraphQLNullableType & GraphQLOutputType,
  field: ValueField,
): CompletePlain {
  let complete: CompletePlain | undefined;
  return (value) => {
    complete ??= compilePlain(compiler, type, setsOf(field)) ?? (() => undefined);
    return complete(value);
  };
}

/** What is selected of the values. */
export function setsOf({ nodes }: Pick<ValueField, "nodes">): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}
