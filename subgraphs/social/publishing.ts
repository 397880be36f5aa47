import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { queueJob, queueJobs } from "../../lib/outbox.js";

/** The jobs' names in the queue. */
export const PUBLISH_SOCIAL_CAMPAIGN = "publish-social-campaign";
export const PUBLISH_SOCIAL_OBJECT = "publish-social-object";

/** What the network is told of by itself, and not with a campaign. */
export type PublishedAlone = "CustomAudience" | "LeadGenForm" | "PhotoAccount" | "SocialAdvertiser";

/** Queues telling the network of a campaign and all under it, in the transaction of the write that changed any of that. */
export async function queuePublishing(
  sql: Sql,
  context: RequestContext,
  { advertisableEid, campaignEid }: { advertisableEid: string; campaignEid: string },
  delay = 0,
): Promise<void> {
  await queueAll(sql, context, advertisableEid, [campaignEid], delay);
}

/** The same for several campaigns of an advertisable; `delay` in milliseconds. */
export async function queueAll(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  campaignEids: readonly string[],
  delay = 0,
): Promise<void> {
  await queueJobs(
    sql,
    context,
    campaignEids.map((campaignEid) => ({
      advertisableEid,
      job: PUBLISH_SOCIAL_CAMPAIGN,
      key: `${PUBLISH_SOCIAL_CAMPAIGN}:${campaignEid}`,
      input: { campaignEid },
      runAt: new Date(context.clock.now() + delay),
    })),
  );
}

/**
 * Queues telling the network of a campaign once a day has come on which something of it begins or ends. It has a key of
 * its own, so that what is to be told sooner does not wait for it.
 */
export async function queueForDay(
  sql: Sql,
  context: RequestContext,
  { advertisableEid, eid }: { advertisableEid: string; eid: string },
  day: string,
): Promise<void> {
  await queueJob(sql, context, {
    advertisableEid,
    job: PUBLISH_SOCIAL_CAMPAIGN,
    key: `${PUBLISH_SOCIAL_CAMPAIGN}:${eid}:day`,
    input: { campaignEid: eid },
    runAt: new Date(`${day}T00:00:00Z`),
  });
}

/** Queues telling the network of an object that belongs to no campaign. */
export async function queueObject(
  sql: Sql,
  context: RequestContext,
  type: PublishedAlone,
  { advertisableEid, eid }: { advertisableEid: string; eid: string },
): Promise<void> {
  await queueJob(sql, context, {
    advertisableEid,
    job: PUBLISH_SOCIAL_OBJECT,
    key: `${PUBLISH_SOCIAL_OBJECT}:${eid}`,
    input: { type, eid },
    runAt: new Date(context.clock.now()),
  });
}
