import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import type { HoldoutAudience } from "./holdout-audience.type.js";
import { defineRecordedTable } from "./recorded.table.js";

export type HoldoutAudienceRecord = Omit<HoldoutAudience, "id">;

const TABLE = "social.holdout_audience";

export const holdoutAudiences = defineRecordedTable<HoldoutAudienceRecord>({
  noun: "holdout audience",
  objectType: "HoldoutAudience",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    startCohortId: "start_cohort_id",
    endCohortId: "end_cohort_id",
    groupId: "group_id",
    externalId: "external_id",
    isActive: "is_active",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toHoldoutAudience(record: HoldoutAudienceRecord): HoldoutAudience {
  return { ...record, id: nodeId("HoldoutAudience", record.eid) };
}

const LIST: Omit<ListSpec<HoldoutAudienceRecord, HoldoutAudience>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: holdoutAudiences.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    isActive: "t.is_active",
    createdAt: "t.created_at",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toHoldoutAudience,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const holdoutAudiencesOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const holdoutAudiencesOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
