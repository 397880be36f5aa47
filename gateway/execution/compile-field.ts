import {
  defaultFieldResolver,
  getArgumentValues,
  isLeafType,
  isNonNullType,
  Kind,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from "graphql";
import { compileValue } from "./compile-value.js";
import type { SubgraphCompiler } from "./subgraph-compiler.js";
import { handleError, isPromise, type CompleteField, type Path, type SubgraphRun } from "./subgraph-run.js";

/** Resolves and completes one field. */
export function compileField(
  compiler: SubgraphCompiler,
  parentType: GraphQLObjectType,
  definition: GraphQLField<unknown, unknown>,
  key: string,
  nodes: readonly FieldNode[],
): CompleteField {
  const resolve = compileResolve(compiler, parentType, definition, nodes);
  const complete = compileValue(compiler, definition.type, {
    nodes,
    coordinate: `${parentType.name}.${definition.name}`,
    infoOf: compileInfo(compiler, parentType, definition, nodes),
  });
  const isNullable = !isNonNullType(definition.type);
  return (source, parentPath, run) => {
    const path: Path = { prev: parentPath, key, typename: parentType.name };
    try {
      const result = resolve(source, path, run);
      const completed = isPromise(result)
        ? result.then((resolved) => complete(resolved, path, run))
        : complete(result, path, run);
      return isPromise(completed)
        ? completed.then(undefined, (error: unknown) => handleError(error, nodes, path, isNullable, run))
        : completed;
    } catch (error) {
      return handleError(error, nodes, path, isNullable, run);
    }
  };
}

type Resolve = (source: unknown, path: Path, run: SubgraphRun) => unknown;

function compileResolve(
  compiler: SubgraphCompiler,
  parentType: GraphQLObjectType,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): Resolve {
  const argumentsOf = compileArguments(compiler, definition, nodes);
  const infoOf = compileInfo(compiler, parentType, definition, nodes);
  const { resolve, name } = definition;
  if (resolve !== undefined && resolve !== defaultFieldResolver)
    return (source, path, run) => resolve(source, argumentsOf(run), run.context, infoOf(path, run));
  return (source, path, run) => {
    if ((typeof source !== "object" || source === null) && typeof source !== "function") return undefined;
    const property: unknown = Reflect.get(source, name);
    if (typeof property !== "function") return property;
    return defaultFieldResolver(source, argumentsOf(run), run.context, infoOf(path, run));
  };
}

/** What resolvers get as `info`. */
export function compileInfo(
  { schema, fragments, operation }: SubgraphCompiler,
  parentType: GraphQLObjectType,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): (path: Path, run: SubgraphRun) => GraphQLResolveInfo {
  const { name: fieldName, type: returnType } = definition;
  const fragmentsByName = Object.fromEntries(fragments);
  return (path, run) => ({
    fieldName,
    fieldNodes: nodes,
    returnType,
    parentType,
    path,
    schema,
    fragments: fragmentsByName,
    rootValue: undefined,
    operation,
    variableValues: run.variables,
  });
}

/** The field's arguments, in an object of the caller's own. Throws what is wrong with a literal. */
export function compileArguments(
  compiler: SubgraphCompiler,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): (run: SubgraphRun) => Record<string, unknown> {
  const [node] = nodes;
  if (node === undefined || definition.args.length === 0) return () => ({});
  const readAny = (run: SubgraphRun) => getArgumentValues(definition, node, run.variables);
  const read = compilePlainArguments(definition, node, readAny) ?? readAny;
  // A literal list or object is made anew for every resolver, as resolvers may keep and change it.
  const isFlat =
    definition.args.every(
      ({ type, defaultValue }) => isLeafType(isNonNullType(type) ? type.ofType : type) && !isObject(defaultValue),
    ) || (node.arguments ?? []).every(({ value }) => value.kind === Kind.VARIABLE);
  if (!isFlat) return read;
  const index = compiler.nextArguments();
  return (run) => {
    const known = (run.arguments[index] ??= read(run));
    return { ...known };
  };
}

type ReadArguments = (run: SubgraphRun) => Record<string, unknown>;

/**
 * For a field whose arguments are variables, which are coerced already, and nothing else: they are put
 * into place. One that is not set, or null, goes the library's way, which knows defaults and errors.
 */
function compilePlainArguments(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  readAny: ReadArguments,
): ReadArguments | undefined {
  const given = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  const places: { argument: string; variable: string }[] = [];
  for (const { name } of definition.args) {
    const value = given.get(name);
    if (value?.kind !== Kind.VARIABLE) return undefined;
    places.push({ argument: name, variable: value.name.value });
  }
  return (run) => {
    const values: Record<string, unknown> = {};
    for (const { argument, variable } of places) {
      const value = run.variables[variable];
      if (value === undefined || value === null) return readAny(run);
      values[argument] = value;
    }
    return values;
  };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
