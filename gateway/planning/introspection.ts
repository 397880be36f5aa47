import { type DocumentNode, Kind, visit } from "graphql";
import { AppError } from "../../lib/errors.js";

/** The refusal of an operation that asks for the schema, hidden in a fragment or not, to somebody who may not. */
export function checkIntrospection(document: DocumentNode, isAllowed: boolean): AppError | undefined {
  if (isAllowed || !asksForSchema(document)) return undefined;
  return new AppError("GRAPHQL_VALIDATION_FAILED", "Introspection is not open to you here.");
}

/** Whether anything in the document asks for the schema itself. */
export function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: (field) => {
      if (field.name.value === "__schema" || field.name.value === "__type") asks = true;
    },
  });
  return asks;
}
