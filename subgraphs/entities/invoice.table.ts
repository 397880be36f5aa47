import { visibleInOrganization } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { defineLoader } from "../../lib/loader.js";
import { money } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages } from "../../lib/page.js";
import type { Invoice, InvoiceLine } from "./invoice.type.js";

interface InvoiceRow extends Omit<Invoice, "id" | "amount" | "lines"> {
  currency: string;
  amount: string;
  lines: (Omit<InvoiceLine, "amount"> & { amount: string })[];
}

const TABLE = "platform.invoice";
const COLUMNS = [
  "t.eid",
  't.organization_eid as "organizationEid"',
  "t.number",
  't.period_start as "periodStart"',
  't.period_end as "periodEnd"',
  "t.currency",
  "t.amount",
  "t.status",
  "t.lines",
  't.created_at as "createdAt"',
];

function toInvoice({ currency, amount, lines, ...row }: InvoiceRow): Invoice {
  return {
    ...row,
    id: nodeId("Invoice", row.eid),
    amount: money(amount, currency),
    lines: lines.map((line) => ({ ...line, amount: money(line.amount, currency) })),
  };
}

/** An invoice of the viewer's organization, of any organization for staff. */
export const invoiceByEid = defineLoader<string, Invoice>(async (eids, context) => {
  const visible = visibleInOrganization(context.viewer, "t.organization_eid");
  const rows = await context.sql.rows<InvoiceRow>(
    `select ${COLUMNS.join(", ")} from ${TABLE} t where ${visible.sql} and t.eid = any(?)`,
    [...visible.bindings, eids.filter(isEid)],
  );
  return new Map(rows.map((row) => [row.eid, toInvoice(row)]));
});

export const invoicesOfOrganization = definePages<InvoiceRow, Invoice>({
  from: `${TABLE} t`,
  parent: "t.organization_eid",
  visible: (viewer) => visibleInOrganization(viewer, "t.organization_eid"),
  eid: "t.eid",
  columns: COLUMNS,
  filters: { status: "t.status" },
  orders: { PERIOD_START: "t.period_start" },
  defaultOrder: [{ field: "PERIOD_START", direction: "ASC" }],
  toNode: toInvoice,
});
