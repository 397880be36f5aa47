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
import { compilePutPlain, type PutPlain } from "./compile-plain.js";
import { compileConcrete, compileValue, setsOf } from "./compile-value.js";
import { TAKEN, type Takers } from "./subgraph-client.js";
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
  /** Puts an entity into an object of the tree; undefined where that takes more than reading. */
  put: PutPlain | undefined;
}

/** What a reference resolver threw, or rejected with. */
class Thrown {
  constructor(readonly error: unknown) {}
}

/**
 * `_entities` without the library's promise around every object: what a representation's type is
 * need not be found out, as it says so. A representation of an interface, or a reference that turns
 * out to be of another type, goes the library's way. Entities that are there already go straight
 * into the objects that they are for.
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
      ? {
          resolveReference: referenceResolver(type),
          complete: compileConcrete(compiler, type, field),
          put: compilePutPlain(compiler, type, setsOf(field)),
        }
      : undefined;
    if (type !== undefined) entityTypes.set(name, made);
    return made;
  }

  function viaLibrary(representation: unknown, run: SubgraphRun, info: GraphQLResolveInfo): unknown {
    const entities: unknown = definition.resolve?.(undefined, { representations: [representation] }, run.context, info);
    return Array.isArray(entities) ? entities[0] : undefined;
  }

  /** The objects that representations stand for, as their resolvers give them, or promises of them. */
  function resolveAll(references: readonly unknown[], run: SubgraphRun, info: GraphQLResolveInfo): unknown[] {
    const entities: unknown[] = [];
    let name: unknown;
    let type: EntityType | undefined;
    for (let i = 0; i < references.length; i += 1) {
      const reference = references[i];
      try {
        const nameHere = typenameOf(reference);
        if (type === undefined || nameHere !== name) {
          name = nameHere;
          type = entityType(name);
        }
        if (type === undefined) entities.push(viaLibrary(reference, run, info));
        else if (type.resolveReference === undefined) entities.push(reference);
        else entities.push(type.resolveReference(reference, run.context, info));
      } catch (error) {
        entities.push(new Thrown(error));
      }
    }
    return entities;
  }

  function completeEntity(entity: unknown, name: unknown, path: Path, run: SubgraphRun): unknown {
    if (entity instanceof Thrown) throw entity.error;
    const type = entityType(name);
    if (type === undefined) return completeAny(entity, path, run);
    if (entity === null || entity === undefined) return null;
    if (entity instanceof Error) throw entity;
    return isOf(entity, name) ? type.complete(entity, path, run) : completeAny(entity, path, run);
  }

  function completeAll(entities: readonly unknown[], references: readonly unknown[], path: Path, run: SubgraphRun) {
    let isLater = false;
    const completed = entities.map((entity, index) => {
      const itemPath: Path = { prev: path, key: index, typename: undefined };
      try {
        const one = completeEntity(entity, typenameOf(references[index]), itemPath, run);
        if (!isPromise(one)) return one;
        isLater = true;
        return one.then(undefined, (error: unknown) => handleError(error, nodes, itemPath, true, run));
      } catch (error) {
        return handleError(error, nodes, itemPath, true, run);
      }
    });
    return isLater ? Promise.all(completed) : completed;
  }

  /** Whether all takers have got their entity; those that have not will. */
  function put(entities: readonly unknown[], references: readonly unknown[], takers: Takers): boolean {
    const { objects, indexes, types } = takers;
    let name: unknown;
    let type: EntityType | undefined;
    try {
      for (let i = 0; i < objects.length; i += 1) {
        const index = indexes[i] ?? 0;
        const entity = entities[index];
        if (entity === null || entity === undefined) continue;
        if (entity instanceof Thrown) return false;
        const target = objects[i];
        const nameHere = typenameOf(references[index]);
        if (type === undefined || nameHere !== name) {
          name = nameHere;
          type = entityType(name);
        }
        const isPut = isOf(entity, name) && target !== undefined && type?.put?.(entity, target, types) === true;
        if (!isPut) return false;
      }
      return true;
    } catch {
      return false;
    }
  }

  return (source, parentPath, run) => {
    const path: Path = { prev: parentPath, key, typename: parentType.name };
    const info = infoOf(path, run);
    const { representations } = argumentsOf(run);
    if (!Array.isArray(representations)) return slow(source, parentPath, run);
    const references: readonly unknown[] = representations;
    const takers = run.takers?.[key];
    const finish = (entities: readonly unknown[]): unknown =>
      takers !== undefined && put(entities, references, takers) ? TAKEN : completeAll(entities, references, path, run);
    const entities = resolveAll(references, run, info);
    return entities.some(isPromise) ? settle(entities).then(finish) : finish(entities);
  };
}

/** Waits for each; one that fails takes nothing from the others. */
function settle(entities: readonly unknown[]): Promise<readonly unknown[]> {
  return Promise.all(
    entities.map((entity) =>
      isPromise(entity) ? entity.then(undefined, (error: unknown) => new Thrown(error)) : entity,
    ),
  );
}

function typenameOf(representation: unknown): unknown {
  return isTreeObject(representation) ? representation["__typename"] : undefined;
}

/** Whether it may be an object of the type: none that says to be of another. */
function isOf(entity: unknown, name: unknown): boolean {
  if (!isTreeObject(entity)) return false;
  const own = entity["__typename"];
  return own === undefined || own === name;
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
