import { isDeepStrictEqual } from "node:util";
import { recordAudits } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { keysOf } from "../../lib/keys.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable, type TenantRecord } from "../../lib/tenant-table.js";
import type { Email } from "./email.type.js";
import { BASE_COLUMNS } from "./lists.js";

export type EmailRecord = Omit<Email, "id">;

const TABLE = "email.email";

const COLUMNS = {
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
} as const satisfies Record<keyof EmailRecord, string>;

const ENTRIES = keysOf(COLUMNS).map((field) => [field, COLUMNS[field]] as const);

export const emails = defineTenantTable<EmailRecord>({ noun: "email", table: TABLE, columns: COLUMNS });

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

/** All e-mails of a campaign, the first one first; null where it has none. */
export const everyEmailOf = defineLoader<TenantRecord, EmailRecord[]>(
  async (campaigns, context) =>
    Map.groupBy(await select(context.sql, context, campaigns, ""), (email) => email.campaignEid),
  ({ eid }) => eid,
);

/** The same for one campaign, locked in the caller's transaction, which holds the campaign. */
export async function lockEmails(sql: Sql, context: RequestContext, campaign: TenantRecord): Promise<EmailRecord[]> {
  return await select(sql, context, [campaign], "for update");
}

async function select(
  sql: Sql,
  context: RequestContext,
  campaigns: readonly TenantRecord[],
  lock: "" | "for update",
): Promise<EmailRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await sql.rows<EmailRecord>(
    `select ${emails.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = any(?) and t.campaign_eid = any(?)
     order by t.campaign_eid, t.position ${lock}`,
    [...visible.bindings, campaigns.map(({ advertisableEid }) => advertisableEid), campaigns.map(({ eid }) => eid)],
  );
}

/** Writes changes of e-mails that the caller's transaction holds, and their audit rows; those that stay as they are leave none. */
export async function writeEmails(
  sql: Sql,
  context: RequestContext,
  action: string,
  changes: readonly { before: EmailRecord; after: EmailRecord }[],
): Promise<void> {
  const differing = changes.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (differing.length === 0) return;
  const rows = differing.map(({ after }) =>
    Object.fromEntries(ENTRIES.map(([field, column]) => [column, after[field]])),
  );
  // Every row is there already: it is one statement for all of them.
  await sql
    .from(TABLE)
    .insert(rows)
    .onConflict(["advertisable_eid", "eid"])
    .merge(ENTRIES.map(([, column]) => column));
  await recordAudits(
    sql,
    context,
    differing.map(({ before, after }) => ({
      advertisableEid: after.advertisableEid,
      action,
      noun: "email",
      nounEid: after.eid,
      before,
      after,
    })),
  );
}
