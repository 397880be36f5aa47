import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { notFound } from "../../lib/errors.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { requireLiveParents } from "./live-parent.table.js";
import type { Pixel } from "./pixel.type.js";

export type PixelRecord = Omit<Pixel, "id">;

const TABLE = "entities.pixel";

export const pixels = defineTenantTable<PixelRecord>({
  noun: "pixel",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    status: "status",
    isConsistent: "is_consistent",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toPixel(record: PixelRecord): Pixel {
  return { ...record, id: nodeId("Pixel", record.eid) };
}

export async function pixelByEid(context: RequestContext, eid: string): Promise<Pixel | null> {
  const record = await pixels.byEid(context, eid);
  return record === null ? null : toPixel(record);
}

export const pixelByAdvertisable = defineLoader<string, Pixel>(async (advertisableEids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<PixelRecord>(
    `select ${pixels.select.join(", ")} from ${TABLE} t where ${visible.sql} and t.advertisable_eid = any(?)`,
    [...visible.bindings, [...advertisableEids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, toPixel(row)]));
});

/** Holds a pixel until the caller's transaction ends, so that changes of its rules' order follow each other. */
export async function lockPixel(
  sql: Sql,
  context: RequestContext,
  { eid, advertisableEid }: Pick<PixelRecord, "eid" | "advertisableEid">,
): Promise<void> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const found = await sql.rows(
    `select 1 from ${TABLE} t where ${visible.sql} and t.advertisable_eid = ? and t.eid = ? for update`,
    [...visible.bindings, advertisableEid, eid],
  );
  if (found.length === 0) throw notFound("pixel", eid);
  await requireLiveParents(sql, context, [{ advertisableEid }]);
}
