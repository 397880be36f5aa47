import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { EmailCampaign } from "./email-campaign.type.js";
import { BASE_COLUMNS } from "./lists.js";

export type EmailCampaignRecord = Omit<EmailCampaign, "id">;

const TABLE = "email.email_campaign";

export const emailCampaigns = defineTenantTable<EmailCampaignRecord>({
  noun: "email campaign",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    status: "status",
    source: "source",
    startDate: "start_date",
    endDate: "end_date",
    senderName: "sender_name",
    senderAddress: "sender_address",
    footerPostalAddress: "footer_postal_address",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toEmailCampaign(record: EmailCampaignRecord): EmailCampaign {
  return { ...record, id: nodeId("EmailCampaign", record.eid) };
}

const LIST: Omit<ListSpec<EmailCampaignRecord, EmailCampaign>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: emailCampaigns.select,
  filters: { ...BASE_COLUMNS.filters, name: "t.name", status: "t.status", source: "t.source" },
  orders: { CREATED_AT: "t.created_at", UPDATED_AT: "t.updated_at", NAME: "t.name" },
  defaultOrder: BASE_COLUMNS.defaultOrder,
  toNode: toEmailCampaign,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const emailCampaignsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const emailCampaignsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
