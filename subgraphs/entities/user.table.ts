import { recordOrganizationAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleInOrganization } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { AppError, notFound } from "../../lib/errors.js";
import { keysOf } from "../../lib/keys.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages } from "../../lib/page.js";
import type { Permission } from "../../lib/viewer.js";
import type { OrganizationMember, User } from "./user.type.js";

/** A user as the table keeps it. */
export type UserRecord = Omit<User, "id">;

const TABLE = 'platform."user"';

const COLUMNS: Readonly<Record<keyof UserRecord, string>> = {
  eid: "eid",
  organizationEid: "organization_eid",
  defaultAdvertisableEid: "default_advertisable_eid",
  username: "username",
  firstName: "first_name",
  lastName: "last_name",
  email: "email",
  locale: "locale",
  defaultTimezone: "default_timezone",
  role: "role",
  organizationRole: "organization_role",
  createdAt: "created_at",
};

const SELECT = keysOf(COLUMNS)
  .map((field) => `t.${COLUMNS[field]} as "${field}"`)
  .join(", ");

export function toUser(record: UserRecord): User {
  return { ...record, id: nodeId("User", record.eid) };
}

/**
 * Users that the viewer may see: themselves, for an organization's admin all of the organization,
 * for staff everybody. Users who were deactivated are not shown.
 */
export const userByEid = defineLoader<string, User>(async (eids, context) => {
  const { viewer } = context;
  const rows = await context.sql.rows<UserRecord>(
    `select ${SELECT} from ${TABLE} t
     where t.eid = any(?) and t.is_active
       and (t.eid = ? or (? = 'ADMIN' and t.organization_eid = ?) or ? = 'STAFF')`,
    [eids.filter(isEid), viewer.userEid, viewer.role, viewer.organizationEid, viewer.role],
  );
  return new Map(rows.map((row) => [row.eid, toUser(row)]));
});

/** An organization's people by their names, the ones who came first first. */
export const membersOfOrganization = definePages<OrganizationMember, OrganizationMember>({
  from: `${TABLE} t`,
  parent: "t.organization_eid",
  visible: (viewer) => visibleInOrganization(viewer, "t.organization_eid"),
  eid: "t.eid",
  columns: ["t.eid", 't.first_name as "firstName"', 't.last_name as "lastName"'],
  filters: { isActive: "t.is_active" },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: (row) => row,
});

/** What a change may make of a user. */
export interface UserChanges extends Partial<UserRecord> {
  /** Advertisables that the user may see from now on. */
  grantedAdvertisableEids?: readonly string[];
}

/** One change of one user. */
export interface UserChange {
  eid: string;
  action: string;
  permission: Permission;
  /**
   * What changes; throws when the rules refuse. `before` is null for a user whom the viewer's organization
   * lacks. It may run twice, so it must be pure.
   */
  apply(before: UserRecord | null): UserChanges;
}

/**
 * Locks the user, applies the change, writes it and its audit row: one transaction. Throws NOT_FOUND
 * when `apply` has nothing against a user who is not there.
 */
export async function changeUser(context: RequestContext, change: UserChange): Promise<User> {
  return await context.transaction(change.permission, async (sql) => {
    const visible = visibleInOrganization(context.viewer, "t.organization_eid");
    const [before] = await sql.rows<UserRecord>(
      `select ${SELECT} from ${TABLE} t where ${visible.sql} and t.is_active and t.eid = ? for update`,
      [...visible.bindings, change.eid],
    );
    const { grantedAdvertisableEids = [], ...changes } = change.apply(before ?? null);
    if (before === undefined) throw notFound("user", change.eid);
    if (changes.email !== undefined) await refuseTakenName(sql, change.eid, changes.email);
    return toUser(await writeUser(sql, context, change.action, before, changes, grantedAdvertisableEids));
  });
}

/** An e-mail signs in before a user name does: who took another's name as e-mail would lock them out. */
async function refuseTakenName(sql: Sql, eid: string, email: string): Promise<void> {
  const taken = await sql.rows(`select 1 from ${TABLE} t where lower(t.username) = ? and t.eid <> ?`, [email, eid]);
  if (taken.length > 0) throw new AppError("DUPLICATE", "Another user signs in by this name.");
}

/** Lets the viewer work on an advertisable by default, in the caller's transaction. */
export async function setDefaultAdvertisable(
  sql: Sql,
  context: RequestContext,
  action: string,
  advertisableEid: string,
): Promise<void> {
  const [before] = await sql.rows<UserRecord>(`select ${SELECT} from ${TABLE} t where t.eid = ? for update`, [
    context.viewer.userEid,
  ]);
  if (before === undefined) throw notFound("user", context.viewer.userEid);
  await writeUser(sql, context, action, before, { defaultAdvertisableEid: advertisableEid }, []);
}

/** Writes what differs, and its audit row; nothing when nothing does. */
async function writeUser(
  sql: Sql,
  context: RequestContext,
  action: string,
  before: UserRecord,
  changes: Partial<UserRecord>,
  advertisableEids: readonly string[],
): Promise<UserRecord> {
  const now = new Date(context.clock.now());
  const changed = keysOf(COLUMNS).filter((field) => changes[field] !== undefined && changes[field] !== before[field]);
  if (changed.length > 0) {
    const columns = Object.fromEntries(changed.map((field) => [COLUMNS[field], changes[field]]));
    await sql
      .from("platform.user")
      .where({ eid: before.eid })
      .update({ ...columns, updated_at: now });
  }
  const granted =
    advertisableEids.length === 0
      ? []
      : await sql.rows<{ eid: string }>(
          `insert into platform.access (user_eid, advertisable_eid, granted_at)
           select ?, granted, ? from unnest(?::text[]) granted on conflict do nothing returning advertisable_eid as eid`,
          [before.eid, now, [...advertisableEids]],
        );
  const after = { ...before, ...changes };
  if (changed.length === 0 && granted.length === 0) return before;
  await recordOrganizationAudit(sql, context, [
    {
      organizationEid: before.organizationEid,
      action,
      noun: "user",
      nounEid: before.eid,
      before,
      after: { ...after, ...(granted.length > 0 && { grantedAdvertisableEids: granted.map(({ eid }) => eid) }) },
    },
  ]);
  return after;
}
