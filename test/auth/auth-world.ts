import type pg from "pg";
import { systemRandom } from "../../lib/eid.js";
import { type AuthDeps, createAuthDeps } from "../../gateway/auth/auth-deps.js";
import { hashPassword } from "../../gateway/auth/password.js";
import { newToken, tokenDigest, type TokenKind } from "../../gateway/auth/token.js";
import { createDatabase } from "../kit/database.js";

export const START = "2026-11-28T09:00:00.000Z";
export const PASSWORD = "corréct: horse";
export const SECRET = "s3cret of the app";
export const APIKEY = "app-one";

/** Two organizations, each with advertisables, and their people; every user has PASSWORD. */
export interface AuthWorld {
  deps: AuthDeps;
  /** The owner's connection, for changes that requests can't make. */
  owner: pg.Client;
  /** The owner's address, for further connections. */
  url: string;
  /** Every statement that signing in has run so far. */
  statements: readonly string[];
  advance(milliseconds: number): void;
  /** The same database, with limiter and caches that remember nothing. */
  restart(): AuthDeps;
  /** Stores a token and returns it. Never expires unless told. */
  storeToken(
    kind: TokenKind,
    userEid: string,
    more?: { clientId?: string; expiresAt?: string; revokedAt?: string },
  ): Promise<string>;
  drop(): Promise<void>;
}

/** A readable EID: the words, filled up to 22 characters. */
export function eid(words: string): string {
  return words.toUpperCase().replaceAll(" ", "_").padEnd(22, "_");
}

const ORGANIZATIONS = ["north", "south"];

const OWNERSHIP = [
  ["north c", "north"],
  ["north a", "north"],
  ["north b", "north"],
  ["south a", "south"],
] as const;

const USERS = [
  { name: "staff", organization: "south", role: "STAFF", organizationRole: "USER", active: true },
  { name: "admin", organization: "north", role: "USER", organizationRole: "ADMIN", active: true },
  { name: "user", organization: "north", role: "USER", organizationRole: "USER", active: true },
  { name: "ungranted", organization: "south", role: "USER", organizationRole: "USER", active: true },
  { name: "gone", organization: "north", role: "USER", organizationRole: "ADMIN", active: false },
] as const;

/** The last grant was given before the advertisable went to another organization. */
const GRANTS = [
  ["user", "north c"],
  ["user", "north a"],
  ["user", "south a"],
] as const;

const CLIENTS = [
  [APIKEY, true],
  ["app-two", true],
  ["app-gone", false],
] as const;

export async function createAuthWorld(): Promise<AuthWorld> {
  const kit = await createDatabase();
  const { database, owner } = kit;
  const [password, secret] = await Promise.all([
    hashPassword(PASSWORD, systemRandom),
    hashPassword(SECRET, systemRandom),
  ]);
  for (const name of ORGANIZATIONS) {
    await owner.query("insert into platform.organization (eid, name, created_at, updated_at) values ($1, $2, $3, $3)", [
      eid(name),
      name,
      START,
    ]);
  }
  for (const [advertisable, organization] of OWNERSHIP) {
    await owner.query("insert into platform.ownership values ($1, $2)", [eid(advertisable), eid(organization)]);
  }
  for (const { name, organization, role, organizationRole, active } of USERS) {
    await owner.query(
      `insert into platform."user" (eid, organization_eid, username, email, first_name, last_name, locale, default_timezone,
         role, organization_role, password_hash, is_active, created_at, updated_at)
       values ($1, $2, $3, $4, 'First', 'Last', 'en_US', 'UTC', $5, $6, $7, $8, $9, $9)`,
      [eid(name), eid(organization), name, `${name}@example.com`, role, organizationRole, password, active, START],
    );
  }
  for (const [user, advertisable] of GRANTS) {
    await owner.query("insert into platform.access values ($1, $2, $3)", [eid(user), eid(advertisable), START]);
  }
  for (const [clientId, active] of CLIENTS) {
    await owner.query(
      "insert into platform.api_client (client_id, name, secret_hash, is_active, created_at) values ($1, $1, $2, $3, $4)",
      [clientId, secret, active, START],
    );
  }

  let now = Date.parse(START);
  let eids = 0;
  function restart(): AuthDeps {
    return createAuthDeps({
      database,
      clock: { now: () => now },
      random: systemRandom,
      newEid: () => eid(`family ${(eids += 1)}`),
    });
  }
  return {
    deps: restart(),
    owner,
    url: kit.url,
    statements: kit.statements,
    advance: (milliseconds) => void (now += milliseconds),
    restart,
    storeToken: async (kind, userEid, { clientId, expiresAt, revokedAt } = {}) => {
      const token = newToken(kind, systemRandom);
      await owner.query(
        `insert into platform.access_token (digest, kind, user_eid, client_id, family_eid, issued_at, expires_at, revoked_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          tokenDigest(token),
          kind,
          userEid,
          clientId ?? null,
          eid(`family ${(eids += 1)}`),
          START,
          expiresAt ?? null,
          revokedAt ?? null,
        ],
      );
      return token;
    },
    drop: () => kit.drop(),
  };
}

/** An Authorization header. */
export function basic(name: string, password = PASSWORD): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}
