import type { Job } from "../../lib/job.js";
import { statusAt } from "./email-campaign.rules.js";
import { emailCampaigns } from "./email-campaign.table.js";
import { queueStop, STOP_EMAIL_CAMPAIGN, type StopInput } from "./stopping.js";

/** Stops a campaign once its end has come. One whose end was moved or taken away goes on. */
export const stopEmailCampaign: Job = {
  async run(input, { context }) {
    if (!isStopInput(input)) throw new TypeError("the job holds something else");
    const row = await emailCampaigns.byEid(context, input.campaignEid);
    if (row === null) return;
    await context.transaction("email.write", async (sql) => {
      const before = await emailCampaigns.lock(sql, context, row);
      const status = statusAt(before, context.clock.now());
      const after = await emailCampaigns.write(sql, context, STOP_EMAIL_CAMPAIGN, before, { status });
      // The queue's clock may be ahead of ours.
      if (after.status !== "STOPPED") await queueStop(sql, context, after);
    });
  },
};

function isStopInput(input: unknown): input is StopInput {
  return typeof input === "object" && input !== null && "campaignEid" in input && typeof input.campaignEid === "string";
}
