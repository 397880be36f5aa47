import type { GraphQLFieldResolver, GraphQLSchema } from "graphql";

/**
 * Lets a reference resolver that throws at once fail its own entity only. The library that makes
 * subgraph schemas calls all of them in one loop, so that one missing object would take every other
 * object of the list along. Changes the schema.
 */
export function isolateEntities(schema: GraphQLSchema): void {
  const field = schema.getQueryType()?.getFields()["_entities"];
  const resolve = field?.resolve;
  if (field === undefined || resolve === undefined) return;
  field.resolve = isolated(resolve);
}

function isolated(resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> {
  return (source, args: { representations: readonly unknown[] }, context, info) =>
    args.representations.map((representation) => {
      try {
        const entities: unknown = resolve(source, { representations: [representation] }, context, info);
        return Array.isArray(entities) ? (entities[0] as unknown) : entities;
      } catch (error) {
        // graphql-js reports an Error among the items at the item's own path.
        return error instanceof Error ? error : new Error(String(error));
      }
    });
}
