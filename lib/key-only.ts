import { type GraphQLResolveInfo, Kind } from "graphql";

/** What is known of an object once its EID is. */
const KEY_FIELDS = new Set(["__typename", "eid", "id"]);

/** Whether a field is asked for nothing of its object but who it is. */
export function asksKeyOnly({ fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.every(({ selectionSet }) =>
    selectionSet?.selections.every(
      (selection) => selection.kind === Kind.FIELD && KEY_FIELDS.has(selection.name.value),
    ),
  );
}
