import type { RequestContext } from "./context.js";
import type { Sql } from "./database.js";

/** What was done to one object. */
export interface AuditRecord {
  advertisableEid: string;
  /** What was asked for, as the mutation is called: `pauseCampaign`. */
  action: string;
  noun: string;
  nounEid: string;
  /** The object's columns before and after; null where it did not exist. */
  before: object | null;
  after: object | null;
}

/** Writes the audit row of a change; call it in the transaction of that change. */
export async function recordAudit(sql: Sql, context: RequestContext, record: AuditRecord): Promise<void> {
  await recordAudits(sql, context, [record]);
}

/** Writes the audit rows of several changes, in one statement. */
export async function recordAudits(sql: Sql, context: RequestContext, records: readonly AuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql.from("platform.audit_entry").insert(
    records.map((record) => ({
      advertisable_eid: record.advertisableEid,
      eid: context.newEid(),
      at: new Date(context.clock.now()),
      user_eid: context.viewer.userEid,
      client_id: context.viewer.apiClient,
      request_id: context.requestId,
      action: record.action,
      noun: record.noun,
      noun_eid: record.nounEid,
      before: record.before === null ? null : JSON.stringify(record.before),
      after: record.after === null ? null : JSON.stringify(record.after),
    })),
  );
}
