import type { RequestContext } from "../../lib/context.js";
import type { Violation } from "../../lib/errors.js";
import { launchViolations } from "./email-campaign.rules.js";
import type { EmailCampaignRecord } from "./email-campaign.table.js";
import { settingsOf } from "./email-settings.table.js";
import { everyEmailOf } from "./email.table.js";

/** What a campaign lacks to be set to running, as it is read now. */
export async function lacksToRun(context: RequestContext, campaign: EmailCampaignRecord): Promise<Violation[]> {
  const [settings, emails] = await Promise.all([
    settingsOf(context, campaign.advertisableEid),
    everyEmailOf(context, campaign),
  ]);
  return launchViolations({ campaign, settings, emails: emails ?? [] });
}
