import { filtered, type ListArgs, refuseUnknownTypes } from "./list-filter.js";
import { campaignTypeOf, channelOf, endDay, startDay, statusOf } from "./mappings.js";
import type { CampaignNode, EmailCampaignNode } from "./nouns.js";
import type { QueryContext } from "./query-context.js";

/** A campaign of e-mails as one of this interface: it addresses known visitors, and has no budget. */
function emailCampaign({ startDate, endDate, ...campaign }: EmailCampaignNode): CampaignNode {
  return {
    ...campaign,
    startDate: startDay(startDate),
    endDate: endDay(endDate),
    isActive: true,
    weeklyBudget: null,
    cpc: null,
    cpm: null,
    currency: "USD",
    isRetargeting: true,
    isCoop: false,
    isSocial: false,
    isEmail: true,
  };
}

/** Campaigns of every channel by their EIDs, null in the place of each that is missing. */
export async function campaignsByEids(
  eids: readonly string[],
  { graph }: QueryContext,
): Promise<(CampaignNode | null)[]> {
  const [campaigns, emailCampaigns] = await Promise.all([
    graph.campaigns.byEids(eids),
    graph.emailCampaigns.byEids(eids),
  ]);
  return eids.map((_eid, index) => {
    const email = emailCampaigns[index] ?? null;
    return campaigns[index] ?? (email === null ? null : emailCampaign(email));
  });
}

/** The campaigns of an advertisable, those of e-mails last. Channels that nobody asks for are not read. */
export async function campaignsOf(
  advertisable: string,
  args: ListArgs,
  { graph, today }: QueryContext,
): Promise<CampaignNode[]> {
  refuseUnknownTypes(args.types);
  const isActive = args.isActive ?? null;
  const wantsEmail = args.channels == null || args.channels.includes("email");
  const [campaigns, emailCampaigns] = await Promise.all([
    graph.campaigns.of("advertisableEid", advertisable, isActive),
    wantsEmail ? graph.emailCampaigns.of("advertisableEid", advertisable, isActive) : [],
  ]);
  return filtered([...campaigns, ...emailCampaigns.map(emailCampaign)], args, (node) => ({
    status: statusOf(node, today),
    type: campaignTypeOf(node),
    channel: channelOf(node),
  }));
}
