import { validate, type DocumentNode, type GraphQLSchema } from "graphql";

/** Whether an operation may be asked of a schema; takes about a millisecond. */
export function fits(schema: GraphQLSchema, document: DocumentNode): boolean {
  return validate(schema, document, undefined, { maxErrors: 1 }).length === 0;
}
