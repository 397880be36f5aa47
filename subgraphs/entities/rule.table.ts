import { recordAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { PixelRecord } from "./pixel.table.js";
import type { Rule } from "./rule.type.js";
import { belowAdvertisable } from "./live-parent.table.js";

export type RuleRecord = Omit<Rule, "id">;

const TABLE = "entities.rule";

export const rules = defineTenantTable<RuleRecord>({
  noun: "rule",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    pixelEid: "pixel_eid",
    name: "name",
    displayName: "display_name",
    pattern: "pattern",
    source: "source",
    order: "position",
    segmentEids: "segment_eids",
    isActive: "is_active",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  parents: belowAdvertisable("rule", (row) => row.isActive),
});

export function toRule(record: RuleRecord): Rule {
  return { ...record, id: nodeId("Rule", record.eid) };
}

const LIST: Omit<ListSpec<RuleRecord, Rule>, "parent" | "defaultOrder"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: rules.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    pixelEid: "t.pixel_eid",
    name: "t.name",
    source: "t.source",
    isActive: "t.is_active",
    createdAt: "t.created_at",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { ORDER: "t.position", CREATED_AT: "t.created_at", NAME: "t.name" },
  toNode: toRule,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const rulesOfViewer = definePages({
  ...LIST,
  parent: "'ALL'",
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
});
export const rulesOfPixel = definePages({
  ...LIST,
  parent: "t.pixel_eid",
  defaultOrder: [{ field: "ORDER", direction: "ASC" }],
});

/** The oldest rule that is not deleted and fills a segment, or null. */
export const ruleOfSegment = defineLoader<{ segmentEid: string; advertisableEid: string }, RuleRecord>(
  async (keys, context) => {
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const segmentEids = keys.map((key) => key.segmentEid);
    const rows = await context.sql.rows<RuleRecord & { filled: string }>(
      `select distinct on (filled.eid) filled.eid as filled, ${rules.select.join(", ")}
       from ${TABLE} t cross join lateral unnest(t.segment_eids) as filled (eid)
       where ${visible.sql} and t.advertisable_eid = any(?) and t.is_active
         and t.segment_eids && ?::text[] and filled.eid = any(?)
       order by filled.eid, t.created_at, t.eid`,
      [...visible.bindings, [...new Set(keys.map((key) => key.advertisableEid))], segmentEids, segmentEids],
    );
    return new Map(rows.map(({ filled, ...rule }) => [filled, rule]));
  },
  (key) => key.segmentEid,
);

type PixelKey = Pick<PixelRecord, "eid" | "advertisableEid">;

/** Where a rule that is not deleted stands. */
export type RulePlace = Pick<RuleRecord, "eid" | "order">;

/** The rules of a pixel that are not deleted, in their order; to be changed, the pixel must be held (lockPixel). */
export async function placesOf(sql: Sql, context: RequestContext, pixel: PixelKey): Promise<RulePlace[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await sql.rows<RulePlace>(
    `select t.eid, t.position as "order" from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.pixel_eid = ? and t.is_active order by t.position, t.eid`,
    [...visible.bindings, pixel.advertisableEid, pixel.eid],
  );
}

/**
 * Gives the rules of a pixel, which the caller holds, the places 1, 2, 3 … of a list that names each of
 * them once: one statement and one audit row, the pixel's; nothing where they stand so already.
 */
export async function placeRules(
  sql: Sql,
  context: RequestContext,
  action: string,
  pixel: PixelKey,
  before: readonly RulePlace[],
  wanted: readonly string[],
): Promise<void> {
  const places = new Map(wanted.map((eid, index) => [eid, index + 1]));
  const moving = before.filter(({ eid, order }) => places.get(eid) !== order).map(({ eid }) => eid);
  if (moving.length === 0) return;
  const visible = visibleTo(context.viewer);
  await sql.rows(
    `update ${TABLE} set position = array_position(?::text[], eid), updated_at = ?
     where ${visible.sql} and advertisable_eid = ? and pixel_eid = ? and eid = any(?)`,
    [[...wanted], new Date(context.clock.now()), ...visible.bindings, pixel.advertisableEid, pixel.eid, moving],
  );
  await recordAudit(sql, context, {
    advertisableEid: pixel.advertisableEid,
    action,
    noun: "pixel",
    nounEid: pixel.eid,
    before: { ruleEids: before.map(({ eid }) => eid) },
    after: { ruleEids: wanted },
  });
}
