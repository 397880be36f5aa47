import type { EmailCampaignRecord } from "./email-campaign.table.js";
import type { EmailSettingsRecord } from "./email-settings.table.js";
import type { EmailRecord } from "./email.table.js";
import { composeMail, type MailTemplate, oneLine } from "./mail-template.rules.js";

/** Who writes. */
export interface Sender {
  name: string;
  address: string;
  footerPostalAddress: string;
}

/** What the campaign does not say itself is that of its advertisable. */
export function senderOf(campaign: EmailCampaignRecord, settings: EmailSettingsRecord): Sender {
  return {
    name: oneLine(campaign.senderName ?? settings.senderName ?? ""),
    address: campaign.senderAddress ?? settings.senderAddress ?? "",
    footerPostalAddress: campaign.footerPostalAddress ?? settings.footerPostalAddress ?? "",
  };
}

/** The mail that an e-mail is; `heroImageUrl` is where its image is, null for none. */
export function templateOf(email: EmailRecord, sender: Sender, heroImageUrl: string | null): MailTemplate {
  return composeMail({
    subject: email.emailSubject ?? "",
    previewText: email.previewText,
    headline: email.headline,
    body: email.body,
    ctaLabel: email.ctaLabel,
    ctaDestination: email.ctaDestination,
    heroImageUrl,
    utm: { campaign: email.utmCampaign, source: email.utmSource, medium: email.utmMedium },
    senderName: sender.name,
    footerPostalAddress: sender.footerPostalAddress,
  });
}
