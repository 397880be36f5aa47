import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { today } from "../../lib/date-range.js";
import { defineLoader } from "../../lib/loader.js";
import type { AdGroupAdStatus } from "./ad.type.js";

const TABLE = "entities.ad_group_ad";

/** An ad as it serves in one ad group. */
export interface AdGroupAd {
  adGroupEid: string;
  adEid: string;
  status: AdGroupAdStatus;
}

/**
 * Lets ads of an advertisable serve in its ad groups, in the caller's transaction; those that do so
 * already stay as they are. The rows go in order, so that two writers of the same ones never deadlock.
 */
export async function linkAds(
  sql: Sql,
  advertisableEid: string,
  pairs: readonly (Pick<AdGroupAd, "adGroupEid" | "adEid"> & { status?: AdGroupAdStatus })[],
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return;
  const distinct = new Map(pairs.map((pair) => [`${pair.adGroupEid} ${pair.adEid}`, pair]));
  const rows = [...distinct]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { adGroupEid, adEid, status = "APPROVED" }]) => ({
      advertisable_eid: advertisableEid,
      ad_group_eid: adGroupEid,
      ad_eid: adEid,
      status,
      added_at: now,
    }));
  // A statement binds 65,535 values at most.
  for (let start = 0; start < rows.length; start += 10_000) {
    await sql
      .from(TABLE)
      .insert(rows.slice(start, start + 10_000))
      .onConflict(["advertisable_eid", "ad_group_eid", "ad_eid"])
      .ignore();
  }
}

export const linksByAdGroup = defineLoader<string, AdGroupAd[]>((adGroupEids, context) =>
  linksOf(context.sql, context, adGroupEids),
);

/** The ads of some ad groups, in the order of the ads' EIDs. */
export async function linksOf(
  sql: Sql,
  context: RequestContext,
  adGroupEids: readonly string[],
): Promise<Map<string, AdGroupAd[]>> {
  const visible = visibleTo(context.viewer);
  const rows = await sql.rows<AdGroupAd>(
    `select ad_group_eid as "adGroupEid", ad_eid as "adEid", status from ${TABLE}
     where ${visible.sql} and ad_group_eid = any(?) order by ad_group_eid, ad_eid`,
    [...visible.bindings, [...adGroupEids]],
  );
  return Map.groupBy(rows, (row) => row.adGroupEid);
}

export const linksByAd = defineLoader<string, AdGroupAd[]>(async (adEids, context) => {
  const visible = visibleTo(context.viewer);
  const rows = await context.sql.rows<AdGroupAd>(
    `select ad_group_eid as "adGroupEid", ad_eid as "adEid", status from ${TABLE}
     where ${visible.sql} and ad_eid = any(?) order by ad_eid, ad_group_eid`,
    [...visible.bindings, [...adEids]],
  );
  return Map.groupBy(rows, (row) => row.adEid);
});

/** The ads that serve in a campaign whose first day is still to come. */
export const hasFutureCampaignsByAd = defineLoader<string, true>(async (adEids, context) => {
  const visible = visibleTo(context.viewer, "l.advertisable_eid");
  const rows = await context.sql.rows<{ adEid: string }>(
    `select distinct l.ad_eid as "adEid" from ${TABLE} l
     join entities.ad_group g on g.advertisable_eid = l.advertisable_eid and g.eid = l.ad_group_eid
     join entities.campaign c on c.advertisable_eid = g.advertisable_eid and c.eid = g.campaign_eid
     where ${visible.sql} and l.ad_eid = any(?) and g.is_active and c.is_active
       and c.status in ('ADMIN_REVIEW', 'APPROVED', 'PAUSED') and c.start_date > ?`,
    [...visible.bindings, [...adEids], today(context.clock)],
  );
  return new Map(rows.map((row) => [row.adEid, true]));
});

/** Makes the ads of an ad group, which the caller's transaction holds, those of `after`. */
export async function replaceLinks(
  sql: Sql,
  advertisableEid: string,
  before: readonly AdGroupAd[],
  after: readonly AdGroupAd[],
  now: Date,
): Promise<void> {
  const [link] = [...before, ...after];
  if (link === undefined) return;
  const old = new Map(before.map(({ adEid, status }) => [adEid, status]));
  const kept = new Set(after.map(({ adEid }) => adEid));
  const removed = [...old.keys()].filter((adEid) => !kept.has(adEid));
  const added = after.filter(({ adEid }) => !old.has(adEid));
  if (removed.length > 0) {
    await sql
      .from(TABLE)
      .where({ advertisable_eid: advertisableEid, ad_group_eid: link.adGroupEid })
      .whereIn("ad_eid", removed)
      .delete();
  }
  await linkAds(sql, advertisableEid, added, now);
  const changed = after.filter(({ adEid, status }) => old.has(adEid) && old.get(adEid) !== status);
  await setStatus(sql, advertisableEid, changed);
}

/** Gives links, whose ad groups the caller's transaction holds, the status that they have here. */
export async function setStatus(sql: Sql, advertisableEid: string, links: readonly AdGroupAd[]): Promise<void> {
  for (const [status, changed] of Map.groupBy(links, (link) => link.status)) {
    await sql.rows(
      `update ${TABLE} set status = ? where advertisable_eid = ?
       and (ad_group_eid, ad_eid) in (select * from unnest(?::text[], ?::text[]))`,
      [status, advertisableEid, changed.map((link) => link.adGroupEid), changed.map((link) => link.adEid)],
    );
  }
}

/** Locks all ad groups of a campaign, and reads which of the ads serve in them. */
export async function lockLinksOfCampaign(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  campaignEid: string,
  adEids: readonly string[],
): Promise<AdGroupAd[]> {
  const visible = visibleTo(context.viewer);
  // The ad group is what writers of its links hold; the links are read once all of them are held.
  const groups = await sql.rows<{ eid: string }>(
    `select eid from entities.ad_group
     where ${visible.sql} and advertisable_eid = ? and campaign_eid = ? order by eid for update`,
    [...visible.bindings, advertisableEid, campaignEid],
  );
  return await sql.rows<AdGroupAd>(
    `select ad_group_eid as "adGroupEid", ad_eid as "adEid", status from ${TABLE}
     where ${visible.sql} and advertisable_eid = ? and ad_group_eid = any(?) and ad_eid = any(?)
     order by ad_group_eid, ad_eid`,
    [...visible.bindings, advertisableEid, groups.map((group) => group.eid), [...adEids]],
  );
}
