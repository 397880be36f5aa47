import { visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { defineRecordedTable } from "./recorded.table.js";
import type { AdSetAudience } from "./ad-set-audience.type.js";

const TABLE = "social.ad_set_audience";

export const adSetAudiences = defineRecordedTable<AdSetAudience>({
  noun: "ad set audience",
  objectType: "AdSetAudience",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adSetEid: "ad_set_eid",
    customAudienceEid: "custom_audience_eid",
    targeted: "targeted",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

/** The audiences of ad sets, each list in the order in which they were added. */
export const audiencesOfAdSet = defineLoader<{ eid: string; advertisableEid: string }, AdSetAudience[]>(
  async (keys, context) => {
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const rows = await context.sql.rows<AdSetAudience>(
      `select ${adSetAudiences.select.join(", ")} from ${TABLE} t
       where ${visible.sql} and t.advertisable_eid = any(?) and t.ad_set_eid = any(?) order by t.eid`,
      [...visible.bindings, keys.map((key) => key.advertisableEid), keys.map((key) => key.eid)],
    );
    return Map.groupBy(rows, (row) => row.adSetEid);
  },
  (key) => key.eid,
);
