import { defineChildTable } from "./child.table.js";
import type { ProspectingGeoTarget } from "./geo-target.type.js";

export const geoTargets = defineChildTable<ProspectingGeoTarget>({
  noun: "prospecting geo target",
  table: "prospecting.geo_target",
  parent: "adGroupEid",
  order: "name",
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adGroupEid: "ad_group_eid",
    geoEid: "geo_eid",
    geoType: "geo_type",
    operation: "operation",
    name: "name",
    countryCode: "country_code",
    countryName: "country_name",
    regionCode: "region_code",
    regionName: "region_name",
    eventSource: "event_source",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});
