import { legacyEnum } from "../legacy-format.js";
import { filtered, type ListArgs, refuseUnknownTypes } from "./list-filter.js";
import { campaignTypeOf, channelOf, statusOf } from "./mappings.js";
import type { AdGroupNode, AdNode, CampaignNode, SegmentNode } from "./nouns.js";
import type { QueryContext } from "./query-context.js";

function activity({ isActive }: ListArgs): boolean | null {
  return isActive ?? null;
}

export async function campaignsOf(
  advertisable: string,
  args: ListArgs,
  context: QueryContext,
): Promise<CampaignNode[]> {
  refuseUnknownTypes(args.types);
  const nodes = await context.graph.campaigns.of("advertisableEid", advertisable, activity(args));
  return filtered(nodes, args, (node) => ({
    status: statusOf(node, context.today),
    type: campaignTypeOf(node),
    channel: channelOf(node),
  }));
}

export async function adGroupsOf(
  field: "advertisableEid" | "campaignEid",
  parent: string,
  args: ListArgs,
  context: QueryContext,
): Promise<AdGroupNode[]> {
  const nodes = await context.graph.adGroups.of(field, parent, activity(args));
  return filtered(nodes, args, (node) => ({ status: statusOf(node, context.today), type: node.type }));
}

function filteredAds(nodes: readonly AdNode[], args: ListArgs, { today }: QueryContext): AdNode[] {
  return filtered(nodes, args, (node) => ({ status: statusOf(node, today), type: legacyEnum(node.type) }));
}

export async function adsOf(advertisable: string, args: ListArgs, context: QueryContext): Promise<AdNode[]> {
  return filteredAds(await context.graph.ads.of("advertisableEid", advertisable, activity(args)), args, context);
}

export async function adsOfAdGroup(adGroup: string, args: ListArgs, context: QueryContext): Promise<AdNode[]> {
  const isActive = activity(args);
  const nodes = await context.graph.adsOf(adGroup);
  return filteredAds(
    nodes.filter((node) => isActive === null || node.isActive === isActive),
    args,
    context,
  );
}

export async function segmentsOf(advertisable: string, args: ListArgs, context: QueryContext): Promise<SegmentNode[]> {
  const nodes = await context.graph.segments.of("advertisableEid", advertisable, activity(args));
  return filtered(nodes, args, (node) => ({ type: legacyEnum(node.type) }));
}

/** The segments of these EIDs, each once; one that is gone is left out. */
export async function audiencesOf(eids: readonly string[], { graph }: QueryContext): Promise<SegmentNode[]> {
  return (await graph.segments.byEids([...new Set(eids)])).filter((segment) => segment !== null);
}
