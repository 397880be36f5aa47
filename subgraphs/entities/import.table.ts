import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { linkAds } from "./ad-group-ad.table.js";
import { AD, AD_GROUP, CAMPAIGN, ensure, find, type Found, type FoundAdGroup } from "./import-object.table.js";
import { checkCampaigns, type ExternalAd, type ListPath, type OwnedAdGroup } from "./import.rules.js";

/** An ad of another system with the EIDs of what stands for it here. */
export interface ResolvedAd extends ExternalAd {
  campaignEid: string;
  adGroupEid: string;
  adEid: string;
}

export interface ImportResult {
  /** In the order of the input. */
  ads: ResolvedAd[];
  campaignsCreated: number;
  adGroupsCreated: number;
  adsCreated: number;
}

/**
 * Lets an advertisable have all of the ads, with their ad groups and campaigns, in one transaction:
 * what exists is taken as it is, what is missing is created. At most fifteen statements, whatever the
 * number of ads; the same import again, or at the same time, creates nothing twice.
 *
 * @throws BAD_USER_INPUT where an ad group is another campaign's; nothing is written then.
 */
export async function importAds(
  context: RequestContext,
  advertisable: { eid: string; currency: string },
  ads: readonly ExternalAd[],
  path: ListPath,
): Promise<ImportResult> {
  return await context.transaction("entity.import", async (sql) => {
    const owner = advertisable.eid;
    const campaigns = await ensure(
      sql,
      context,
      CAMPAIGN,
      owner,
      new Map(ads.map((ad) => [ad.campaignExternalId, [advertisable.currency]])),
    );
    const campaignEids = eids(campaigns.rows);
    // From the last to the first, so that the first mention of an ad group says where it belongs.
    const campaignOfAdGroup = new Map(
      ads.toReversed().map((ad) => [ad.adGroupExternalId, [campaignEids.get(ad.campaignExternalId) ?? null]]),
    );
    const adGroups = await ensure<FoundAdGroup>(sql, context, AD_GROUP, owner, campaignOfAdGroup);
    refuse(checkCampaigns(ads, campaignEids, adGroups.rows, path));
    const found = await ensure(sql, context, AD, owner, new Map(ads.map((ad) => [ad.adExternalId, []])));

    const adEids = eids(found.rows);
    const resolved = ads.map((ad) => resolve(ad, campaignEids, adGroups.rows, adEids)).filter((ad) => ad !== null);
    if (resolved.length < ads.length) throw new Error("an import lacks what it has just created");
    await linkAds(sql, owner, resolved, new Date(context.clock.now()));
    return {
      ads: resolved,
      campaignsCreated: campaigns.created,
      adGroupsCreated: adGroups.created,
      adsCreated: found.created,
    };
  });
}

/**
 * What stands here for each of the ads, in their order, null where its campaign, ad group or ad does
 * not exist; three statements. Whether an ad serves in the ad group today does not matter, since the
 * question is asked about the past too.
 *
 * @throws BAD_USER_INPUT where an ad group is another campaign's.
 */
export async function importedAds(
  context: RequestContext,
  advertisableEid: string,
  ads: readonly ExternalAd[],
  path: ListPath,
): Promise<(ResolvedAd | null)[]> {
  const distinct = (field: keyof ExternalAd): string[] => [...new Set(ads.map((ad) => ad[field]))];
  const [campaigns, adGroups, found] = await Promise.all([
    find(context.sql, context, CAMPAIGN, advertisableEid, distinct("campaignExternalId")),
    find<FoundAdGroup>(context.sql, context, AD_GROUP, advertisableEid, distinct("adGroupExternalId")),
    find(context.sql, context, AD, advertisableEid, distinct("adExternalId")),
  ]);
  const campaignEids = eids(campaigns);
  const adEids = eids(found);
  refuse(checkCampaigns(ads, campaignEids, adGroups, path));
  return ads.map((ad) => resolve(ad, campaignEids, adGroups, adEids));
}

function eids(rows: ReadonlyMap<string, Found>): Map<string, string> {
  return new Map([...rows].map(([externalId, { eid }]) => [externalId, eid]));
}

function resolve(
  ad: ExternalAd,
  campaignEids: ReadonlyMap<string, string>,
  adGroups: ReadonlyMap<string, OwnedAdGroup>,
  adEids: ReadonlyMap<string, string>,
): ResolvedAd | null {
  const campaignEid = campaignEids.get(ad.campaignExternalId);
  const adGroup = adGroups.get(ad.adGroupExternalId);
  const adEid = adEids.get(ad.adExternalId);
  if (campaignEid === undefined || adGroup === undefined || adEid === undefined) return null;
  const { campaignExternalId, adGroupExternalId, adExternalId } = ad;
  return { campaignExternalId, adGroupExternalId, adExternalId, campaignEid, adGroupEid: adGroup.eid, adEid };
}
