import type { RequestContext } from "../../lib/context.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import type { Organization } from "./organization.type.js";

const TABLE = "platform.organization";

interface OrganizationRow {
  eid: string;
  name: string;
  createdAt: Date;
}

/** An organization, or null when it is neither the viewer's own nor the viewer staff. */
export const organizationByEid = defineLoader<string, Organization>(async (eids, context) => {
  const asked = eids.filter((eid) => isVisible(context, eid));
  if (asked.length === 0) return new Map();
  const rows = await context.sql.rows<OrganizationRow>(
    `select eid, name, created_at as "createdAt" from ${TABLE} where eid = any(?)`,
    [asked],
  );
  return new Map(rows.map((row) => [row.eid, { ...row, id: nodeId("Organization", row.eid) }]));
});

function isVisible({ viewer }: RequestContext, eid: string): boolean {
  return viewer.role === "STAFF" || viewer.organizationEid === eid;
}
