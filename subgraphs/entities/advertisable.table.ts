import type { RequestContext } from "../../lib/context.js";
import { AMONG, visibleTo } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { belowAdvertisable } from "./live-parent.table.js";
import { type PixelRecord, pixels } from "./pixel.table.js";
import type { Advertisable } from "./advertisable.type.js";
import { setDefaultAdvertisable } from "./user.table.js";

/** An advertisable as its own table keeps it; which organization owns it is said in `platform.ownership`. */
export type AdvertisableRecord = Omit<Advertisable, "id" | "organizationEid">;

const TABLE = "entities.advertisable";
const FROM = `${TABLE} t join platform.ownership o on o.advertisable_eid = t.advertisable_eid`;

export const advertisables = defineTenantTable<AdvertisableRecord>({
  noun: "advertisable",
  table: TABLE,
  columns: {
    eid: "advertisable_eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    url: "url",
    productName: "product_name",
    currency: "currency",
    status: "status",
    approvalState: "approval_state",
    isActive: "is_active",
    isPublisher: "is_publisher",
    isCoopApproved: "is_coop_approved",
    hasPrivacyPolicy: "has_privacy_policy",
    enableCustomerMultiDurSegs: "enable_customer_multi_dur_segs",
    blacklistedSites: "blacklisted_sites",
    clickThroughConversionWindow: "click_through_conversion_window",
    viewThroughConversionWindow: "view_through_conversion_window",
    cmNetworks: "cm_networks",
    liquidads: "liquidads",
    ops: "ops",
    optimizer: "optimizer",
    saleser: "saleser",
    iab1CategoryId: "iab1_category_id",
    iab1CategoryName: "iab1_category_name",
    iab2CategoryId: "iab2_category_id",
    iab2CategoryName: "iab2_category_name",
    iabContentId: "iab_content_id",
    thirdpartyCategoryId: "thirdparty_category_id",
    thirdpartyCategoryName: "thirdparty_category_name",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  parents: {
    ...belowAdvertisable("advertisable", (row) => row.isActive),
    // It hangs on nothing.
    fault: "null",
    requireRoom: async () => {},
  },
});

type AdvertisableRow = Omit<Advertisable, "id">;

const SELECT = [...advertisables.select, 'o.organization_eid as "organizationEid"'];

function toAdvertisable(row: AdvertisableRow): Advertisable {
  return { ...row, id: nodeId("Advertisable", row.eid) };
}

export const advertisableByEid = defineLoader<string, Advertisable>(async (eids, context) => {
  const wellFormed = eids.filter(isEid);
  if (wellFormed.length === 0) return new Map();
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<AdvertisableRow>(
    `select ${SELECT.join(", ")} from ${FROM} where ${visible.sql} and t.advertisable_eid = ${AMONG}`,
    [...visible.bindings, wellFormed],
  );
  return new Map(rows.map((row) => [row.eid, toAdvertisable(row)]));
});

const LIST: Omit<ListSpec<AdvertisableRow, Advertisable>, "parent"> = {
  from: FROM,
  eid: "t.advertisable_eid",
  columns: SELECT,
  filters: {
    eid: "t.advertisable_eid",
    name: "t.name",
    status: "t.status",
    isActive: "t.is_active",
    createdAt: "t.created_at",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toAdvertisable,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const advertisablesOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const advertisablesOfOrganization = definePages({ ...LIST, parent: "o.organization_eid" });

/** Users who were granted each of the advertisables, by EID; admins see them without a grant. */
export const attachedUsersByAdvertisable = defineLoader<string, string[]>(async (eids, context) => {
  const rows = await context.sql.rows<{ advertisableEid: string; userEids: string[] }>(
    `select advertisable_eid as "advertisableEid", array_agg(user_eid order by user_eid) as "userEids"
     from platform.access where advertisable_eid = any(?) group by advertisable_eid`,
    [[...eids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, row.userEids]));
});

/**
 * Writes a new advertisable that belongs to the organization, with its pixel, and lets its creator see it, by default if
 * so wished.
 */
export async function insertAdvertisable(
  context: RequestContext,
  action: string,
  organizationEid: string,
  record: AdvertisableRecord,
  pixel: PixelRecord,
  isDefault: boolean,
): Promise<AdvertisableRecord> {
  return await context.transaction(
    "advertisable.create",
    async (sql) => {
      // The reference tables first: on a cluster the other order can deadlock.
      await sql.from("platform.ownership").insert({ advertisable_eid: record.eid, organization_eid: organizationEid });
      if (isDefault) await setDefaultAdvertisable(sql, context, action, record.eid);
      await advertisables.insert(sql, context, action, record);
      await pixels.insert(sql, context, action, pixel);
      return record;
    },
    [record.eid],
  );
}
