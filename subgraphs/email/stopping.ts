import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { queueJob } from "../../lib/outbox.js";
import type { EmailCampaignRecord } from "./email-campaign.table.js";

/** The job that stops a campaign whose end has come. */
export const STOP_EMAIL_CAMPAIGN = "stopEmailCampaign";

/** What the job is given. */
export interface StopInput {
  campaignEid: string;
}

/** Queues the end of a campaign that has one, in the transaction that sets it. */
export async function queueStop(
  sql: Sql,
  context: RequestContext,
  { advertisableEid, eid, endDate }: EmailCampaignRecord,
): Promise<void> {
  if (endDate === null) return;
  const input: StopInput = { campaignEid: eid };
  const key = `${STOP_EMAIL_CAMPAIGN}:${eid}`;
  await queueJob(sql, context, { advertisableEid, job: STOP_EMAIL_CAMPAIGN, key, input, runAt: endDate });
}
