import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { Ad } from "./ad.type.js";
import { isDeleted } from "./ad.rules.js";
import { belowAdvertisable } from "./live-parent.table.js";

export type AdRecord = Omit<Ad, "id">;

const TABLE = "entities.ad";

export const ads = defineTenantTable<AdRecord>({
  noun: "ad",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    externalId: "external_id",
    name: "name",
    status: "status",
    type: "type",
    isActive: "is_active",
    adFormatId: "ad_format_id",
    width: "width",
    height: "height",
    src: "src",
    destinationUrl: "destination_url",
    headline: "headline",
    body: "body",
    message: "message",
    originalAdEid: "original_ad_eid",
    hasEdits: "has_edits",
    hasPendingEdits: "has_pending_edits",
    isOutlined: "is_outlined",
    outlineColor: "outline_color",
    validClicktag: "valid_clicktag",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  parents: belowAdvertisable("ad", (row) => !isDeleted(row)),
});

export function toAd(record: AdRecord): Ad {
  return { ...record, id: nodeId("Ad", record.eid) };
}

/** Whether any edit of an ad waits for its review, in the caller's transaction. */
export async function hasEditsInReview(sql: Sql, context: RequestContext, original: AdRecord): Promise<boolean> {
  const visible = visibleTo(context.viewer);
  const rows = await sql.rows(
    `select 1 from ${TABLE} where ${visible.sql} and advertisable_eid = ? and original_ad_eid = ?
     and status = 'ADMIN_REVIEW' and is_active limit 1`,
    [...visible.bindings, original.advertisableEid, original.eid],
  );
  return rows.length > 0;
}

const LIST: Omit<ListSpec<AdRecord, Ad>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: ads.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    externalId: "t.external_id",
    name: "t.name",
    status: "t.status",
    type: "t.type",
    isActive: "t.is_active",
    width: "t.width",
    height: "t.height",
    createdAt: "t.created_at",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toAd,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const adsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const adsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const adsOfAdGroup = definePages({
  ...LIST,
  from: `${TABLE} t join entities.ad_group_ad l on l.advertisable_eid = t.advertisable_eid and l.ad_eid = t.eid`,
  parent: "l.ad_group_eid",
});
