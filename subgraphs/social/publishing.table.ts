import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { type AdSetRecord, adSets } from "./ad-set.table.js";
import { type CreativeRecord, creatives } from "./creative.table.js";
import { queueForDay, queuePublishing } from "./publishing.js";
import { type SocialAdRecord, socialAds } from "./social-ad.table.js";
import { type SocialCampaignRecord, socialCampaigns } from "./social-campaign.table.js";

/** Milliseconds until a job asks again for a campaign that another one has. */
const WAIT = 1_000;

/** A campaign that one job has for itself, until an instant that it puts off as long as it lives. */
export interface Turn {
  campaign: SocialCampaignRecord;
  /** Milliseconds that it has the campaign for, unless it says so again. */
  lease: number;
  until: Date;
}

/**
 * Takes a campaign for one job alone, so that the network never hears of older states after newer ones. Null where
 * there is nothing to tell: it is gone or not launched, or another job has it, and the job is queued anew then.
 */
export async function beginPublishing(context: RequestContext, eid: string, lease: number): Promise<Turn | null> {
  const row = await socialCampaigns.byEid(context, eid);
  if (row === null) return null;
  return await context.transaction("social.write", async (sql) => {
    const campaign = await socialCampaigns.lock(sql, context, row);
    if (!campaign.isLaunched || (!campaign.isActive && campaign.externalId === null)) return null;
    const now = context.clock.now();
    if (campaign.publishingUntil !== null && campaign.publishingUntil.getTime() > now) {
      await queuePublishing(sql, context, { ...campaign, campaignEid: eid }, WAIT);
      return null;
    }
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const until = new Date(now + lease);
    await sql.rows(
      `update social.social_campaign t set publishing_until = ?
       where ${visible.sql} and t.advertisable_eid = ? and t.eid = ?`,
      [until, ...visible.bindings, campaign.advertisableEid, eid],
    );
    return { campaign, lease, until };
  });
}

/** Keeps a campaign for longer, once a third of the time is over; throws where another job has taken it meanwhile. */
export async function keepTurn(context: RequestContext, turn: Turn): Promise<void> {
  const now = context.clock.now();
  if (turn.until.getTime() - now > (turn.lease * 2) / 3) return;
  const until = new Date(now + turn.lease);
  const isOurs = await context.transaction("social.write", async (sql) => await setUntil(sql, context, turn, until));
  if (!isOurs) throw new Error("another job has taken this campaign, as this one was away for too long");
  turn.until = until;
}

/** When the network is to be told of a campaign again, though nobody changes it. */
export interface Again {
  /** After so many milliseconds, to ask for a verdict; null for no need. */
  delay: number | null;
  /** On this day, as something begins or ends then; null for never. */
  day: string | null;
}

/** Gives a campaign back, and queues the job anew where that is wanted. */
export async function endPublishing(context: RequestContext, turn: Turn, { delay, day }: Again): Promise<void> {
  const { campaign } = turn;
  await context.transaction("social.write", async (sql) => {
    await setUntil(sql, context, turn, null);
    if (delay !== null) await queuePublishing(sql, context, { ...campaign, campaignEid: campaign.eid }, delay);
    if (day !== null) await queueForDay(sql, context, campaign, day);
  });
}

/** @returns whether the campaign was still this job's. */
async function setUntil(sql: Sql, context: RequestContext, turn: Turn, until: Date | null): Promise<boolean> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await sql.rows<{ eid: string }>(
    `update social.social_campaign t set publishing_until = ?
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = ? and t.publishing_until = ? returning t.eid`,
    [until, ...visible.bindings, turn.campaign.advertisableEid, turn.campaign.eid, turn.until],
  );
  return rows.length > 0;
}

/** The ad sets of a campaign that the network knows or should know, after one of them. */
export async function adSetsToPublish(
  context: RequestContext,
  campaign: SocialCampaignRecord,
  after: string,
  limit: number,
): Promise<AdSetRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.sql.rows<AdSetRecord>(
    `select ${adSets.select.join(", ")} from social.ad_set t
     where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = ? and t.eid > ?
       and (t.external_id is not null or (t.is_active and t.status <> 'DRAFT'))
     order by t.eid limit ?`,
    [...visible.bindings, campaign.advertisableEid, campaign.eid, after, limit],
  );
}

/** The ads of ad sets that the network knows or should know. */
export async function adsToPublish(
  context: RequestContext,
  advertisableEid: string,
  adSetEids: readonly string[],
): Promise<SocialAdRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.sql.rows<SocialAdRecord>(
    `select ${socialAds.select.join(", ")} from social.social_ad t
     where ${visible.sql} and t.advertisable_eid = ? and t.ad_set_eid = any(?)
       and (t.external_id is not null or (t.is_active and t.status <> 'DRAFT'))
     order by t.eid`,
    [...visible.bindings, advertisableEid, [...adSetEids]],
  );
}

export async function creativesToPublish(
  context: RequestContext,
  advertisableEid: string,
  eids: readonly string[],
): Promise<CreativeRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.sql.rows<CreativeRecord>(
    `select ${creatives.select.join(", ")} from social.creative t
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = any(?) order by t.eid`,
    [...visible.bindings, advertisableEid, [...eids]],
  );
}

/** EIDs of the campaigns that have an ad set which targets or excludes an audience. */
export async function campaignsTargeting(
  sql: Sql,
  context: RequestContext,
  audience: { advertisableEid: string; eid: string },
): Promise<string[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await sql.rows<{ campaignEid: string }>(
    `select distinct s.campaign_eid as "campaignEid" from social.ad_set_audience t
     join social.ad_set s on s.advertisable_eid = t.advertisable_eid and s.eid = t.ad_set_eid
     where ${visible.sql} and t.advertisable_eid = ? and t.custom_audience_eid = ? order by 1`,
    [...visible.bindings, audience.advertisableEid, audience.eid],
  );
  return rows.map((row) => row.campaignEid);
}

/** Whom an ad set is shown to, and where. */
export interface Targeting {
  audiences: { customAudienceEid: string; externalId: string | null; targeted: boolean }[];
  places: { geolocationEid: string; included: boolean }[];
}

/** The targeting of each of some ad sets, by their EIDs. */
export async function targetingOf(
  context: RequestContext,
  advertisableEid: string,
  adSetEids: readonly string[],
): Promise<(adSetEid: string) => Targeting> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const bindings = [...visible.bindings, advertisableEid, [...adSetEids]];
  const audiences = await context.sql.rows<Targeting["audiences"][number] & { adSetEid: string }>(
    `select t.ad_set_eid as "adSetEid", t.custom_audience_eid as "customAudienceEid", c.external_id as "externalId",
       t.targeted from social.ad_set_audience t
     join social.custom_audience c on c.advertisable_eid = t.advertisable_eid and c.eid = t.custom_audience_eid
     where ${visible.sql} and t.advertisable_eid = ? and t.ad_set_eid = any(?) order by t.custom_audience_eid`,
    bindings,
  );
  const places = await context.sql.rows<Targeting["places"][number] & { adSetEid: string }>(
    `select t.ad_set_eid as "adSetEid", t.geolocation_eid as "geolocationEid", t.included
     from social.ad_set_geolocation t
     where ${visible.sql} and t.advertisable_eid = ? and t.ad_set_eid = any(?) order by t.geolocation_eid`,
    bindings,
  );
  const audiencesOf = Map.groupBy(audiences, (each) => each.adSetEid);
  const placesOf = Map.groupBy(places, (each) => each.adSetEid);
  return (eid) => ({ audiences: audiencesOf.get(eid) ?? [], places: placesOf.get(eid) ?? [] });
}
