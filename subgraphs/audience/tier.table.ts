import type { RequestContext } from "../../lib/context.js";
import { recordAudit } from "../../lib/audit.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { notFound } from "../../lib/errors.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { ListRecord } from "./target-account-list.table.js";
import type { Tier } from "./tier.type.js";

export type TierRecord = Omit<Tier, "id">;

const TABLE = "audience.tier";

/** Accounts that leave a tier by one statement, as all their indexes are written: so that none of them takes long. */
const AT_ONCE = 2_000;

export const tiers = defineTenantTable<TierRecord>({
  noun: "tier",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    listEid: "tal_eid",
    name: "name",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toTier(record: TierRecord): Tier {
  return { ...record, id: nodeId("Tier", record.eid) };
}

export const tiersOfList = definePages<TierRecord, Tier>({
  from: `${TABLE} t`,
  parent: "t.tal_eid",
  eid: "t.eid",
  columns: tiers.select,
  filters: { eid: "t.eid", name: "t.name" },
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toTier,
});

/** The tier of a list, or NOT_FOUND for one of another list. */
export async function requireTierOf(context: RequestContext, list: ListRecord, eid: string): Promise<TierRecord> {
  const tier = await tiers.require(context, eid);
  if (tier.listEid !== list.eid) throw notFound("tier", eid);
  return tier;
}

/** Deletes a tier of a list that the caller holds; its accounts stay in the list, in no tier. */
export async function deleteTier(sql: Sql, context: RequestContext, tier: TierRecord): Promise<void> {
  const visible = visibleTo(context.viewer);
  const key = [...visible.bindings, tier.advertisableEid, tier.eid];
  const now = new Date(context.clock.now());
  let count = AT_ONCE;
  while (count === AT_ONCE) {
    // Up to the last domain of the slice; "~" comes after all domains.
    const [row] = await sql.rows<{ count: number }>(
      `with freed as (
         update audience.target_account set tier_eid = null, updated_at = ?
         where ${visible.sql} and advertisable_eid = ? and tier_eid = ? and domain <= coalesce((
           select domain from audience.target_account where ${visible.sql} and advertisable_eid = ? and tier_eid = ?
           order by domain offset ? limit 1), '~')
         returning 1
       ) select count(*) as count from freed`,
      [now, ...key, ...key, AT_ONCE - 1],
    );
    count = row?.count ?? 0;
  }
  await sql.rows(`delete from ${TABLE} where ${visible.sql} and advertisable_eid = ? and eid = ?`, key);
  await recordAudit(sql, context, {
    advertisableEid: tier.advertisableEid,
    action: "deleteTier",
    noun: "tier",
    nounEid: tier.eid,
    before: tier,
    after: null,
  });
}
