import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import type { User } from "./user.type.js";

const TABLE = 'platform."user"';

/**
 * Users that the viewer may see: themselves, for an organization's admin all of the organization,
 * for staff everybody. Users who were deactivated are not shown.
 */
export const userByEid = defineLoader<string, User>(async (eids, context) => {
  const { viewer } = context;
  const rows = await context.sql.rows<Omit<User, "id">>(
    `select eid, organization_eid as "organizationEid", default_advertisable_eid as "defaultAdvertisableEid",
       username, first_name as "firstName", last_name as "lastName", email, locale,
       default_timezone as "defaultTimezone", role, organization_role as "organizationRole", created_at as "createdAt"
     from ${TABLE}
     where eid = any(?) and is_active
       and (eid = ? or (? = 'ADMIN' and organization_eid = ?) or ? = 'STAFF')`,
    [[...eids], viewer.userEid, viewer.role, viewer.organizationEid, viewer.role],
  );
  return new Map(rows.map((row) => [row.eid, { ...row, id: nodeId("User", row.eid) }]));
});
