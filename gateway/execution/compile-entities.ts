import {
  isObjectType,
  isListType,
  isNonNullType,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from "graphql";
import { compileArguments, compileField, compileInfo } from "./compile-field.js";
import { compileConcrete, compileValue } from "./compile-value.js";
import type { SubgraphCompiler } from "./subgraph-compiler.js";
import {
  handleError,
  isPromise,
  type Complete,
  type CompleteField,
  type Path,
  type SubgraphRun,
} from "./subgraph-run.js";
import { isTreeObject } from "./tree.js";

type ResolveReference = (reference: unknown, context: unknown, info: GraphQLResolveInfo) => unknown;

interface EntityType {
  /** Undefined where the representation itself is the object. */
  resolveReference: ResolveReference | undefined;
  complete: Complete;
}

/**
 * `_entities` without the library's promise around every object: what a representation's type is
 * need not be found out, as it says so. A representation of an interface, or a reference that turns
 * out to be of another type, goes the library's way.
 */
export function compileEntities(
  compiler: SubgraphCompiler,
  parentType: GraphQLObjectType,
  definition: GraphQLField<unknown, unknown>,
  key: string,
  nodes: readonly FieldNode[],
): CompleteField {
  const itemType = itemTypeOf(definition.type);
  const slow = compileField(compiler, parentType, definition, key, nodes);
  if (itemType === undefined) return slow;
  const argumentsOf = compileArguments(compiler, definition, nodes);
  const infoOf = compileInfo(compiler, parentType, definition, nodes);
  const field = { nodes, coordinate: `${parentType.name}.${definition.name}`, infoOf };
  const completeAny = compileValue(compiler, itemType, field);
  const entityTypes = new Map<unknown, EntityType | undefined>();

  function entityType(name: unknown): EntityType | undefined {
    if (entityTypes.has(name)) return entityTypes.get(name);
    const type = typeof name === "string" ? compiler.schema.getType(name) : undefined;
    const made = isObjectType(type)
      ? { resolveReference: referenceResolver(type), complete: compileConcrete(compiler, type, field) }
      : undefined;
    if (type !== undefined) entityTypes.set(name, made);
    return made;
  }

  function completeEntity(type: EntityType, name: unknown, entity: unknown, path: Path, run: SubgraphRun): unknown {
    if (entity === null || entity === undefined) return null;
    if (entity instanceof Error) throw entity;
    const isNamed = isTreeObject(entity) && entity["__typename"] !== undefined && entity["__typename"] !== name;
    return isNamed || !isTreeObject(entity) ? completeAny(entity, path, run) : type.complete(entity, path, run);
  }

  function viaLibrary(representation: unknown, path: Path, run: SubgraphRun, info: GraphQLResolveInfo): unknown {
    const entities: unknown = definition.resolve?.(undefined, { representations: [representation] }, run.context, info);
    const entity: unknown = Array.isArray(entities) ? entities[0] : undefined;
    return isPromise(entity)
      ? entity.then((resolved) => completeAny(resolved, path, run))
      : completeAny(entity, path, run);
  }

  function complete(representation: unknown, path: Path, run: SubgraphRun, info: GraphQLResolveInfo): unknown {
    const name: unknown = isTreeObject(representation) ? representation["__typename"] : undefined;
    const type = entityType(name);
    if (type === undefined) return viaLibrary(representation, path, run, info);
    if (type.resolveReference === undefined) return completeEntity(type, name, representation, path, run);
    const entity = type.resolveReference(representation, run.context, info);
    return isPromise(entity)
      ? entity.then((resolved) => completeEntity(type, name, resolved, path, run))
      : completeEntity(type, name, entity, path, run);
  }

  return (source, parentPath, run) => {
    const path: Path = { prev: parentPath, key, typename: parentType.name };
    const info = infoOf(path, run);
    const { representations } = argumentsOf(run);
    if (!Array.isArray(representations)) return slow(source, parentPath, run);
    let isLater = false;
    const entities = representations.map((representation: unknown, index) => {
      const itemPath: Path = { prev: path, key: index, typename: undefined };
      try {
        const completed = complete(representation, itemPath, run, info);
        if (!isPromise(completed)) return completed;
        isLater = true;
        return completed.then(undefined, (error: unknown) => handleError(error, nodes, itemPath, true, run));
      } catch (error) {
        return handleError(error, nodes, itemPath, true, run);
      }
    });
    return isLater ? Promise.all(entities) : entities;
  };
}

/** The type of the list's items, where the field is `[_Entity]!` as the federation specification has it. */
function itemTypeOf(type: GraphQLOutputType): GraphQLOutputType | undefined {
  const list = isNonNullType(type) ? type.ofType : type;
  if (!isListType(list)) return undefined;
  const { ofType }: { ofType: GraphQLOutputType } = list;
  return isNonNullType(ofType) ? undefined : ofType;
}

function referenceResolver(type: GraphQLObjectType): ResolveReference | undefined {
  const apollo: unknown = type.extensions["apollo"];
  const subgraph: unknown = isTreeObject(apollo) ? apollo["subgraph"] : undefined;
  const resolve: unknown = isTreeObject(subgraph) ? subgraph["resolveReference"] : undefined;
  return isResolver(resolve) ? resolve : undefined;
}

function isResolver(value: unknown): value is ResolveReference {
  return typeof value === "function";
}
