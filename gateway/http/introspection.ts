import { type DocumentNode, Kind, visit } from "graphql";
import type { Config } from "../../lib/config.js";
import { AppError } from "../../lib/errors.js";
import type { Viewer } from "../../lib/viewer.js";

/** The refusal of an operation that asks for the schema, hidden in a fragment or not, to a viewer who may not. */
export function checkIntrospection(
  document: DocumentNode,
  viewer: Viewer,
  policy: Config["introspection"],
): AppError | undefined {
  if (policy === "signed-in" || (policy === "staff" && viewer.role === "STAFF")) return undefined;
  if (!asksForSchema(document)) return undefined;
  return new AppError("GRAPHQL_VALIDATION_FAILED", "Introspection is not open to you here.");
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: (field) => {
      if (field.name.value === "__schema" || field.name.value === "__type") asks = true;
    },
  });
  return asks;
}
