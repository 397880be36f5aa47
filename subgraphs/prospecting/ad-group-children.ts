import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { badInput } from "../../lib/errors.js";
import { type AdGroupAdRecord, adGroupAds } from "./ad-group-ad.table.js";
import { adGroupSegments } from "./ad-group-segment.table.js";
import type { ProspectingAdGroupSegment } from "./ad-group-segment.type.js";
import { requireActive } from "./checks.js";
import type { ChildTable } from "./child.table.js";
import { requirePlaces } from "./elsewhere.js";
import type { GeoTargetChangeInput } from "./geo-target.input.js";
import { geoTargets } from "./geo-target.table.js";
import type { GeoPlace, ProspectingGeoTarget } from "./geo-target.type.js";
import { given } from "../../lib/given.js";
import type { ProspectingAdInput, ProspectingSegmentInput } from "./prospecting-ad-group.input.js";
import { requireRoom } from "./prospecting-ad-group.rules.js";
import type { AdGroupRecord } from "./prospecting-ad-group.table.js";
import { requireOptedIn } from "./settings.table.js";

/** What every row that hangs on an ad group begins with. */
function newChild(context: RequestContext, adGroup: AdGroupRecord) {
  const now = new Date(context.clock.now());
  const { advertisableEid, eid: adGroupEid } = adGroup;
  return { eid: context.newEid(), advertisableEid, adGroupEid, createdAt: now, updatedAt: now };
}

interface Row {
  eid: string;
  advertisableEid: string;
  adGroupEid: string;
  createdAt: Date;
  updatedAt: Date;
}

interface Write {
  sql: Sql;
  context: RequestContext;
  action: string;
  /** Of one advertisable, and held by the caller's transaction. */
  adGroups: readonly AdGroupRecord[];
  /** What makes the change where an item does not say. */
  eventSource: string;
}

/** Changes the rows that ad groups have and adds those that they have not, told apart by a key. */
async function upsert<R extends Row, I>(
  { sql, context, action, adGroups }: Write,
  kind: { table: ChildTable<R>; field: string; key(row: R): string },
  inputs: readonly I[],
  each: { key(input: I): string; changes(input: I): Partial<R>; created(input: I, adGroup: AdGroupRecord): R },
): Promise<void> {
  const [first] = adGroups;
  if (inputs.length === 0 || first === undefined) return;
  const eids = adGroups.map((adGroup) => adGroup.eid);
  const held = await kind.table.lockChildren(sql, context, first.advertisableEid, eids);
  const rowsOf = Map.groupBy(held, (row) => row.adGroupEid);
  const changes: { before: R; changes: Partial<R> }[] = [];
  const created: R[] = [];
  for (const adGroup of adGroups) {
    const rows = rowsOf.get(adGroup.eid) ?? [];
    const known = new Map(rows.map((row) => [kind.key(row), row]));
    const added = inputs.filter((input) => !known.has(each.key(input)));
    if (added.length > 0) requireActive("An ad group", adGroup.isActive);
    requireRoom(kind.field, rows.length + added.length);
    created.push(...added.map((input) => each.created(input, adGroup)));
    for (const input of inputs) {
      const before = known.get(each.key(input));
      if (before !== undefined) changes.push({ before, changes: each.changes(input) });
    }
  }
  if (created.length > 0) await requireOptedIn(sql, context, first.advertisableEid);
  await kind.table.writeAll(sql, context, action, changes);
  await kind.table.insert(sql, context, action, ...created);
}

export async function writeAds(write: Write, inputs: readonly ProspectingAdInput[]): Promise<void> {
  await upsert(write, { table: adGroupAds, field: "ads", key: (row) => row.adEid }, inputs, {
    key: (input) => input.adEid,
    changes: (input) => ({
      ...given<AdGroupAdRecord>({
        isActive: input.isActive ?? undefined,
        userStatus: input.userStatus ?? undefined,
        adminStatus: input.adminStatus ?? (input.skipApproveAd === true ? "APPROVED" : undefined),
        skipApproveAd: input.skipApproveAd ?? undefined,
      }),
      eventSource: input.eventSource ?? write.eventSource,
    }),
    created: (input, adGroup) => ({
      ...newChild(write.context, adGroup),
      adEid: input.adEid,
      isActive: input.isActive ?? true,
      userStatus: input.userStatus ?? "ACTIVE",
      adminStatus: input.adminStatus ?? (input.skipApproveAd === true ? "APPROVED" : "ADMIN_REVIEW"),
      skipApproveAd: input.skipApproveAd ?? false,
      eventSource: input.eventSource ?? write.eventSource,
    }),
  });
}

export async function writeSegments(write: Write, inputs: readonly ProspectingSegmentInput[]): Promise<void> {
  await upsert(write, { table: adGroupSegments, field: "segments", key: (row) => row.segmentEid }, inputs, {
    key: (input) => input.segmentEid,
    changes: (input) => ({
      ...given<ProspectingAdGroupSegment>({
        isActive: input.isActive ?? undefined,
        isNegative: input.isNegative ?? undefined,
        targetingType: input.targetingType,
      }),
      eventSource: input.eventSource ?? write.eventSource,
    }),
    created: (input, adGroup) => ({
      ...newChild(write.context, adGroup),
      segmentEid: input.segmentEid,
      isActive: input.isActive ?? true,
      isNegative: input.isNegative ?? false,
      targetingType: input.targetingType ?? null,
      eventSource: input.eventSource ?? write.eventSource,
    }),
  });
}

/** A change of a place, with what is known of it. */
export interface GeoTargetChange {
  operation: ProspectingGeoTarget["operation"];
  place: GeoPlace;
  eventSource: string | null | undefined;
}

/** Changes of places, those that go told from the others. */
export interface GeoTargetChanges {
  set: GeoTargetChange[];
  removed: ReadonlySet<string>;
}

/** Looks up the places of an input, before the transaction that writes them. */
export async function lookUpPlaces(
  context: RequestContext,
  field: "geoTargets" | "targets",
  inputs: readonly GeoTargetChangeInput[],
): Promise<GeoTargetChanges> {
  const kept = inputs.filter((input) => input.operation !== "REMOVE");
  const places = await requirePlaces(
    context,
    kept.map((input) => input.geoEid),
  );
  const set = kept.flatMap((input) => {
    const place = places.get(input.geoEid);
    if (place === undefined || input.operation === "REMOVE") return [];
    if (input.geoType != null && input.geoType !== place.geoType)
      throw badInput(["input", field], "WRONG_TYPE", `The place ${place.geoEid} is of the type ${place.geoType}.`);
    return [{ operation: input.operation, place, eventSource: input.eventSource }];
  });
  const removed = new Set(inputs.filter((input) => input.operation === "REMOVE").map((input) => input.geoEid));
  return { set, removed };
}

export async function writeGeoTargets(write: Write, { set, removed }: GeoTargetChanges): Promise<void> {
  const { sql, context, action, adGroups } = write;
  const [first] = adGroups;
  if (removed.size > 0 && first !== undefined) {
    const eids = adGroups.map((adGroup) => adGroup.eid);
    const held = await geoTargets.lockChildren(sql, context, first.advertisableEid, eids);
    await geoTargets.remove(
      sql,
      context,
      action,
      held.filter((row) => removed.has(row.geoEid)),
    );
  }
  await upsert(write, { table: geoTargets, field: "geoTargets", key: (row) => row.geoEid }, set, {
    key: ({ place }) => place.geoEid,
    changes: ({ operation, eventSource }) => ({ operation, eventSource: eventSource ?? write.eventSource }),
    created: ({ operation, place, eventSource }, adGroup) => ({
      ...newChild(context, adGroup),
      ...place,
      operation,
      eventSource: eventSource ?? write.eventSource,
    }),
  });
}
