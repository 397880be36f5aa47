import type { Condition, Sql } from "../../lib/database.js";
import type { TokenKind } from "./token.js";
import { ACCOUNT_COLUMNS, type Account } from "./user.table.js";

/** The digests of an access and a refresh token that are issued together, and their times. */
export interface TokenPair {
  accessDigest: string;
  accessExpiresAt: Date;
  refreshDigest: string;
  refreshExpiresAt: Date;
  issuedAt: Date;
}

export type TokenOwner = Account & { clientId: string | null };

/**
 * The statement of whose token this is, and for which client it was issued: a TokenOwner. It has no row unless the token is
 * of this kind, neither revoked nor expired (`now` is past the expiry from that instant on), and its user and its client,
 * when it has one, are active.
 */
export function tokenOwner(kind: TokenKind, digest: string, now: Date): Condition {
  return {
    sql: `select ${ACCOUNT_COLUMNS}, t.client_id as "clientId"
      from platform.access_token t
      join platform."user" u on u.eid = t.user_eid
      left join platform.api_client c on c.client_id = t.client_id
      where t.digest = ? and t.kind = ? and t.revoked_at is null and (t.expires_at is null or t.expires_at > ?)
        and u.is_active and (t.client_id is null or c.is_active)`,
    bindings: [digest, kind, now],
  };
}

/** Stores the first pair of a family: the one that a sign-in gives. */
export async function insertTokens(
  sql: Sql,
  owner: { userEid: string; clientId: string; familyEid: string },
  pair: TokenPair,
): Promise<void> {
  const shared = [owner.userEid, owner.clientId, owner.familyEid, pair.issuedAt];
  await sql.rows(
    `insert into platform.access_token (digest, kind, user_eid, client_id, family_eid, issued_at, expires_at)
     values (?, 'ACCESS', ?, ?, ?, ?, ?), (?, 'REFRESH', ?, ?, ?, ?, ?)`,
    [pair.accessDigest, ...shared, pair.accessExpiresAt, pair.refreshDigest, ...shared, pair.refreshExpiresAt],
  );
}

/**
 * Uses a refresh token up and stores its successors, all in one statement, so that there is never the
 * one without the other. Of several at once the row lock lets one through; the others wait for its
 * commit and then find the token used.
 *
 * @returns false, with nothing changed, when the token is unknown, used, expired, revoked, another
 *   client's or a deactivated user's, or when any token of its family was revoked.
 */
export async function rotateRefreshToken(
  sql: Sql,
  digest: string,
  clientId: string,
  pair: TokenPair,
): Promise<boolean> {
  const { issuedAt } = pair;
  const use = [issuedAt, digest, clientId, issuedAt];
  const successors = [issuedAt, pair.accessDigest, pair.accessExpiresAt, pair.refreshDigest, pair.refreshExpiresAt];
  const stored = await sql.rows(
    `with used as (
       update platform.access_token t set used_at = ?
       where t.digest = ? and t.kind = 'REFRESH' and t.client_id = ?
         and t.used_at is null and t.revoked_at is null and t.expires_at > ?
         and exists (select from platform."user" u where u.eid = t.user_eid and u.is_active)
         and not exists (
           select from platform.access_token f where f.family_eid = t.family_eid and f.revoked_at is not null)
       returning t.user_eid, t.client_id, t.family_eid
     )
     insert into platform.access_token (digest, kind, user_eid, client_id, family_eid, issued_at, expires_at)
     select n.digest, n.kind, used.user_eid, used.client_id, used.family_eid, ?, n.expires_at
     from used cross join (
       values (?, 'ACCESS', ?::timestamptz), (?, 'REFRESH', ?::timestamptz)) as n (digest, kind, expires_at)
     returning digest`,
    [...use, ...successors],
  );
  return stored.length > 0;
}

/**
 * Revokes all tokens of the family of a refresh token that was used before; does nothing for any
 * other token. Locks in the order of the digests, so that several at once don't deadlock.
 *
 * Rows that a rotation commits while this runs are not seen: call again until it returns 0. That ends,
 * since no rotation begins in a family that has a revoked token.
 *
 * @returns the number of tokens that this call revoked.
 */
export async function revokeReusedFamily(sql: Sql, usedDigest: string, now: Date): Promise<number> {
  const revoked = await sql.rows(
    `update platform.access_token set revoked_at = ?
     where digest in (
       select digest from platform.access_token
       where revoked_at is null and family_eid = (
         select family_eid from platform.access_token where digest = ? and kind = 'REFRESH' and used_at is not null)
       order by digest for update)
     returning digest`,
    [now, usedDigest],
  );
  return revoked.length;
}
