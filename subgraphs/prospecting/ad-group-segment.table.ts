import type { ProspectingAdGroupSegment } from "./ad-group-segment.type.js";
import { defineChildTable } from "./child.table.js";

export const adGroupSegments = defineChildTable<ProspectingAdGroupSegment>({
  noun: "prospecting ad group segment",
  table: "prospecting.ad_group_segment",
  parent: "adGroupEid",
  order: "createdAt",
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adGroupEid: "ad_group_eid",
    segmentEid: "segment_eid",
    isActive: "is_active",
    isNegative: "is_negative",
    targetingType: "targeting_type",
    eventSource: "event_source",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});
