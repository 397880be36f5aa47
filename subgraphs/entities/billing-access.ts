import { type OrganizationAuditRecord, recordOrganizationAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { defineLoader } from "../../lib/loader.js";
import { authorise } from "../../lib/viewer.js";
import type { Organization } from "./organization.type.js";

/** What was looked at: objects of one organization. */
type Look = Pick<OrganizationAuditRecord, "organizationEid" | "action" | "noun" | "nounEid">;

/** Looks of one step of a request are written down together. */
const writeLook = defineLoader<Look, true>(async (looks, context) => {
  const records = looks.map((look) => ({ ...look, before: null, after: null }));
  await context.transaction("billing.read", async (sql) => await recordOrganizationAudit(sql, context, records));
  return new Map(looks.map((look) => [keyOf(look), true]));
}, keyOf);

function keyOf({ action, nounEid }: Look): string {
  return `${action} ${nounEid}`;
}

/**
 * Lets an organization's admins and staff look at what concerns its money; what staff looks at is
 * written to the audit. The object is visible already: throws FORBIDDEN.
 */
export async function authoriseBilling(context: RequestContext, look: Look): Promise<void> {
  authorise(context.viewer, "billing.read");
  if (context.viewer.role === "STAFF") await writeLook(context, look);
}

/** A look at a list of an organization. */
export function lookAt({ eid }: Organization, action: string): Look {
  return { organizationEid: eid, action, noun: "organization", nounEid: eid };
}
