import type { RequestContext } from "../../lib/context.js";
import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import type { CustomAudience } from "./custom-audience.type.js";
import { NAMED_COLUMNS } from "./lists.js";
import { defineRecordedTable } from "./recorded.table.js";

/** A custom audience as its table keeps it: the conversion value as decimal text, in US dollars. */
export interface CustomAudienceRecord extends Omit<CustomAudience, "id" | "conversionValue"> {
  conversionValue: string | null;
}

const TABLE = "social.custom_audience";

export const customAudiences = defineRecordedTable<CustomAudienceRecord>({
  noun: "custom audience",
  objectType: "CustomAudience",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    isConversion: "is_conversion",
    conversionValue: "conversion_value",
    matchMethod: "match_method",
    retentionDays: "retention_days",
    rule: "rule",
    subtype: "subtype",
    approximateCount: "approximate_count",
    externalId: "external_id",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toCustomAudience(record: CustomAudienceRecord): CustomAudience {
  return {
    ...record,
    id: nodeId("CustomAudience", record.eid),
    conversionValue: moneyOrNull(record.conversionValue, "USD"),
  };
}

export async function customAudienceByEid(context: RequestContext, eid: string): Promise<CustomAudience | null> {
  const record = await customAudiences.byEid(context, eid);
  return record === null ? null : toCustomAudience(record);
}

const LIST: Omit<ListSpec<CustomAudienceRecord, CustomAudience>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: customAudiences.select,
  filters: { ...NAMED_COLUMNS.filters, subtype: "t.subtype" },
  toNode: toCustomAudience,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const customAudiencesOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const customAudiencesOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
