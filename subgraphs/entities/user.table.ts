import { type OrganizationAuditRecord, recordOrganizationAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleInOrganization } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { notFound } from "../../lib/errors.js";
import { keysOf } from "../../lib/keys.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages } from "../../lib/page.js";
import type { Permission, Viewer } from "../../lib/viewer.js";
import { isUnavailableEmail, refuseOften, refuseTaken, REFUSALS_WITHIN } from "./user.rules.js";
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
  /** Advertisables that were granted and are no more. */
  revokedAdvertisableEids?: readonly string[];
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
  try {
    return await context.transaction(change.permission, async (sql) => {
      const visible = visibleInOrganization(context.viewer, "t.organization_eid");
      const [before] = await sql.rows<UserRecord>(
        `select ${SELECT} from ${TABLE} t where ${visible.sql} and t.is_active and t.eid = ? for update`,
        [...visible.bindings, change.eid],
      );
      const changes = change.apply(before ?? null);
      if (before === undefined) throw notFound("user", change.eid);
      if (changes.email !== undefined && changes.email !== before.email)
        await refuseTakenName(sql, context, change.eid, changes.email);
      return toUser(await writeUser(sql, context, change.action, before, changes));
    });
  } catch (error) {
    if (isUnavailableEmail(error)) await recordOrganizationAudit(context.sql, context, [refusalOf(context.viewer)]);
    throw error;
  }
}

/**
 * An e-mail signs in before a user name does: who took another's name as e-mail would lock them out. That another
 * organization has an address is not said, and cannot be found out by asking often either.
 */
async function refuseTakenName(sql: Sql, context: RequestContext, eid: string, email: string): Promise<void> {
  const { viewer } = context;
  if (viewer.role !== "STAFF") {
    const { organizationEid, nounEid } = refusalOf(viewer);
    const [refused] = await sql.rows<{ count: number }>(
      `select count(*)::int as count from platform.organization_audit_entry t
       where t.organization_eid = ? and t.noun_eid = ? and t.at > ?`,
      [organizationEid, nounEid, new Date(context.clock.now() - REFUSALS_WITHIN)],
    );
    refuseOften(refused?.count ?? 0);
  }
  const [taken] = await sql.rows<{ organizationEid: string }>(
    `select t.organization_eid as "organizationEid" from ${TABLE} t
     where (lower(t.username) = ? or t.email = ?) and t.eid <> ? order by t.organization_eid = ? desc limit 1`,
    [email, email, eid, viewer.organizationEid],
  );
  if (taken !== undefined) refuseTaken(viewer, taken.organizationEid);
}

/** The audit row of an address that was refused, which belongs to the organization as a whole. */
function refusalOf({ organizationEid }: Viewer): OrganizationAuditRecord {
  const noun = "organization";
  return { organizationEid, action: "refuseEmail", noun, nounEid: organizationEid, before: null, after: null };
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
  await writeUser(sql, context, action, before, { defaultAdvertisableEid: advertisableEid });
}

/** Writes what differs, and its audit row; nothing when nothing does. */
async function writeUser(
  sql: Sql,
  context: RequestContext,
  action: string,
  before: UserRecord,
  { grantedAdvertisableEids = [], revokedAdvertisableEids = [], ...changes }: UserChanges,
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
  const granted = await grant(sql, before.eid, grantedAdvertisableEids, now);
  const revoked = await revoke(sql, before.eid, revokedAdvertisableEids);
  const after = { ...before, ...changes };
  if (changed.length === 0 && granted.length === 0 && revoked.length === 0) return before;
  await recordOrganizationAudit(sql, context, [
    {
      organizationEid: before.organizationEid,
      action,
      noun: "user",
      nounEid: before.eid,
      before: { ...before, ...(revoked.length > 0 && { grantedAdvertisableEids: revoked }) },
      after: { ...after, ...(granted.length > 0 && { grantedAdvertisableEids: granted }) },
    },
  ]);
  return after;
}

/** Those that are new. */
async function grant(sql: Sql, userEid: string, eids: readonly string[], now: Date): Promise<string[]> {
  if (eids.length === 0) return [];
  const rows = await sql.rows<{ eid: string }>(
    `insert into platform.access (user_eid, advertisable_eid, granted_at)
     select ?, granted, ? from unnest(?::text[]) granted on conflict do nothing returning advertisable_eid as eid`,
    [userEid, now, [...eids]],
  );
  return rows.map(({ eid }) => eid);
}

/** Those that there were. */
async function revoke(sql: Sql, userEid: string, eids: readonly string[]): Promise<string[]> {
  if (eids.length === 0) return [];
  const rows = await sql.rows<{ eid: string }>(
    "delete from platform.access where user_eid = ? and advertisable_eid = any(?) returning advertisable_eid as eid",
    [userEid, [...eids]],
  );
  return rows.map(({ eid }) => eid);
}
