import { getArgumentValues, type GraphQLResolveInfo, isObjectType } from "graphql";
import type { ListArgs } from "./list-filter.js";
import { adGroupsOf, adsOf, segmentsOf } from "./lists.js";
import { campaignsOf } from "./campaigns.js";
import { wantReports } from "./metric-resolvers.js";
import type { QueryContext } from "./query-context.js";
import type { ReportedKind } from "./reports-ahead.js";
import { selectedFields } from "./selected-fields.js";

type Read = (advertisable: string, args: ListArgs, context: QueryContext) => Promise<unknown>;

/** The lists of an advertisable that need its EID and nothing else of it, and what of them can come with reports. */
const READS: Readonly<Record<string, { read: Read; reported?: ReportedKind }>> = {
  campaigns: { read: campaignsOf, reported: "campaign" },
  adgroups: {
    read: (advertisable, args, context) => adGroupsOf("advertisableEid", advertisable, args, context),
    reported: "adGroup",
  },
  ads: { read: adsOf, reported: "ad" },
  segments: { read: segmentsOf },
};

/**
 * Begins to read the lists that are selected below advertisables while these are read themselves: whoever asks for
 * them afterwards shares the answer. One advertisable comes with its campaigns, if these come with reports. Of an
 * advertisable that is not to be seen all of them are empty.
 */
export function readAhead(asked: string | readonly string[], context: QueryContext, info: GraphQLResolveInfo): void {
  const type = info.schema.getType("Advertisable");
  if (!isObjectType(type)) return;
  const selected = selectedFields(info.fieldNodes, info);
  // One list may be selected in several places, as by two fragments: it is asked for whatever these want of it.
  for (const nodes of Map.groupBy(selected, ({ alias, name }) => alias?.value ?? name.value).values()) {
    const [node] = nodes;
    if (node === undefined) continue;
    const list = READS[node.name.value];
    const field = type.getFields()[node.name.value];
    if (list === undefined || field === undefined) continue;
    const args: ListArgs = getArgumentValues(field, node, info.variableValues);
    if (list.reported !== undefined) wantReports(list.reported, nodes, args, context, info);
    if (list.reported === "campaign" && typeof asked === "string")
      context.graph.beginAdvertisable(asked, args.isActive ?? null);
    for (const advertisable of typeof asked === "string" ? [asked] : asked)
      void begin(list.read, advertisable, args, context);
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
