import type { Sql } from "../../lib/database.js";
import { visibleToSql } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import type { TenantRecord } from "../../lib/tenant-table.js";

const TABLE = "entities.ad_group_ad";

/** An ad as it serves in one ad group. */
export interface AdGroupAd {
  adGroupEid: string;
  adEid: string;
  status: "APPROVED" | "PAUSED";
}

/** Lets ads of the same advertisable serve in an ad group, in the caller's transaction. */
export async function linkAds(sql: Sql, adGroup: TenantRecord, adEids: readonly string[], now: Date): Promise<void> {
  if (adEids.length === 0) return;
  await sql.from(TABLE).insert(
    adEids.map((adEid) => ({
      advertisable_eid: adGroup.advertisableEid,
      ad_group_eid: adGroup.eid,
      ad_eid: adEid,
      status: "APPROVED",
      added_at: now,
    })),
  );
}

export const linksByAdGroup = defineLoader<string, AdGroupAd[]>(async (adGroupEids, context) => {
  const visible = visibleToSql(context.viewer);
  const rows = await context.sql.rows<AdGroupAd>(
    `select ad_group_eid as "adGroupEid", ad_eid as "adEid", status from ${TABLE}
     where ${visible.sql} and ad_group_eid = any(?) order by ad_group_eid, ad_eid`,
    [...visible.bindings, [...adGroupEids]],
  );
  return Map.groupBy(rows, (row) => row.adGroupEid);
});

export const linksByAd = defineLoader<string, AdGroupAd[]>(async (adEids, context) => {
  const visible = visibleToSql(context.viewer);
  const rows = await context.sql.rows<AdGroupAd>(
    `select ad_group_eid as "adGroupEid", ad_eid as "adEid", status from ${TABLE}
     where ${visible.sql} and ad_eid = any(?) order by ad_eid, ad_group_eid`,
    [...visible.bindings, [...adEids]],
  );
  return Map.groupBy(rows, (row) => row.adEid);
});
