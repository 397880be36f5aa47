import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { nodeId } from "../../lib/node-type.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { acceptsTerms } from "./email-settings.rules.js";
import type { EmailSettings } from "./email-settings.type.js";

type Derived = "id" | "termsAccepted" | "isSuspended";

/** The settings as their table keeps them; `eid` is the advertisable's. */
export interface EmailSettingsRecord extends Omit<EmailSettings, Derived> {
  termsVersion: string | null;
  suspendedAt: Date | null;
}

const TABLE = "email.email_settings";

export const emailSettings = defineTenantTable<EmailSettingsRecord>({
  noun: "email settings",
  table: TABLE,
  columns: {
    eid: "advertisable_eid",
    advertisableEid: "advertisable_eid",
    country: "country",
    senderName: "sender_name",
    senderAddress: "sender_address",
    footerPostalAddress: "footer_postal_address",
    termsVersion: "terms_version",
    termsAcceptedAt: "terms_accepted_at",
    isBeta: "is_beta",
    suspendedAt: "suspended_at",
    optedOutAt: "opted_out_at",
    optedOutAgent: "opted_out_agent",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toEmailSettings({ termsVersion, suspendedAt, ...record }: EmailSettingsRecord): EmailSettings {
  return {
    ...record,
    id: nodeId("EmailSettings", record.eid),
    termsAccepted: acceptsTerms(termsVersion),
    isSuspended: suspendedAt !== null,
  };
}

/** What an advertisable has that has set nothing. */
function unset(advertisableEid: string): EmailSettingsRecord {
  return {
    eid: advertisableEid,
    advertisableEid,
    country: null,
    senderName: null,
    senderAddress: null,
    footerPostalAddress: null,
    termsVersion: null,
    termsAcceptedAt: null,
    isBeta: false,
    suspendedAt: null,
    optedOutAt: null,
    optedOutAgent: null,
    createdAt: null,
    updatedAt: null,
  };
}

/** The settings of an advertisable that the viewer can see. */
export async function settingsOf(context: RequestContext, advertisableEid: string): Promise<EmailSettingsRecord> {
  return (await emailSettings.byEid(context, advertisableEid)) ?? unset(advertisableEid);
}

/**
 * The settings of an advertisable, locked in the caller's transaction. Every transaction that locks
 * settings and campaigns locks the settings first.
 */
export async function lockSettings(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
): Promise<EmailSettingsRecord> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const now = new Date(context.clock.now());
  // Two that write the first ones at once wait for each other here; row-level security refuses a foreign row.
  await sql
    .from(TABLE)
    .insert({ advertisable_eid: advertisableEid, is_beta: false, created_at: now, updated_at: now })
    .onConflict(["advertisable_eid"])
    .ignore();
  const [locked] = await sql.rows<EmailSettingsRecord>(
    `select ${emailSettings.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? for update`,
    [...visible.bindings, advertisableEid],
  );
  if (locked === undefined) throw new TypeError("settings that were just written are not there");
  return locked;
}
