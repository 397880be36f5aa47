import { isDeepStrictEqual } from "node:util";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { authorise } from "../../lib/viewer.js";
import { type AdGroupAd, linkAds, linksOf, replaceLinks } from "./ad-group-ad.table.js";
import { insertTargets, replaceTargets, type TargetRows, targetsOf } from "./ad-group-target.table.js";
import { type AdGroupRecord, adGroups } from "./ad-group.table.js";

/** An ad group with all that hangs on it in tables of their own; its audit rows say it all. */
export type WholeAdGroup = AdGroupRecord & TargetRows & { ads: AdGroupAd[] };

export interface AdGroupChange {
  eid: string;
  /** The mutation's name, for the audit row. */
  action: string;
  /** What changes; throws when the rules refuse. It may run twice, so it must be pure. */
  apply(before: WholeAdGroup): Partial<WholeAdGroup>;
}

/** Locks an ad group, applies the change, writes what differs and one audit row: one transaction. */
export async function changeAdGroup(
  context: RequestContext,
  change: AdGroupChange,
): Promise<{ before: WholeAdGroup; after: WholeAdGroup }> {
  const row = await adGroups.require(context, change.eid);
  authorise(context.viewer, "adGroup.write");
  return await context.transaction("adGroup.write", async (sql) => {
    const before = await lockWhole(sql, context, row);
    const after = await adGroups.write(sql, context, change.action, before, change.apply(before));
    await replaceTargets(sql, before, after);
    if (!isDeepStrictEqual(before.ads, after.ads))
      await replaceLinks(sql, before.advertisableEid, before.ads, after.ads, after.updatedAt);
    return { before, after };
  });
}

/** Locks an ad group in the caller's transaction, and reads it with all that hangs on it. */
export async function lockWhole(
  sql: Sql,
  context: RequestContext,
  row: Pick<AdGroupRecord, "eid" | "advertisableEid">,
): Promise<WholeAdGroup> {
  const record = await adGroups.lock(sql, context, row);
  const [whole] = await wholeAdGroups(sql, context, [record]);
  return whole ?? { ...record, geoTargets: [], platformTargets: [], demographicTargets: [], ads: [] };
}

/** Ad groups with what hangs on them, in the caller's transaction: four statements. */
export async function wholeAdGroups(
  sql: Sql,
  context: RequestContext,
  records: readonly AdGroupRecord[],
): Promise<WholeAdGroup[]> {
  const eids = records.map((record) => record.eid);
  const targets = await targetsOf(sql, context, eids);
  const links = await linksOf(sql, context, eids);
  return records.map((record) => ({ ...record, ...targets(record.eid), ads: links.get(record.eid) ?? [] }));
}

/** Writes new ad groups of one advertisable with all that hangs on them: as many statements for one as for many. */
export async function insertAdGroups(
  sql: Sql,
  context: RequestContext,
  action: string,
  adGroupsWithParts: readonly WholeAdGroup[],
): Promise<void> {
  await adGroups.insert(sql, context, action, ...adGroupsWithParts);
  await insertTargets(sql, adGroupsWithParts);
  for (const [advertisableEid, group] of Map.groupBy(adGroupsWithParts, (each) => each.advertisableEid)) {
    await linkAds(
      sql,
      advertisableEid,
      group.flatMap((each) => each.ads),
      new Date(context.clock.now()),
    );
  }
}
