import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { defineRecordedTable } from "./recorded.table.js";
import type { SocialAdvertiser } from "./social-advertiser.type.js";

/** As the table keeps it: when terms were accepted is text in its JSON. */
export interface SocialAdvertiserRecord extends Omit<SocialAdvertiser, "id" | "tosAccepted"> {
  tosAccepted: { terms: string; acceptedAt: string }[];
}

const TABLE = "social.social_advertiser";

export const socialAdvertisers = defineRecordedTable<SocialAdvertiserRecord>({
  noun: "social advertiser",
  objectType: "SocialAdvertiser",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    url: "url",
    status: "status",
    currency: "currency",
    organizationEid: "organization_eid",
    accountEid: "account_eid",
    snPageId: "sn_page_id",
    snPageUrl: "sn_page_url",
    pageAccess: "page_access",
    pageAdminAccess: "page_admin_access",
    isPageBacked: "is_page_backed",
    isSuspended: "is_suspended",
    showDpa: "show_dpa",
    accountIsPrepaid: "account_is_prepaid",
    accountIsAutobilled: "account_is_autobilled",
    tosAccepted: "tos_accepted",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  json: ["tosAccepted"],
});

export function toSocialAdvertiser(record: SocialAdvertiserRecord): SocialAdvertiser {
  return {
    ...record,
    id: nodeId("SocialAdvertiser", record.eid),
    tosAccepted: record.tosAccepted.map(({ terms, acceptedAt }) => ({ terms, acceptedAt: new Date(acceptedAt) })),
  };
}

/** The one of an advertisable; null where it has none or the viewer can't see it. */
export const advertiserOf = defineLoader<string, SocialAdvertiserRecord>(async (eids, context: RequestContext) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<SocialAdvertiserRecord>(
    `select ${socialAdvertisers.select.join(", ")} from ${TABLE} t where ${visible.sql} and t.advertisable_eid = any(?)`,
    [...visible.bindings, [...eids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, row]));
});
