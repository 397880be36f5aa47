import { isAbstractType, isObjectType, type GraphQLSchema } from "graphql";

export interface TypeConditions {
  /** Whether an object whose `__typename` is `typename` fits `... on condition`. */
  fits(typename: unknown, condition: string): boolean;
  /** Whether the name is of an object type, so that an object can really be of it. */
  isObject(typename: unknown): boolean;
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
  return {
    fits: (typename, condition) =>
      typename === condition || (typeof typename === "string" && (possible.get(condition)?.has(typename) ?? false)),
    isObject: (typename) => typeof typename === "string" && objects.has(typename),
  };
}
