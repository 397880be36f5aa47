import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { nextState } from "../../lib/state-table.js";
import type { AdSetSettings } from "./ad-set.input.js";
import { AD_SET_STATES, DEFAULT_PAGE_TYPES, DEFAULT_PERIOD, GOAL_OF_OBJECTIVE } from "./ad-set.rules.js";
import { type AdSetRecord, adSets } from "./ad-set.table.js";
import { adSetAudiences } from "./ad-set-audience.table.js";
import { newAd } from "./ad-set-children.js";
import { adSetGeolocations } from "./ad-set-geolocation.table.js";
import { stored } from "../../lib/given.js";
import { statusOfCopy } from "./social-ad.rules.js";
import { socialAds } from "./social-ad.table.js";
import type { SocialCampaignRecord } from "./social-campaign.table.js";

/** A new ad set of a campaign, with a default for whatever is not given. */
export function newAdSet(
  context: RequestContext,
  campaign: SocialCampaignRecord,
  input: AdSetSettings & { name: string | null },
): AdSetRecord {
  const now = new Date(context.clock.now());
  const status = nextState(AD_SET_STATES, "DRAFT", input.status ?? "PAUSED", "A new ad set");
  return {
    eid: context.newEid(),
    advertisableEid: campaign.advertisableEid,
    campaignEid: campaign.eid,
    name: input.name ?? campaign.name,
    status,
    isActive: status !== "DELETED",
    currency: campaign.currency,
    budget: (input.budget === undefined ? campaign.budget : stored(input.budget)) ?? null,
    bidAmount: stored(input.bidAmount) ?? null,
    cpc: stored(input.cpc) ?? null,
    isAutobid: input.isAutobid ?? true,
    minAge: input.minAge ?? null,
    maxAge: input.maxAge ?? null,
    startDate: (input.startDate === undefined ? campaign.startDate : input.startDate) ?? null,
    endDate: (input.endDate === undefined ? campaign.endDate : input.endDate) ?? null,
    optimizationGoal: input.optimizationGoal ?? GOAL_OF_OBJECTIVE[campaign.objective],
    pacingType: input.pacingType ?? "STANDARD",
    pricingModel: input.pricingModel ?? "DYNAMIC",
    promotedSegmentEid: input.promotedSegmentEid ?? null,
    pageTypes: input.pageTypes ?? [...DEFAULT_PAGE_TYPES],
    uiPeriod: input.uiPeriod ?? DEFAULT_PERIOD,
    externalId: null,
    publishedDigest: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Writes a copy of an ad set that the caller's transaction holds, with its ads, audiences and places: as many statements however many those are. */
export async function cloneOf(
  sql: Sql,
  context: RequestContext,
  original: AdSetRecord,
  name: string,
): Promise<AdSetRecord> {
  const { advertisableEid } = original;
  const now = new Date(context.clock.now());
  const copy: AdSetRecord = {
    ...original,
    eid: context.newEid(),
    name,
    status: "PAUSED",
    externalId: null,
    publishedDigest: null,
    createdAt: now,
    updatedAt: now,
  };
  const ads = await socialAds.lockAll(sql, context, advertisableEid, "adSetEid", [original.eid]);
  const audiences = await adSetAudiences.lockAll(sql, context, advertisableEid, "adSetEid", [original.eid]);
  const places = await adSetGeolocations.lockAll(sql, context, advertisableEid, "adSetEid", [original.eid]);
  const fresh = () => ({ eid: context.newEid(), adSetEid: copy.eid, createdAt: now, updatedAt: now });
  await adSets.insert(sql, context, "cloneAdSet", copy);
  await socialAds.insert(
    sql,
    context,
    "cloneAdSet",
    ...ads.filter((ad) => ad.isActive).map((ad) => newAd(context, copy, { ...ad, status: statusOfCopy(ad.status) })),
  );
  await adSetAudiences.insert(sql, context, "cloneAdSet", ...audiences.map((each) => ({ ...each, ...fresh() })));
  await adSetGeolocations.insert(sql, context, "cloneAdSet", ...places.map((each) => ({ ...each, ...fresh() })));
  return copy;
}
