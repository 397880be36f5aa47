import { recordAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Binding, type Condition, type Sql, visibleTo } from "../../lib/database.js";
import { badInput } from "../../lib/errors.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, pageSize } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { ATTRIBUTES_TABLE } from "./domain-attributes.table.js";
import { criteriaCondition } from "./target-account-criteria.table.js";
import type { AccountOrder, AccountSliceArgs, TargetAccountCriteria } from "./target-account.input.js";
import type { AccountItem } from "./target-account.rules.js";
import { type ListRecord, lists } from "./target-account-list.table.js";
import type { TargetAccount } from "./target-account.type.js";

export type AccountRecord = Omit<TargetAccount, "id">;

const TABLE = "audience.target_account";

/** Domains that can be discovered at once. */
const MAX_DISCOVERED = 10_000;
const MAX_OFFSET = 100_000_000;

export const accounts = defineTenantTable<AccountRecord>({
  noun: "target account",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    listEid: "tal_eid",
    tierEid: "tier_eid",
    domain: "domain",
    score: "score",
    source: "source",
    crmSyncedAt: "crm_synced_at",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toAccount(record: AccountRecord): TargetAccount {
  return { ...record, id: nodeId("TargetAccount", record.eid) };
}

const ORDERS: Readonly<Record<AccountOrder, string>> = {
  DOMAIN: "t.domain",
  SCORE: "coalesce(t.score, -1)",
  CREATED_AT: "t.created_at",
};

const LIST = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: accounts.select,
  filters: { eid: "t.eid", tierEid: "t.tier_eid", domain: "t.domain" },
  orders: ORDERS,
  defaultOrder: [{ field: "DOMAIN", direction: "ASC" }],
  toNode: toAccount,
} as const;

export const accountsOfList = definePages<AccountRecord, TargetAccount>({ ...LIST, parent: "t.tal_eid" });
export const accountsOfTier = definePages<AccountRecord, TargetAccount>({ ...LIST, parent: "t.tier_eid" });

/** The accounts of a list or of a tier from an offset on, read off the index of their order. */
export async function accountSlice(
  context: RequestContext,
  list: Pick<ListRecord, "eid" | "advertisableEid">,
  { tierEid, offset, first, orderBy, descending }: AccountSliceArgs,
): Promise<TargetAccount[]> {
  if (offset < 0 || offset > MAX_OFFSET)
    throw badInput(["offset"], "OUT_OF_RANGE", `offset must be from 0 to ${MAX_OFFSET}.`);
  const size = pageSize(first, context.pageLimit);
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const direction = descending ? "desc" : "asc";
  const rows = await context.sql.rows<AccountRecord>(
    `select ${accounts.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.tal_eid = ? ${tierEid == null ? "" : "and t.tier_eid = ?"}
     order by ${ORDERS[orderBy]} ${direction}, t.eid ${direction} limit ? offset ?`,
    [...visible.bindings, list.advertisableEid, list.eid, ...(tierEid == null ? [] : [tierEid]), size, offset],
  );
  return rows.map(toAccount);
}

/** What an upsert came to; `tiered` are those of the existing ones that were in a tier before. */
export interface Upserted {
  existing: string[];
  added: string[];
  tiered: string[];
}

/**
 * Writes accounts into a list that the caller holds, in two statements and an audit row. Those that are new, or in no
 * tier yet, come into the tier; what an item leaves open stays as it is.
 */
export async function upsertAccounts(
  sql: Sql,
  context: RequestContext,
  action: string,
  list: ListRecord,
  tierEid: string | null,
  items: readonly AccountItem[],
): Promise<Upserted> {
  if (items.length === 0) return { existing: [], added: [], tiered: [] };
  const domains = items.map((item) => item.domain);
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const before = await sql.rows<{ domain: string; tierEid: string | null }>(
    `select t.domain, t.tier_eid as "tierEid" from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.tal_eid = ? and t.domain = any(?)`,
    [...visible.bindings, list.advertisableEid, list.eid, domains],
  );
  const known = new Map(before.map((row) => [row.domain, row.tierEid]));
  const rows = items.map(({ domain, score, crmSyncedAt, source }) => ({
    domain,
    eid: context.newEid(),
    score,
    source,
    crm_synced_at: crmSyncedAt?.toISOString() ?? null,
  }));
  const now = new Date(context.clock.now());
  await sql.rows(
    `insert into ${TABLE} as t (advertisable_eid, tal_eid, domain, eid, tier_eid, score, is_score_given, source,
       crm_synced_at, created_at, updated_at)
     select ?, ?, domain, eid, ?, score, score is not null, source, crm_synced_at, ?::timestamptz, ?::timestamptz
     from jsonb_to_recordset(?::jsonb)
       as given (domain text, eid text, score double precision, source text, crm_synced_at timestamptz)
     order by domain
     on conflict (advertisable_eid, tal_eid, domain) do update set
       tier_eid = coalesce(t.tier_eid, excluded.tier_eid),
       score = coalesce(excluded.score, t.score),
       is_score_given = t.is_score_given or excluded.is_score_given,
       source = coalesce(excluded.source, t.source),
       crm_synced_at = coalesce(excluded.crm_synced_at, t.crm_synced_at),
       updated_at = excluded.updated_at`,
    [list.advertisableEid, list.eid, tierEid, now, now, JSON.stringify(rows)],
  );
  const upserted = {
    existing: domains.filter((domain) => known.has(domain)),
    added: domains.filter((domain) => !known.has(domain)),
    tiered: domains.filter((domain) => known.get(domain) != null),
  };
  await recordAudit(sql, context, {
    advertisableEid: list.advertisableEid,
    action,
    noun: "target account list",
    nounEid: list.eid,
    before: null,
    after: { tierEid, existingDomains: upserted.existing, newDomains: upserted.added },
  });
  if (upserted.added.length > 0) await lists.write(sql, context, action, list, { scoringItemsPending: true });
  return upserted;
}

/** The known domains that fit, in their order. BAD_USER_INPUT for more than 10,000. */
export async function discoverDomains(
  context: RequestContext,
  criteria: TargetAccountCriteria,
  list: Pick<ListRecord, "scoringGrades">,
  field: "criteria" | "discover" = "criteria",
): Promise<string[]> {
  const condition = criteriaCondition(
    criteria,
    { domain: "a.domain", score: "null::double precision" },
    list.scoringGrades,
  );
  const rows = await context.sql.rows<{ domain: string }>(
    `select a.domain from ${ATTRIBUTES_TABLE} a where ${condition?.sql ?? "true"} order by a.domain limit ?`,
    [...(condition?.bindings ?? []), MAX_DISCOVERED + 1],
  );
  if (rows.length > MAX_DISCOVERED) {
    throw badInput(["input", field], "TOO_MANY", `${field} fits more than ${MAX_DISCOVERED} domains; narrow it down.`);
  }
  return rows.map((row) => row.domain);
}

/** Which accounts are to be deleted. */
export interface Deletion {
  tierEid: string | null;
  domains: readonly string[] | null;
  criteria: TargetAccountCriteria | null;
  inverted: boolean;
}

/** Deletes accounts of a list that the caller holds, in one statement and an audit row; how many there were. */
export async function deleteAccounts(
  sql: Sql,
  context: RequestContext,
  list: ListRecord,
  deletion: Deletion,
): Promise<number> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const { tierEid, domains } = deletion;
  const scope: Condition[] = [
    visible,
    { sql: "t.advertisable_eid = ? and t.tal_eid = ?", bindings: [list.advertisableEid, list.eid] },
    ...(tierEid === null ? [] : [{ sql: "t.tier_eid = ?", bindings: [tierEid] }]),
  ];
  const condition = criteriaCondition(deletion.criteria, { domain: "t.domain", score: "t.score" }, list.scoringGrades);
  const chosen: Condition[] = [
    ...(domains === null ? [] : [{ sql: "t.domain = any(?)", bindings: [[...domains]] }]),
    ...(condition === null ? [] : [condition]),
  ];
  const wanted = chosen.length === 0 ? "true" : chosen.map(({ sql: each }) => `(${each})`).join(" and ");
  const bindings: Binding[] = [...scope, ...chosen].flatMap((each) => each.bindings);
  // What is unknown fits no condition, and so belongs to the complement.
  const [row] = await sql.rows<{ count: number }>(
    // No join of the table with itself: of a list that is newer than the table's statistics that can take for ever.
    `with gone as (
       delete from ${TABLE} t where ${scope.map((each) => each.sql).join(" and ")} and ${deletion.inverted ? "not " : ""}coalesce(
         (select ${wanted} from (select) one left join ${ATTRIBUTES_TABLE} a on a.domain = t.domain), false)
       returning 1
     ) select count(*) as count from gone`,
    bindings,
  );
  const count = row?.count ?? 0;
  await recordAudit(sql, context, {
    advertisableEid: list.advertisableEid,
    action: "deleteTargetAccounts",
    noun: "target account list",
    nounEid: list.eid,
    before: null,
    after: { ...deletion, deletedCount: count },
  });
  return count;
}
