import type { RequestContext } from "../../lib/context.js";
import type { Decimal } from "../../lib/decimal.js";
import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { storedValue } from "./segment.rules.js";
import type { Segment } from "./segment.type.js";

/** A segment as its table keeps it: the conversion value as decimal text, in US dollars. */
export interface SegmentRecord extends Omit<Segment, "id" | "conversionValue" | "emails" | "ids"> {
  conversionValue: string | null;
  /** How many users its list has. */
  recordsCount: number;
}

type NewSegment = Pick<SegmentRecord, "advertisableEid" | "name" | "type" | "duration" | "isConversion">;

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

/** A new segment as its table keeps it. */
export function newRecord(
  context: RequestContext,
  input: NewSegment & { displayName?: string | null | undefined; conversionValue?: Decimal | null | undefined },
  recordsCount: number,
): SegmentRecord {
  const now = new Date(context.clock.now());
  return {
    eid: context.newEid(),
    advertisableEid: input.advertisableEid,
    name: input.name,
    displayName: input.displayName ?? null,
    type: input.type,
    duration: input.duration,
    isConversion: input.isConversion,
    conversionValue: storedValue(input.conversionValue ?? null),
    recordsCount,
    isActive: true,
    createdAt: now,
    updatedAt: now,
  };
}

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
