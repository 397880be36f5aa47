import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { revokeReusedFamily, rotateRefreshToken, type TokenPair } from "../../gateway/auth/access-token.table.js";
import { issueTokens } from "../../gateway/auth/issue-tokens.js";
import { tokenDigest } from "../../gateway/auth/token.js";
import { APIKEY, type AuthWorld, createAuthWorld, eid, PASSWORD, SECRET, START } from "./auth-world.js";

const CLIENT = { client_id: APIKEY, client_secret: SECRET };

let world: AuthWorld;
/** A second connection of the owner, to hold locks on. */
let holder: Client;

beforeAll(async () => {
  world = await createAuthWorld();
  holder = new Client({ connectionString: world.url });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await world.drop();
});

/** 64 characters. */
function digest(letter: string): string {
  return letter.repeat(64);
}

async function store(
  letter: string,
  kind: "ACCESS" | "REFRESH",
  family: string,
  on: Client = world.owner,
): Promise<void> {
  await on.query(
    `insert into platform.access_token (digest, kind, user_eid, client_id, family_eid, issued_at, expires_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + interval '1 day')`,
    [digest(letter), kind, eid("user"), APIKEY, eid(family), START],
  );
}

async function use(letter: string, on: Client = world.owner): Promise<void> {
  await on.query("update platform.access_token set used_at = $1 where digest = $2", [START, digest(letter)]);
}

async function unrevoked(family: string): Promise<number> {
  const { rows } = await world.owner.query(
    "select from platform.access_token where family_eid = $1 and revoked_at is null",
    [eid(family)],
  );
  return rows.length;
}

/** Resolves when a statement waits for a lock. */
async function someoneWaits(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await world.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).not.toHaveLength(0);
  });
}

function pairOf(access: string, refresh: string): TokenPair {
  const later = new Date(Date.parse(START) + 86_400_000);
  return {
    accessDigest: digest(access),
    accessExpiresAt: later,
    refreshDigest: digest(refresh),
    refreshExpiresAt: later,
    issuedAt: new Date(START),
  };
}

test("tokens that a rotation commits while its family is revoked are revoked too", async () => {
  const form = { grant_type: "password", ...CLIENT, username: "user", password: PASSWORD };
  const { refresh_token: reused } = await issueTokens(form, world.deps);
  const { refresh_token: current } = await issueTokens(
    { grant_type: "refresh_token", ...CLIENT, refresh_token: reused },
    world.deps,
  );
  const { rows } = await world.owner.query<{ family: string }>(
    "select family_eid as family from platform.access_token where digest = $1",
    [tokenDigest(current)],
  );
  const family = rows[0]?.family ?? "";

  // A rotation of the current token that has not committed yet.
  await holder.query("begin");
  await holder.query("update platform.access_token set used_at = $1 where digest = $2", [START, tokenDigest(current)]);
  await store("0", "ACCESS", family, holder);
  await store("1", "REFRESH", family, holder);
  const reuse = issueTokens({ grant_type: "refresh_token", ...CLIENT, refresh_token: reused }, world.deps).catch(
    (error: unknown) => error,
  );
  await someoneWaits();
  await holder.query("commit");

  expect(await reuse).toMatchObject({ code: "invalid_grant" });
  expect(await unrevoked(family)).toBe(0);
});

test("no rotation begins in a family that has a revoked token", async () => {
  await store("2", "REFRESH", "half revoked");
  await store("3", "ACCESS", "half revoked");
  await world.owner.query("update platform.access_token set revoked_at = $1 where digest = $2", [START, digest("3")]);
  expect(await rotateRefreshToken(world.deps.database.platform, digest("2"), APIKEY, pairOf("4", "5"))).toBe(false);
  expect(await unrevoked("half revoked")).toBe(1);
});

test("a rotation that waits for a revocation does nothing after it", async () => {
  await store("6", "REFRESH", "revoked first");
  await holder.query("begin");
  await holder.query("update platform.access_token set revoked_at = $1 where digest = $2", [START, digest("6")]);
  const rotation = rotateRefreshToken(world.deps.database.platform, digest("6"), APIKEY, pairOf("7", "8"));
  await someoneWaits();
  await holder.query("commit");
  expect(await rotation).toBe(false);
  expect(await unrevoked("revoked first")).toBe(0);
});

test("a family is locked in the order of its digests, whatever order the rows have in the table", async () => {
  for (const letter of ["f", "e", "d", "c"]) await store(letter, "REFRESH", "ordered");
  await use("f");
  await holder.query("begin");
  await holder.query("select from platform.access_token where digest = $1 for update", [digest("c")]);
  const revocation = revokeReusedFamily(world.deps.database.platform, digest("f"), new Date(START));
  await someoneWaits();
  const { rows } = await world.owner.query(
    "select from platform.access_token where family_eid = $1 for update skip locked",
    [eid("ordered")],
  );
  expect(rows).toHaveLength(3);
  await holder.query("commit");
  expect(await revocation).toBe(4);
});

test("an unused token does not revoke its family", async () => {
  await store("9", "REFRESH", "unused");
  expect(await revokeReusedFamily(world.deps.database.platform, digest("9"), new Date(START))).toBe(0);
  expect(await unrevoked("unused")).toBe(1);
});
