import { defineSubgraph } from "../define-subgraph.js";
import { ADVERTISABLE_MESSAGE_RESOLVERS } from "./advertisable-message.resolver.js";
import { Advertisable } from "./advertisable.ref.js";
import { EMAIL_CAMPAIGN_RESOLVERS } from "./email-campaign.resolver.js";
import { emailCampaigns, toEmailCampaign } from "./email-campaign.table.js";
import { EMAIL_SETTINGS_RESOLVERS, requireSettings } from "./email-settings.resolver.js";
import { captureHeroImage } from "./capture-hero-image.job.js";
import { RUN_DRIP } from "./drip.table.js";
import { EmailContentResolver } from "./email-content.resolver.js";
import { EmailEventResolver } from "./email-event.resolver.js";
import { EMAIL_REPORT_RESOLVERS } from "./email-report.resolver.js";
import { CAPTURE_HERO_IMAGE } from "./hero-image.table.js";
import { runEmailCampaign } from "./run-email-campaign.job.js";
import { EMAIL_RESOLVERS } from "./email.resolver.js";
import { emails, toEmail } from "./email.table.js";
import { stopEmailCampaign } from "./stop-email-campaign.job.js";
import { STOP_EMAIL_CAMPAIGN } from "./stopping.js";
import { UNSUBSCRIBER_RESOLVERS } from "./unsubscriber.resolver.js";
import { toUnsubscriber, unsubscribers } from "./unsubscriber.table.js";

/** E-mail campaigns. */
export const email = defineSubgraph({
  name: "email",
  resolvers: [
    ...EMAIL_CAMPAIGN_RESOLVERS,
    ...EMAIL_RESOLVERS,
    ...EMAIL_SETTINGS_RESOLVERS,
    ...UNSUBSCRIBER_RESOLVERS,
    ...EMAIL_REPORT_RESOLVERS,
    EmailContentResolver,
    EmailEventResolver,
    ...ADVERTISABLE_MESSAGE_RESOLVERS,
  ],
  orphanedTypes: [Advertisable],
  references: {
    EmailCampaign: async ({ eid }, context) => toEmailCampaign(await emailCampaigns.require(context, eid)),
    Email: async ({ eid }, context) => toEmail(await emails.require(context, eid)),
    EmailSettings: async ({ eid }, context) => await requireSettings(context, eid),
    Unsubscriber: async ({ eid }, context) => toUnsubscriber(await unsubscribers.require(context, eid)),
  },
  jobs: {
    [STOP_EMAIL_CAMPAIGN]: stopEmailCampaign,
    [RUN_DRIP]: runEmailCampaign,
    [CAPTURE_HERO_IMAGE]: captureHeroImage,
  },
});
