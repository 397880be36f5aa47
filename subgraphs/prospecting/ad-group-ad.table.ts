import type { ProspectingAdGroupAd } from "./ad-group-ad.type.js";
import { defineChildTable } from "./child.table.js";
import { statusOf } from "./status.rules.js";

/** An ad's place in an ad group as its table keeps it. */
export type AdGroupAdRecord = Omit<ProspectingAdGroupAd, "status">;

export const adGroupAds = defineChildTable<AdGroupAdRecord>({
  noun: "prospecting ad group ad",
  table: "prospecting.ad_group_ad",
  parent: "adGroupEid",
  order: "createdAt",
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adGroupEid: "ad_group_eid",
    adEid: "ad_eid",
    isActive: "is_active",
    userStatus: "user_status",
    adminStatus: "admin_status",
    skipApproveAd: "skip_approve_ad",
    eventSource: "event_source",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toAdGroupAd(record: AdGroupAdRecord): ProspectingAdGroupAd {
  return { ...record, status: statusOf(record) };
}
