import { recordAudits } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
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

/** The campaigns of an advertisable that have not ended, the oldest first; empty where it has none. */
export const liveCampaignsOf = defineLoader<string, EmailCampaignRecord[]>(async (eids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<EmailCampaignRecord>(
    `select ${emailCampaigns.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = any(?) and t.status <> 'STOPPED' order by t.created_at, t.eid`,
    [...visible.bindings, [...eids]],
  );
  return Map.groupBy(rows, (row) => row.advertisableEid);
});

/**
 * Ends the campaigns of an advertisable, in the transaction that holds its settings.
 *
 * @returns how many had not ended yet.
 */
export async function stopCampaigns(
  sql: Sql,
  context: RequestContext,
  action: string,
  advertisableEid: string,
): Promise<number> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  // In the order of their keys, so that two that lock the same rows wait instead of failing.
  const before = await sql.rows<EmailCampaignRecord>(
    `select ${emailCampaigns.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.status <> 'STOPPED' order by t.eid for update`,
    [...visible.bindings, advertisableEid],
  );
  if (before.length === 0) return 0;
  const at = new Date(context.clock.now());
  await sql.rows(
    `update ${TABLE} t set status = 'STOPPED', updated_at = ?
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = any(?)`,
    [at, ...visible.bindings, advertisableEid, before.map(({ eid }) => eid)],
  );
  await recordAudits(
    sql,
    context,
    before.map((record) => ({
      advertisableEid,
      action,
      noun: "email campaign",
      nounEid: record.eid,
      before: record,
      after: { ...record, status: "STOPPED", updatedAt: at },
    })),
  );
  return before.length;
}

/** Tells that there is a campaign, before its row is written in the caller's transaction. */
export async function makeKnown(sql: Sql, eid: string): Promise<void> {
  await sql.from("email.known_campaign").insert({ eid });
}

/**
 * Whether there is an advertisable or an e-mail campaign with this EID, be it foreign. For the old interface
 * alone, whose documents tell 403 from 404; the graph tells nobody.
 */
export async function existsAnywhere(context: RequestContext, eid: string): Promise<boolean> {
  const rows = await context.sql.rows(
    `select 1 from platform.ownership where advertisable_eid = ?
     union all select 1 from email.known_campaign where eid = ?`,
    [eid, eid],
  );
  return rows.length > 0;
}
