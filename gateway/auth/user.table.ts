import type { Condition, Sql } from "../../lib/database.js";
import type { Role } from "../../lib/viewer.js";
import { foldName } from "./fold-name.js";

/** An active user with what a viewer is made of. */
export interface Account {
  userEid: string;
  organizationEid: string;
  role: Role;
  /** EIDs of the advertisables that the user may see, sorted; null for staff, who see all. */
  advertisables: readonly string[] | null;
}

/**
 * The columns of an Account for a statement that has `platform."user"` as `u`. Admins see what their
 * organization owns; users what they were granted, as long as their organization owns it. Sorted by
 * bytes, so that the scope that is made of the list is the same on every server and in every request.
 */
export const ACCOUNT_COLUMNS = `
  u.eid as "userEid",
  u.organization_eid as "organizationEid",
  case when u.role = 'STAFF' then 'STAFF' else u.organization_role end as "role",
  case
    when u.role = 'STAFF' then null
    when u.organization_role = 'ADMIN' then array(
      select o.advertisable_eid from platform.ownership o
      where o.organization_eid = u.organization_eid
      order by o.advertisable_eid collate "C")
    else array(
      select o.advertisable_eid from platform.access a
      join platform.ownership o on o.advertisable_eid = a.advertisable_eid
      where a.user_eid = u.eid and o.organization_eid = u.organization_eid
      order by o.advertisable_eid collate "C")
  end as "advertisables"`;

export type AccountWithPassword = Account & { passwordHash: string | null };

/**
 * The statement of the active user with this user name or, in any case, this e-mail: an AccountWithPassword. Where the
 * name is the e-mail of one user and the user name of another, it is the e-mail's: nobody can take it by choosing a name.
 * `name` must not contain NUL.
 */
export function userByName(name: string): Condition {
  const email = foldName(name);
  return {
    sql: `select ${ACCOUNT_COLUMNS}, u.password_hash as "passwordHash"
      from platform."user" u
      where u.is_active and (u.email = ? or u.username = ?)
      order by u.email = ? desc
      limit 1`,
    bindings: [email, name, email],
  };
}

export async function findUserByName(sql: Sql, name: string): Promise<AccountWithPassword | undefined> {
  const statement = userByName(name);
  const [user] = await sql.rows<AccountWithPassword>(statement.sql, statement.bindings);
  return user;
}
