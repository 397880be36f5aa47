import { visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import type { LookalikeAudience } from "./lookalike-audience.type.js";
import { defineRecordedTable } from "./recorded.table.js";

export type LookalikeAudienceRecord = Omit<LookalikeAudience, "id">;

const TABLE = "social.lookalike_audience";

export const lookalikeAudiences = defineRecordedTable<LookalikeAudienceRecord>({
  noun: "lookalike audience",
  objectType: "LookalikeAudience",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    customAudienceEid: "custom_audience_eid",
    originAudienceEid: "origin_audience_eid",
    countryCode: "country_code",
    countryName: "country_name",
    allowInternationalSeeds: "allow_international_seeds",
    ratio: "ratio",
    type: "type",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toLookalikeAudience(record: LookalikeAudienceRecord): LookalikeAudience {
  return { ...record, id: nodeId("LookalikeAudience", record.eid) };
}

/** How a custom audience is derived; null for one that is not. */
export const lookalikeOfAudience = defineLoader<{ eid: string; advertisableEid: string }, LookalikeAudience>(
  async (keys, context) => {
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const rows = await context.sql.rows<LookalikeAudienceRecord>(
      `select ${lookalikeAudiences.select.join(", ")} from ${TABLE} t
       where ${visible.sql} and t.advertisable_eid = any(?) and t.custom_audience_eid = any(?)`,
      [...visible.bindings, keys.map((key) => key.advertisableEid), keys.map((key) => key.eid)],
    );
    return new Map(rows.map((row) => [row.customAudienceEid, toLookalikeAudience(row)]));
  },
  (key) => key.eid,
);
