import { recordAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import type { AdvertisableMessageType } from "./advertisable-message.type.js";

const TABLE = "email.message_view";

/** When each type of message was marked as viewed last; null for an advertisable where none was. */
export const messageViewsOf = defineLoader<string, ReadonlyMap<string, Date>>(async (eids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<{ advertisableEid: string; type: string; viewedAt: Date }>(
    `select t.advertisable_eid as "advertisableEid", t.type, t.viewed_at as "viewedAt" from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = any(?)`,
    [...visible.bindings, [...eids]],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.advertisableEid)].map(([eid, views]) => [
      eid,
      new Map(views.map(({ type, viewedAt }) => [type, viewedAt])),
    ]),
  );
});

/** Marks a type of message as viewed now, in the caller's transaction. */
export async function writeMessageView(
  sql: Sql,
  context: RequestContext,
  action: string,
  { advertisableEid, type }: { advertisableEid: string; type: AdvertisableMessageType },
): Promise<void> {
  const viewedAt = new Date(context.clock.now());
  await sql.rows(
    `insert into ${TABLE} (advertisable_eid, type, viewed_at) values (?, ?, ?)
     on conflict (advertisable_eid, type) do update set viewed_at = excluded.viewed_at`,
    [advertisableEid, type, viewedAt],
  );
  const after = { type, viewedAt };
  await recordAudit(sql, context, {
    advertisableEid,
    action,
    noun: "message",
    nounEid: advertisableEid,
    before: null,
    after,
  });
}
