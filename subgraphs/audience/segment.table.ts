import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { Segment } from "./segment.type.js";

/** A segment as its table keeps it: the conversion value as decimal text, in US dollars. */
export interface SegmentRecord extends Omit<Segment, "id" | "conversionValue" | "emails" | "ids"> {
  conversionValue: string | null;
  /** How many users its list has. */
  recordsCount: number;
}

const TABLE = "audience.segment";

export const segments = defineTenantTable<SegmentRecord>({
  noun: "segment",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    displayName: "display_name",
    type: "type",
    duration: "duration",
    isConversion: "is_conversion",
    conversionValue: "conversion_value",
    recordsCount: "records_count",
    isActive: "is_active",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

/** Conversion values are in US dollars (document 2, part B, segment/edit). */
export function toSegment({ recordsCount, ...record }: SegmentRecord): Segment {
  return {
    ...record,
    emails: record.type === "CRM" ? recordsCount : 0,
    ids: record.type === "CRM" ? 0 : recordsCount,
    id: nodeId("Segment", record.eid),
    conversionValue: moneyOrNull(record.conversionValue, "USD"),
  };
}

const LIST: Omit<ListSpec<SegmentRecord, Segment>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: segments.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    name: "t.name",
    type: "t.type",
    isActive: "t.is_active",
    createdAt: "t.created_at",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toSegment,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const segmentsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const segmentsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
