import { USER_FIELDS, type UserData, userRecord } from "./entity-records.js";
import { legacyAmount, legacyEnum } from "./legacy-format.js";

/** What belongs to an organization in /api/v1: what is asked of the graph, and the record of it. */

export const MEMBER_FIELDS = `fragment MemberFields on OrganizationMember { eid firstName lastName user { ...UserFields } } ${USER_FIELDS}`;

export interface MemberData {
  eid: string;
  firstName: string;
  lastName: string;
  /** Null to callers who may know the name only. */
  user: UserData | null;
}

export function memberRecord(data: MemberData) {
  return data.user === null
    ? { eid: data.eid, first_name: data.firstName, last_name: data.lastName }
    : userRecord(data.user);
}

export const BILLING_METHOD_FIELDS =
  "fragment BillingMethodFields on BillingMethod { eid type label isDefault currency }";

export interface BillingMethodData {
  eid: string;
  type: string;
  label: string;
  isDefault: boolean;
  currency: string;
}

export function billingMethodRecord(data: BillingMethodData) {
  return {
    eid: data.eid,
    type: legacyEnum(data.type),
    label: data.label,
    is_default: data.isDefault,
    currency: data.currency,
  };
}

export const INVOICE_FIELDS = `fragment InvoiceFields on Invoice {
  eid organization { eid } number periodStart periodEnd status amount { amount currency }
  lines { advertisableEid campaignEid description amount { amount } }
}`;

export interface InvoiceData {
  eid: string;
  organization: { eid: string } | null;
  number: string;
  periodStart: string;
  periodEnd: string;
  status: string;
  amount: { amount: string; currency: string };
  lines: {
    advertisableEid: string | null;
    campaignEid: string | null;
    description: string;
    amount: { amount: string };
  }[];
}

export function invoiceRecord(data: InvoiceData) {
  return {
    eid: data.eid,
    organization: data.organization?.eid ?? null,
    number: data.number,
    period_start: data.periodStart,
    period_end: data.periodEnd,
    currency: data.amount.currency,
    amount: legacyAmount(data.amount),
    status: legacyEnum(data.status),
    lines: data.lines.map((line) => ({
      advertisable: line.advertisableEid,
      campaign: line.campaignEid,
      description: line.description,
      amount: legacyAmount(line.amount),
    })),
  };
}
