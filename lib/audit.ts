import type { RequestContext } from "./context.js";
import type { Sql } from "./database.js";

/** What was done to one object, whoever it belongs to. */
interface Deed {
  /** What was asked for, as the mutation is called: `pauseCampaign`. */
  action: string;
  noun: string;
  nounEid: string;
  /** The object's columns before and after; null where it did not exist. */
  before: object | null;
  after: object | null;
}

/** What was done to one object of an advertisable. */
export interface AuditRecord extends Deed {
  advertisableEid: string;
}

/** What was done to, or read of, an object that belongs to an organization. */
export interface OrganizationAuditRecord extends Deed {
  organizationEid: string;
}

/** Writes the audit row of a change; call it in the transaction of that change. */
export async function recordAudit(sql: Sql, context: RequestContext, record: AuditRecord): Promise<void> {
  await recordAudits(sql, context, [record]);
}

/** Writes the audit rows of several changes, in one statement. Does nothing without records. */
export async function recordAudits(sql: Sql, context: RequestContext, records: readonly AuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql
    .from("platform.audit_entry")
    .insert(records.map((record) => ({ advertisable_eid: record.advertisableEid, ...columnsOf(context, record) })));
}

/** The same for objects of organizations. Does nothing without records. */
export async function recordOrganizationAudit(
  sql: Sql,
  context: RequestContext,
  records: readonly OrganizationAuditRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await sql
    .from("platform.organization_audit_entry")
    .insert(records.map((record) => ({ organization_eid: record.organizationEid, ...columnsOf(context, record) })));
}

function columnsOf(context: RequestContext, deed: Deed): object {
  return {
    eid: context.newEid(),
    at: new Date(context.clock.now()),
    user_eid: context.viewer.userEid,
    client_id: context.viewer.apiClient,
    request_id: context.requestId,
    action: deed.action,
    noun: deed.noun,
    noun_eid: deed.nounEid,
    before: deed.before === null ? null : JSON.stringify(deed.before),
    after: deed.after === null ? null : JSON.stringify(deed.after),
  };
}
