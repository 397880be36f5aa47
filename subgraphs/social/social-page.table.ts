import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { NAMED_COLUMNS } from "./lists.js";
import { defineRecordedTable } from "./recorded.table.js";
import type { SocialPage } from "./social-page.type.js";

export type SocialPageRecord = Omit<SocialPage, "id">;

const TABLE = "social.social_page";

export const socialPages = defineRecordedTable<SocialPageRecord>({
  noun: "social page",
  objectType: "SocialPage",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    snPageId: "sn_page_id",
    name: "name",
    snPageImg: "sn_page_img",
    snPageUrl: "sn_page_url",
    pageAccess: "page_access",
    pageAdminAccess: "page_admin_access",
    noProfilePicture: "no_profile_picture",
    isPublished: "is_published",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toSocialPage(record: SocialPageRecord): SocialPage {
  return { ...record, id: nodeId("SocialPage", record.eid) };
}

const LIST: Omit<ListSpec<SocialPageRecord, SocialPage>, "parent"> = {
  ...NAMED_COLUMNS,
  orders: { CREATED_AT: "t.created_at", NAME: "t.name" },
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: socialPages.select,
  toNode: toSocialPage,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const socialPagesOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const socialPagesOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
