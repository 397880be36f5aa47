import { nodeId } from "../../lib/node-type.js";
import type { ProspectingAudience } from "./audience.type.js";
import { defineChildTable } from "./child.table.js";

/** An audience as its table keeps it. */
export type AudienceRecord = Omit<ProspectingAudience, "id">;

export const audiences = defineChildTable<AudienceRecord>({
  noun: "prospecting audience",
  table: "prospecting.audience",
  parent: "adGroupEid",
  order: "createdAt",
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adGroupEid: "ad_group_eid",
    sourceSegmentEid: "source_segment_eid",
    targetSegmentEid: "target_segment_eid",
    size: "size",
    eventSource: "event_source",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toAudience(record: AudienceRecord): ProspectingAudience {
  return { ...record, id: nodeId("ProspectingAudience", record.eid) };
}
