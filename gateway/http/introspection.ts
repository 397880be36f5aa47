import { type DocumentNode, Kind, visit } from "graphql";
import type { Config } from "../../lib/config.js";
import { AppError } from "../../lib/errors.js";
import type { Viewer } from "../../lib/viewer.js";

/** Refuses an operation that asks for the schema, hidden in a fragment or not, from a viewer who may not. */
export function checkIntrospection(document: DocumentNode, viewer: Viewer, policy: Config["introspection"]): void {
  if (policy === "signed-in" || (policy === "staff" && viewer.role === "STAFF")) return;
  if (asksForSchema(document))
    throw new AppError("GRAPHQL_VALIDATION_FAILED", "Introspection is not open to you here.");
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
