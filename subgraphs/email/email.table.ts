import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { Email } from "./email.type.js";
import { BASE_COLUMNS } from "./lists.js";

export type EmailRecord = Omit<Email, "id">;

const TABLE = "email.email";

export const emails = defineTenantTable<EmailRecord>({
  noun: "email",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    campaignEid: "campaign_eid",
    position: "position",
    body: "body",
    headline: "headline",
    ctaDestination: "cta_destination",
    ctaLabel: "cta_label",
    heroImageUrl: "hero_image_url",
    emailSubject: "email_subject",
    previewText: "preview_text",
    utmCampaign: "utm_campaign",
    utmSource: "utm_source",
    utmMedium: "utm_medium",
    delayHours: "delay_hours",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toEmail(record: EmailRecord): Email {
  return { ...record, id: nodeId("Email", record.eid) };
}

const LIST: Omit<ListSpec<EmailRecord, Email>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: emails.select,
  filters: { ...BASE_COLUMNS.filters, campaignEid: "t.campaign_eid" },
  orders: BASE_COLUMNS.orders,
  defaultOrder: BASE_COLUMNS.defaultOrder,
  toNode: toEmail,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const emailsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const emailsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const emailsOfCampaign = definePages({
  ...LIST,
  parent: "t.campaign_eid",
  orders: { ...BASE_COLUMNS.orders, POSITION: "t.position" },
  defaultOrder: [{ field: "POSITION", direction: "ASC" }],
});
