import {
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  Kind,
  type ConstDirectiveNode,
  type GraphQLSchema,
} from "graphql";
import { graphNames } from "./join-directives.js";

export interface TypeConditions {
  /** Whether an object whose `__typename` is `typename` fits `... on condition`. */
  fits(typename: unknown, condition: string): boolean;
  /** Whether the name is of an object type, so that an object can really be of it. */
  isObject(typename: unknown): boolean;
  /** The interface that a subgraph knows objects of the type by, as its @interfaceObject; undefined where it has none. */
  interfaceObject(subgraph: string, typename: string): string | undefined;
}

/** Looked up once per supergraph: which object types each abstract type has. */
export function createTypeConditions(schema: GraphQLSchema): TypeConditions {
  const possible = new Map<string, ReadonlySet<string>>();
  const objects = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type)) objects.add(type.name);
    if (isAbstractType(type))
      possible.set(type.name, new Set(schema.getPossibleTypes(type).map((member) => member.name)));
  }
  const interfaceObjects = interfaceObjectsOf(schema);
  return {
    fits: (typename, condition) =>
      typename === condition || (typeof typename === "string" && (possible.get(condition)?.has(typename) ?? false)),
    isObject: (typename) => typeof typename === "string" && objects.has(typename),
    interfaceObject: (subgraph, typename) =>
      interfaceObjects.get(subgraph)?.find((name) => possible.get(name)?.has(typename) ?? false),
  };
}

/** By subgraph: the interfaces that it declares as objects. */
function interfaceObjectsOf(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const graphs = schema.getType("join__Graph");
  const definition = isEnumType(graphs) ? graphs.astNode : undefined;
  const names =
    definition == null ? new Map<string, string>() : graphNames({ kind: Kind.DOCUMENT, definitions: [definition] });
  const found = Object.values(schema.getTypeMap()).flatMap((type) =>
    isInterfaceType(type)
      ? (type.astNode?.directives ?? []).filter(isInterfaceObject).map((directive) => ({
          name: type.name,
          subgraph: names.get(enumArgument(directive, "graph") ?? "") ?? "",
        }))
      : [],
  );
  return new Map(
    [...Map.groupBy(found, ({ subgraph }) => subgraph)].map(([key, all]) => [key, all.map(({ name }) => name)]),
  );
}

function isInterfaceObject({ name, arguments: given }: ConstDirectiveNode): boolean {
  const value = given?.find((argument) => argument.name.value === "isInterfaceObject")?.value;
  return name.value === "join__type" && value?.kind === Kind.BOOLEAN && value.value;
}

function enumArgument({ arguments: given }: ConstDirectiveNode, name: string): string | undefined {
  const value = given?.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.ENUM ? value.value : undefined;
}
