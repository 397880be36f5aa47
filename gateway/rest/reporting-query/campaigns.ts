import { filtered, type ListArgs, refuseUnknownTypes } from "./list-filter.js";
import { campaignTypeOf, channelOf, endDay, startDay, statusOf } from "./mappings.js";
import type { CampaignNode, EmailCampaignNode, UniversalCampaignNode } from "./nouns.js";
import type { QueryContext } from "./query-context.js";

/** What campaigns of other areas have none of. */
const OTHER = {
  isActive: true,
  weeklyBudget: null,
  cpc: null,
  cpm: null,
  isCoop: false,
  isSocial: false,
} as const;

/** A campaign of e-mails as one of this interface: it addresses known visitors, and has no budget. */
function emailCampaign({ startDate, endDate, ...campaign }: EmailCampaignNode): CampaignNode {
  return {
    ...OTHER,
    ...campaign,
    startDate: startDay(startDate),
    endDate: endDay(endDate),
    currency: "USD",
    isRetargeting: true,
    isEmail: true,
  };
}

/** The period of each budget of a universal campaign; that for a lifetime has none that is shown. */
const PERIODS = { DAILY: "daily", MONTHLY: "monthly", LIFETIME: null } as const;

function universalCampaign(node: UniversalCampaignNode): CampaignNode {
  const { startDate, endDate, budget, budgetSettings, ...campaign } = node;
  return {
    ...OTHER,
    ...campaign,
    startDate: startDay(startDate),
    endDate: endDay(endDate),
    isRetargeting: false,
    isUniversal: true,
    otherBudget: { amount: budget, period: PERIODS[budgetSettings.budgetType] },
  };
}

/**
 * Campaigns of every channel by their EIDs, null in the place of each that is missing. Other areas are asked for those that
 * are none of the web only: while such an area is away, the rest is there all the same.
 */
export async function campaignsByEids(
  eids: readonly string[],
  context: QueryContext,
): Promise<(CampaignNode | null)[]> {
  const found = await context.graph.campaigns.byEids(eids);
  return await Promise.all(
    found.map(async (campaign, index) => campaign ?? (await otherCampaign(eids[index] ?? "", context))),
  );
}

async function otherCampaign(eid: string, { graph, hasUniversal }: QueryContext): Promise<CampaignNode | null> {
  const [email, universal] = await Promise.all([
    graph.emailCampaigns.byEid(eid),
    hasUniversal ? graph.universalCampaigns.byEid(eid) : null,
  ]);
  if (email !== null) return emailCampaign(email);
  return universal === null ? null : universalCampaign(universal);
}

/** The campaigns of an advertisable, universal ones and then those of e-mails last. Channels that nobody asks for are not read. */
export async function campaignsOf(
  advertisable: string,
  args: ListArgs,
  { graph, today, hasUniversal }: QueryContext,
): Promise<CampaignNode[]> {
  refuseUnknownTypes(args.types);
  const isActive = args.isActive ?? null;
  const wants = (channel: string): boolean => args.channels == null || args.channels.includes(channel);
  const [campaigns, universalCampaigns, emailCampaigns] = await Promise.all([
    graph.campaigns.of("advertisableEid", advertisable, isActive),
    hasUniversal && wants("web") ? graph.universalCampaigns.of("advertisableEid", advertisable, isActive) : [],
    wants("email") ? graph.emailCampaigns.of("advertisableEid", advertisable, isActive) : [],
  ]);
  const all = [...campaigns, ...universalCampaigns.map(universalCampaign), ...emailCampaigns.map(emailCampaign)];
  return filtered(all, args, (node) => ({
    status: statusOf(node, today),
    type: campaignTypeOf(node),
    channel: channelOf(node),
  }));
}
