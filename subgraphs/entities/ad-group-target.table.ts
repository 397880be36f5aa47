import { isDeepStrictEqual } from "node:util";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { keysOf } from "../../lib/keys.js";
import { defineLoader } from "../../lib/loader.js";
import type { DemographicTarget, GeoTarget, PlatformTarget } from "./ad-group-target.type.js";

/** The targets of an ad group that have tables of their own. */
export interface TargetRows {
  geoTargets: GeoTarget[];
  platformTargets: PlatformTarget[];
  demographicTargets: DemographicTarget[];
}

export const NO_TARGETS: TargetRows = { geoTargets: [], platformTargets: [], demographicTargets: [] };

interface TargetTable<T> {
  table: string;
  columns: Readonly<Record<keyof T & string, string>>;
  order: string;
  /** The target without the ad group that it was read with. */
  toTarget(row: Owned<T>): T;
}

type Owned<T> = T & { adGroupEid: string };

const GEO: TargetTable<GeoTarget> = {
  table: "entities.ad_group_geo_target",
  columns: {
    eid: "eid",
    isNegative: "is_negative",
    countryId: "country_id",
    regionId: "region_id",
    metroId: "metro_id",
    cityId: "city_id",
    postalCodeId: "postal_code_id",
    postalCode: "postal_code",
  },
  order: "t.position, t.eid",
  toTarget: ({ adGroupEid: _adGroupEid, ...target }) => target,
};

const PLATFORM: TargetTable<PlatformTarget> = {
  table: "entities.ad_group_platform_target",
  columns: { type: "type", os: "os", osVersion: "os_version", device: "device" },
  order: "t.type, t.os, t.device, t.os_version",
  toTarget: ({ adGroupEid: _adGroupEid, ...target }) => target,
};

const DEMOGRAPHIC: TargetTable<DemographicTarget> = {
  table: "entities.ad_group_demographic_target",
  columns: { minAge: "min_age", maxAge: "max_age" },
  order: "t.min_age, t.max_age",
  toTarget: ({ adGroupEid: _adGroupEid, ...target }) => target,
};

async function rowsOf<T extends object>(
  sql: Sql,
  context: RequestContext,
  spec: TargetTable<T>,
  adGroupEids: readonly string[],
): Promise<Map<string, T[]>> {
  const { table, columns, order } = spec;
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const fields = keysOf<Readonly<Record<keyof T & string, string>>>(columns);
  const rows = await sql.rows<Owned<T>>(
    `select t.ad_group_eid as "adGroupEid", ${fields.map((field) => `t.${columns[field]} as "${field}"`).join(", ")}
     from ${table} t where ${visible.sql} and t.ad_group_eid = any(?) order by t.ad_group_eid, ${order}`,
    [...visible.bindings, [...adGroupEids]],
  );
  const owned = Map.groupBy(rows, (row) => row.adGroupEid);
  return new Map([...owned].map(([eid, group]) => [eid, group.map((row) => spec.toTarget(row))]));
}

export const geoTargetsByAdGroup = defineLoader<string, GeoTarget[]>((eids, context) =>
  rowsOf(context.sql, context, GEO, eids),
);
export const platformTargetsByAdGroup = defineLoader<string, PlatformTarget[]>((eids, context) =>
  rowsOf(context.sql, context, PLATFORM, eids),
);
export const demographicTargetsByAdGroup = defineLoader<string, DemographicTarget[]>((eids, context) =>
  rowsOf(context.sql, context, DEMOGRAPHIC, eids),
);

/** All targets of some ad groups, in the caller's transaction: three statements. */
export async function targetsOf(
  sql: Sql,
  context: RequestContext,
  adGroupEids: readonly string[],
): Promise<(adGroupEid: string) => TargetRows> {
  // One after the other: a transaction has one connection.
  const geo = await rowsOf(sql, context, GEO, adGroupEids);
  const platform = await rowsOf(sql, context, PLATFORM, adGroupEids);
  const demographic = await rowsOf(sql, context, DEMOGRAPHIC, adGroupEids);
  return (eid) => ({
    geoTargets: geo.get(eid) ?? [],
    platformTargets: platform.get(eid) ?? [],
    demographicTargets: demographic.get(eid) ?? [],
  });
}

/** The geo targets of all active ad groups of a campaign, those of the oldest ad group first. */
export async function geoTargetsOfCampaign(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  campaignEid: string,
): Promise<GeoTarget[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await sql.rows<GeoTarget>(
    `select ${keysOf(GEO.columns)
      .map((field) => `t.${GEO.columns[field]} as "${field}"`)
      .join(", ")}
     from ${GEO.table} t
     join entities.ad_group g on g.advertisable_eid = t.advertisable_eid and g.eid = t.ad_group_eid
     where ${visible.sql} and t.advertisable_eid = ? and g.campaign_eid = ? and g.is_active
     order by g.created_at, g.eid, t.position, t.eid`,
    [...visible.bindings, advertisableEid, campaignEid],
  );
}

/** Where the targets of an ad group are written. */
export interface TargetOwner extends TargetRows {
  eid: string;
  advertisableEid: string;
}

/** Writes the targets of new ad groups: a statement for each table that gets any. */
export async function insertTargets(sql: Sql, owners: readonly TargetOwner[]): Promise<void> {
  await insertRows(sql, GEO, owners, (owner) =>
    owner.geoTargets.map((target, position) => ({ ...toColumns(GEO, target), position })),
  );
  await insertRows(sql, PLATFORM, owners, (owner) => owner.platformTargets.map((each) => toColumns(PLATFORM, each)));
  await insertRows(sql, DEMOGRAPHIC, owners, (owner) =>
    owner.demographicTargets.map((each) => toColumns(DEMOGRAPHIC, each)),
  );
}

/** Replaces those lists of targets that differ, of an ad group that the caller's transaction holds. */
export async function replaceTargets(sql: Sql, before: TargetOwner, after: TargetRows): Promise<void> {
  const key = { advertisable_eid: before.advertisableEid, ad_group_eid: before.eid };
  const changed: TargetOwner = { ...before, ...NO_TARGETS };
  if (!isDeepStrictEqual(before.geoTargets, after.geoTargets)) {
    await sql.from(GEO.table).where(key).delete();
    changed.geoTargets = after.geoTargets;
  }
  if (!isDeepStrictEqual(before.platformTargets, after.platformTargets)) {
    await sql.from(PLATFORM.table).where(key).delete();
    changed.platformTargets = after.platformTargets;
  }
  if (!isDeepStrictEqual(before.demographicTargets, after.demographicTargets)) {
    await sql.from(DEMOGRAPHIC.table).where(key).delete();
    changed.demographicTargets = after.demographicTargets;
  }
  await insertTargets(sql, [changed]);
}

function toColumns<T extends object>({ columns }: TargetTable<T>, target: T): Record<string, unknown> {
  return Object.fromEntries(
    keysOf<Readonly<Record<keyof T & string, string>>>(columns).map((field) => [columns[field], target[field]]),
  );
}

async function insertRows<T extends object>(
  sql: Sql,
  { table }: TargetTable<T>,
  owners: readonly TargetOwner[],
  rows: (owner: TargetOwner) => Record<string, unknown>[],
): Promise<void> {
  const all = owners.flatMap((owner) =>
    rows(owner).map((row) => ({ ...row, advertisable_eid: owner.advertisableEid, ad_group_eid: owner.eid })),
  );
  // A statement binds 65,535 values at most.
  for (let start = 0; start < all.length; start += 4_000) {
    await sql.from(table).insert(all.slice(start, start + 4_000));
  }
}
