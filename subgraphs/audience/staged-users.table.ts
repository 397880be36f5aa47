import type { RequestContext } from "../../lib/context.js";
import { type Condition, type Sql, visibleTo } from "../../lib/database.js";
import { queueJob } from "../../lib/outbox.js";

const TABLE = "audience.staged_users";

/** The job that removes what a request left behind. */
export const SWEEP_STAGED_USERS = "sweepStagedUsers";

/** Milliseconds after which no request that stages users is under way any more. */
const SWEEP_AFTER = 600_000;

/** Keeps a part of a request's users, sealed, until the mutation that they are for, and has it removed whatever happens. */
export async function addPart(
  sql: Sql,
  context: RequestContext,
  { part, users }: { part: number; users: string },
): Promise<void> {
  const tenant = context.ownTenant;
  const now = context.clock.now();
  await sql.from(TABLE).insert({
    advertisable_eid: tenant,
    part,
    sealed: context.contactKeys.seal(users, ownerOf(tenant, part)),
    created_at: new Date(now),
  });
  if (part > 0) return;
  await queueJob(sql, context, {
    advertisableEid: tenant,
    job: SWEEP_STAGED_USERS,
    key: `${SWEEP_STAGED_USERS}:${tenant}`,
    input: { tenant },
    runAt: new Date(now + SWEEP_AFTER),
  });
}

/** A part of this request's users; null behind the last one. */
export async function stagedPart(sql: Sql, context: RequestContext, part: number): Promise<string | null> {
  const visible = ofRequest(context, context.ownTenant);
  const [row] = await sql.rows<{ sealed: Buffer }>(
    `select t.sealed from ${TABLE} t where ${visible.sql} and t.part = ?`,
    [...visible.bindings, part],
  );
  return row === undefined ? null : context.contactKeys.open(row.sealed, ownerOf(context.ownTenant, part));
}

/** Removes all that a request has staged. */
export async function removeParts(sql: Sql, context: RequestContext, tenant: string): Promise<void> {
  const visible = ofRequest(context, tenant);
  await sql.rows(`delete from ${TABLE} t where ${visible.sql}`, visible.bindings);
}

/** Nobody but the request itself, and the job that cleans up behind it, sees what it stages: no viewer as such does. */
function ofRequest(context: RequestContext, tenant: string): Condition {
  return visibleTo({ ...context.viewer, advertisables: [tenant] }, "t.advertisable_eid");
}

function ownerOf(tenant: string, part: number): string {
  return `${tenant} ${part}`;
}
