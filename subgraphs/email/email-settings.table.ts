import type { RequestContext } from "../../lib/context.js";
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
