import { visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { defineRecordedTable, type SocialRecord } from "./recorded.table.js";

/** A place that an ad set targets or excludes. */
export interface AdSetGeolocationRecord extends SocialRecord {
  adSetEid: string;
  geolocationEid: string;
  included: boolean;
  createdAt: Date;
}

const TABLE = "social.ad_set_geolocation";

export const adSetGeolocations = defineRecordedTable<AdSetGeolocationRecord>({
  noun: "ad set geolocation",
  objectType: "AdSetGeolocation",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adSetEid: "ad_set_eid",
    geolocationEid: "geolocation_eid",
    included: "included",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

/** The places of ad sets, each list in the order of the places. */
export const geolocationsOfAdSet = defineLoader<{ eid: string; advertisableEid: string }, AdSetGeolocationRecord[]>(
  async (keys, context) => {
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const rows = await context.sql.rows<AdSetGeolocationRecord>(
      `select ${adSetGeolocations.select.join(", ")} from ${TABLE} t
       where ${visible.sql} and t.advertisable_eid = any(?) and t.ad_set_eid = any(?) order by t.geolocation_eid`,
      [...visible.bindings, keys.map((key) => key.advertisableEid), keys.map((key) => key.eid)],
    );
    return Map.groupBy(rows, (row) => row.adSetEid);
  },
  (key) => key.eid,
);
