import { recordAudits } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Binding, type Sql, visibleTo } from "../../lib/database.js";
import { ads as adTable } from "./ad.table.js";
import { adGroups as adGroupTable } from "./ad-group.table.js";
import { campaigns as campaignTable } from "./campaign.table.js";
import type { OwnedAdGroup } from "./import.rules.js";

const ACTION = "importAds";

/** The columns that a new row has bindings for in all three tables, and the beginning of its VALUES. */
const OWN_COLUMNS = "advertisable_eid, eid, external_id, name, created_at, updated_at";

interface ImportSpec {
  noun: string;
  /** What a new row is called: `<title> <external id>`. */
  title: string;
  table: string;
  /** The other columns of a new row, and their values. */
  columns: string;
  values: string;
  /** What is read of a row that exists. */
  key: string;
  /** What an audit row holds of a new one. */
  select: readonly string[];
}

const KEY = 't.eid, t.external_id as "externalId"';

export const CAMPAIGN: ImportSpec = {
  noun: "campaign",
  title: "Campaign",
  table: "entities.campaign",
  columns: `currency, status, is_active, ui_budget_daily, is_retargeting, is_coop, is_pubgraph, is_social, is_sn_wca,
    is_sn_newsfeed, is_mobile_vendor_network, pricing_strategies`,
  values: "?, 'APPROVED', true, false, false, false, false, false, false, false, false, '{}'",
  key: KEY,
  select: campaignTable.select,
};

export const AD_GROUP: ImportSpec = {
  noun: "ad group",
  title: "Ad group",
  table: "entities.ad_group",
  columns: `campaign_eid, type, status, is_active, positive_segments, negative_segments, geo_target_worldwide, placement_targets,
    site_exclusions, flight_timezone`,
  values: "?, 'web', 'APPROVED', true, '{}', '{}', true, '{}', '{}', 'UTC'",
  key: `${KEY}, t.campaign_eid as "campaignEid"`,
  select: adGroupTable.select,
};

export const AD: ImportSpec = {
  noun: "ad",
  title: "Ad",
  table: "entities.ad",
  columns: `status, type, is_active, has_edits, has_pending_edits, is_outlined, valid_clicktag`,
  values: "'APPROVED', 'AD_NETWORK', true, false, false, false, false",
  key: KEY,
  select: adTable.select,
};

export interface Found {
  eid: string;
  externalId: string;
}

export type FoundAdGroup = Found & OwnedAdGroup;

/** Rows of one table by external identifier. */
export async function find<R extends Found = Found>(
  sql: Sql,
  context: RequestContext,
  spec: ImportSpec,
  advertisableEid: string,
  externalIds: readonly string[],
): Promise<Map<string, R>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await sql.rows<R>(
    `select ${spec.key} from ${spec.table} t
     where ${visible.sql} and t.advertisable_eid = ? and t.external_id = any(?)`,
    [...visible.bindings, advertisableEid, [...externalIds]],
  );
  return byExternalId(rows);
}

function byExternalId<R extends Found>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.map((row) => [row.externalId, row]));
}

/**
 * All rows of the given identifiers, those that are missing created together with their audit rows:
 * three statements, and one more where another import was faster. `extra` binds what `spec.values` leaves open.
 */
export async function ensure<R extends Found = Found>(
  sql: Sql,
  context: RequestContext,
  spec: ImportSpec,
  advertisableEid: string,
  extra: ReadonlyMap<string, readonly Binding[]>,
): Promise<{ rows: Map<string, R>; created: number }> {
  const rows = await find<R>(sql, context, spec, advertisableEid, [...extra.keys()]);
  // In one order for all, so that two imports wait for each other and don't deadlock.
  const missing = [...extra].filter(([externalId]) => !rows.has(externalId)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (missing.length === 0) return { rows, created: 0 };

  const now = new Date(context.clock.now());
  const created = await sql.rows<R>(
    `insert into ${spec.table} as t (${OWN_COLUMNS}, ${spec.columns})
     values ${missing.map(() => `(?, ?, ?, left(?, 255), ?, ?, ${spec.values})`).join(", ")}
     on conflict (advertisable_eid, external_id) do nothing returning ${spec.select.join(", ")}`,
    missing.flatMap(([externalId, more]) => [
      advertisableEid,
      context.newEid(),
      externalId,
      `${spec.title} ${externalId}`,
      now,
      now,
      ...more,
    ]),
  );
  await recordAudits(
    sql,
    context,
    created.map((record) => ({
      advertisableEid,
      action: ACTION,
      noun: spec.noun,
      nounEid: record.eid,
      before: null,
      after: record,
    })),
  );
  for (const [externalId, row] of byExternalId(created)) rows.set(externalId, row);

  const theirs = missing.map(([externalId]) => externalId).filter((externalId) => !rows.has(externalId));
  if (theirs.length > 0) {
    for (const [externalId, row] of await find<R>(sql, context, spec, advertisableEid, theirs))
      rows.set(externalId, row);
  }
  return { rows, created: created.length };
}
