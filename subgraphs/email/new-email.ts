import type { RequestContext } from "../../lib/context.js";
import { delayOf, type EmailFields } from "./email.rules.js";
import type { EmailRecord } from "./email.table.js";

/** An e-mail that is yet to be written; what hangs on campaign and channel says so in its links when nothing else is said. */
export function newEmail(
  context: RequestContext,
  campaign: { advertisableEid: string; eid: string; name: string },
  position: number,
  fields: EmailFields,
): EmailRecord {
  const now = new Date(context.clock.now());
  return {
    eid: context.newEid(),
    advertisableEid: campaign.advertisableEid,
    campaignEid: campaign.eid,
    position,
    body: fields.body ?? null,
    headline: fields.headline ?? null,
    ctaDestination: fields.ctaDestination ?? null,
    ctaLabel: fields.ctaLabel ?? null,
    heroImageUrl: fields.heroImageUrl ?? null,
    emailSubject: fields.emailSubject ?? null,
    previewText: fields.previewText ?? null,
    utmCampaign: fields.utmCampaign ?? campaign.name,
    utmSource: fields.utmSource ?? "adgraph",
    utmMedium: fields.utmMedium ?? "email",
    delayHours: delayOf(position, fields.delayHours),
    createdAt: now,
    updatedAt: now,
  };
}
