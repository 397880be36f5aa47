import { visibleInOrganization } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages } from "../../lib/page.js";
import type { BillingMethod } from "./billing-method.type.js";

type BillingMethodRow = Omit<BillingMethod, "id">;

const TABLE = "platform.billing_method";
const COLUMNS = [
  "t.eid",
  't.organization_eid as "organizationEid"',
  "t.type",
  "t.label",
  't.is_default as "isDefault"',
  "t.currency",
  't.created_at as "createdAt"',
];

function toBillingMethod(row: BillingMethodRow): BillingMethod {
  return { ...row, id: nodeId("BillingMethod", row.eid) };
}

/** A billing method of the viewer's organization, of any organization for staff. */
export const billingMethodByEid = defineLoader<string, BillingMethod>(async (eids, context) => {
  const visible = visibleInOrganization(context.viewer, "t.organization_eid");
  const rows = await context.sql.rows<BillingMethodRow>(
    `select ${COLUMNS.join(", ")} from ${TABLE} t where ${visible.sql} and t.is_active and t.eid = any(?)`,
    [...visible.bindings, eids.filter(isEid)],
  );
  return new Map(rows.map((row) => [row.eid, toBillingMethod(row)]));
});

export const billingMethodsOfOrganization = definePages<BillingMethodRow, BillingMethod>({
  from: `${TABLE} t`,
  parent: "t.organization_eid",
  visible: (viewer) => visibleInOrganization(viewer, "t.organization_eid"),
  eid: "t.eid",
  columns: COLUMNS,
  filters: { isActive: "t.is_active" },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toBillingMethod,
});
