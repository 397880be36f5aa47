import { getArgumentValues, type GraphQLResolveInfo, isObjectType } from "graphql";
import type { ListArgs } from "./list-filter.js";
import { adGroupsOf, adsOf, segmentsOf } from "./lists.js";
import { campaignsOf } from "./campaigns.js";
import type { QueryContext } from "./query-context.js";
import { selectedFields } from "./selected-fields.js";

type Read = (advertisable: string, args: ListArgs, context: QueryContext) => Promise<unknown>;

/** The lists of an advertisable that need its EID and nothing else of it. */
const READS: Readonly<Record<string, Read>> = {
  campaigns: campaignsOf,
  adgroups: (advertisable, args, context) => adGroupsOf("advertisableEid", advertisable, args, context),
  ads: adsOf,
  segments: segmentsOf,
};

/**
 * Begins to read the lists that are selected below advertisables while these are read themselves: whoever asks for
 * them afterwards shares the answer. Of an advertisable that is not to be seen all of them are empty.
 */
export function readAhead(advertisables: readonly string[], context: QueryContext, info: GraphQLResolveInfo): void {
  const type = info.schema.getType("Advertisable");
  if (!isObjectType(type)) return;
  for (const node of selectedFields(info.fieldNodes, info)) {
    const read = READS[node.name.value];
    const field = type.getFields()[node.name.value];
    if (read === undefined || field === undefined) continue;
    for (const advertisable of advertisables)
      void begin(read, advertisable, getArgumentValues(field, node, info.variableValues), context);
  }
}

/** Whatever fails here fails again, and is told, where the list is asked for. */
async function begin(read: Read, advertisable: string, args: ListArgs, context: QueryContext): Promise<void> {
  try {
    await read(advertisable, args, context);
  } catch {
    // Told by the field itself.
  }
}
