import { legacyEnum } from "../legacy-format.js";
import { filtered, type ListArgs } from "./list-filter.js";
import { statusOf } from "./mappings.js";
import type { AdGroupNode, AdNode, EmailNode, SegmentNode, UniversalAdGroupNode } from "./nouns.js";
import type { QueryContext } from "./query-context.js";

function activity({ isActive }: ListArgs): boolean | null {
  return isActive ?? null;
}

function universalAdGroup(node: UniversalAdGroupNode): AdGroupNode {
  const { adType, positiveSegmentEids, ...adGroup } = node;
  return {
    ...adGroup,
    type: legacyEnum(adType),
    isActive: true,
    positiveSegments: positiveSegmentEids,
    isUniversal: true,
  };
}

/** The ad groups of a parent, those of universal campaigns last. */
export async function allAdGroupsOf(
  field: "advertisableEid" | "campaignEid",
  parent: string,
  isActive: boolean | null,
  { graph, hasUniversal }: QueryContext,
): Promise<AdGroupNode[]> {
  const [adGroups, universal] = await Promise.all([
    graph.adGroups.of(field, parent, isActive),
    hasUniversal ? graph.universalAdGroups.of(field, parent, isActive) : [],
  ]);
  return [...adGroups, ...universal.map(universalAdGroup)];
}

/** Ad groups by their EIDs, null in the place of each that is missing. */
export async function adGroupsByEids(
  eids: readonly string[],
  { graph, hasUniversal }: QueryContext,
): Promise<(AdGroupNode | null)[]> {
  const found = await graph.adGroups.byEids(eids);
  if (!hasUniversal) return found;
  return await Promise.all(
    found.map(async (adGroup, index) => {
      if (adGroup !== null) return adGroup;
      const universal = await graph.universalAdGroups.byEid(eids[index] ?? "");
      return universal === null ? null : universalAdGroup(universal);
    }),
  );
}

export async function adGroupsOf(
  field: "advertisableEid" | "campaignEid",
  parent: string,
  args: ListArgs,
  context: QueryContext,
): Promise<AdGroupNode[]> {
  const nodes = await allAdGroupsOf(field, parent, activity(args), context);
  return filtered(nodes, args, (node) => ({ status: statusOf(node, context.today), type: node.type }));
}

function filteredAds(nodes: readonly AdNode[], args: ListArgs, { today }: QueryContext): AdNode[] {
  return filtered(nodes, args, (node) => ({ status: statusOf(node, today), type: legacyEnum(node.type) }));
}

export async function adsOf(advertisable: string, args: ListArgs, context: QueryContext): Promise<AdNode[]> {
  return filteredAds(await context.graph.ads.of("advertisableEid", advertisable, activity(args)), args, context);
}

export async function adsOfAdGroup(
  { eid, isUniversal = false }: Pick<AdGroupNode, "eid" | "isUniversal">,
  args: ListArgs,
  context: QueryContext,
): Promise<AdNode[]> {
  const isActive = activity(args);
  const nodes = await (isUniversal ? context.graph.adsOfUniversal(eid) : context.graph.adsOf(eid));
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

/** E-mails in the order in which a contact gets them. */
export async function emailsOf(
  field: "advertisableEid" | "campaignEid",
  parent: string,
  { graph }: QueryContext,
): Promise<EmailNode[]> {
  return (await graph.emails.of(field, parent, null)).toSorted((a, b) =>
    a.campaignEid < b.campaignEid ? -1 : a.campaignEid > b.campaignEid ? 1 : a.position - b.position,
  );
}
