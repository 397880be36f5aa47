import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { type SocialAdRecord, socialAds } from "./social-ad.table.js";

/** Which ads of an advertisable: those that fit all that is not null. */
export interface AdSelection {
  advertisableEid: string;
  adSetEid: string | null;
  campaignEid: string | null;
  creativeEids: readonly string[] | null;
}

/** Locks the ads that fit and are not deleted, in the order of their keys. */
export async function lockSelected(
  sql: Sql,
  context: RequestContext,
  { advertisableEid, adSetEid, campaignEid, creativeEids }: AdSelection,
): Promise<SocialAdRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await sql.rows<SocialAdRecord>(
    `select ${socialAds.select.join(", ")} from social.social_ad t
     join social.ad_set s on s.advertisable_eid = t.advertisable_eid and s.eid = t.ad_set_eid
     where ${visible.sql} and t.advertisable_eid = ? and t.is_active
       and (?::text is null or t.ad_set_eid = ?) and (?::text is null or s.campaign_eid = ?)
       and (?::text[] is null or t.creative_eid = any(?))
     order by t.eid for update of t`,
    [
      ...visible.bindings,
      advertisableEid,
      adSetEid,
      adSetEid,
      campaignEid,
      campaignEid,
      creativeEids === null ? null : [...creativeEids],
      creativeEids === null ? null : [...creativeEids],
    ],
  );
}

/** EIDs of the campaigns that ad sets belong to. */
export async function campaignsOfAdSets(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  adSetEids: readonly string[],
): Promise<string[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await sql.rows<{ campaignEid: string }>(
    `select distinct t.campaign_eid as "campaignEid" from social.ad_set t
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = any(?) order by 1`,
    [...visible.bindings, advertisableEid, [...adSetEids]],
  );
  return rows.map((row) => row.campaignEid);
}
