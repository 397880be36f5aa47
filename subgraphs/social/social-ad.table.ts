import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { NAMED_COLUMNS } from "./lists.js";
import { defineRecordedTable } from "./recorded.table.js";
import type { SocialAd } from "./social-ad.type.js";

/** An ad as its table keeps it, with what the network was told last. */
export interface SocialAdRecord extends Omit<SocialAd, "id"> {
  publishedDigest: string | null;
}

const TABLE = "social.social_ad";

export const socialAds = defineRecordedTable<SocialAdRecord>({
  noun: "social ad",
  objectType: "SocialAd",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adSetEid: "ad_set_eid",
    creativeEid: "creative_eid",
    name: "name",
    status: "status",
    isActive: "is_active",
    remoteStatus: "remote_status",
    disapprovalReason: "disapproval_reason",
    externalId: "external_id",
    publishedDigest: "published_digest",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toSocialAd(record: SocialAdRecord): SocialAd {
  return { ...record, id: nodeId("SocialAd", record.eid) };
}

const LIST: Omit<ListSpec<SocialAdRecord, SocialAd>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: socialAds.select,
  filters: {
    ...NAMED_COLUMNS.filters,
    isActive: "t.is_active",
    status: "t.status",
    remoteStatus: "t.remote_status",
    adSetEid: "t.ad_set_eid",
    creativeEid: "t.creative_eid",
  },
  defaultFilter: { isActive: { eq: true } },
  toNode: toSocialAd,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const socialAdsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const socialAdsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const socialAdsOfAdSet = definePages({ ...LIST, parent: "t.ad_set_eid" });
