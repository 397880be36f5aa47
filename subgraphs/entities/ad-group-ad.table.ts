import type { Sql } from "../../lib/database.js";
import { visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";

const TABLE = "entities.ad_group_ad";

/** An ad as it serves in one ad group. */
export interface AdGroupAd {
  adGroupEid: string;
  adEid: string;
  status: "APPROVED" | "PAUSED";
}

/**
 * Lets ads of an advertisable serve in its ad groups, in the caller's transaction; those that do so
 * already stay as they are. The rows go in order, so that two writers of the same ones never deadlock.
 */
export async function linkAds(
  sql: Sql,
  advertisableEid: string,
  pairs: readonly Pick<AdGroupAd, "adGroupEid" | "adEid">[],
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return;
  const distinct = new Map(pairs.map(({ adGroupEid, adEid }) => [`${adGroupEid} ${adEid}`, { adGroupEid, adEid }]));
  const rows = [...distinct]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { adGroupEid, adEid }]) => ({
      advertisable_eid: advertisableEid,
      ad_group_eid: adGroupEid,
      ad_eid: adEid,
      status: "APPROVED",
      added_at: now,
    }));
  await sql.from(TABLE).insert(rows).onConflict(["advertisable_eid", "ad_group_eid", "ad_eid"]).ignore();
}

export const linksByAdGroup = defineLoader<string, AdGroupAd[]>(async (adGroupEids, context) => {
  const visible = visibleTo(context.viewer);
  const rows = await context.sql.rows<AdGroupAd>(
    `select ad_group_eid as "adGroupEid", ad_eid as "adEid", status from ${TABLE}
     where ${visible.sql} and ad_group_eid = any(?) order by ad_group_eid, ad_eid`,
    [...visible.bindings, [...adGroupEids]],
  );
  return Map.groupBy(rows, (row) => row.adGroupEid);
});

export const linksByAd = defineLoader<string, AdGroupAd[]>(async (adEids, context) => {
  const visible = visibleTo(context.viewer);
  const rows = await context.sql.rows<AdGroupAd>(
    `select ad_group_eid as "adGroupEid", ad_eid as "adEid", status from ${TABLE}
     where ${visible.sql} and ad_eid = any(?) order by ad_eid, ad_group_eid`,
    [...visible.bindings, [...adEids]],
  );
  return Map.groupBy(rows, (row) => row.adEid);
});
