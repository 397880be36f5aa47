import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { authenticate } from "../../gateway/auth/authenticate.js";
import type { AuthDeps } from "../../gateway/auth/auth-deps.js";
import { hashPassword, verifyPassword } from "../../gateway/auth/password.js";
import { systemRandom } from "../../lib/eid.js";
import { APIKEY, type AuthWorld, basic, createAuthWorld, eid, PASSWORD } from "./auth-world.js";

let world: AuthWorld;
let deps: AuthDeps;

beforeAll(async () => {
  world = await createAuthWorld();
});
beforeEach(() => {
  deps = world.restart();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
afterAll(async () => await world.drop());

/** The viewer's EID, or the error's code. */
async function outcome(name: string, password = PASSWORD): Promise<unknown> {
  return await authenticate({ authorization: basic(name, password), apikey: APIKEY }, deps).then(
    ({ userEid }) => userEid,
    (error: { code: unknown }) => error.code,
  );
}

function countScrypt() {
  const spy = vi.spyOn(crypto, "scrypt");
  syncBuiltinESMExports();
  return spy;
}

/** Keeps verifications from getting anywhere until the function that comes back is called. */
function holdScrypt(): () => void {
  const scrypt = crypto.scrypt;
  const held: (() => void)[] = [];
  vi.spyOn(crypto, "scrypt").mockImplementation((...call) => void held.push(() => scrypt(...call)));
  syncBuiltinESMExports();
  return () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    for (const go of held) go();
  };
}

async function wrongPasswords(name: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) expect(await outcome(name, `wrong ${i}`)).toBe("UNAUTHENTICATED");
}

test("200 Basic requests verify the password once, one after the other and all at once", async () => {
  const scrypt = countScrypt();
  for (let i = 0; i < 100; i += 1) expect(await outcome("admin")).toBe(eid("admin"));
  expect(scrypt).toHaveBeenCalledTimes(1);
  deps = world.restart();
  const atOnce = await Promise.all(Array.from({ length: 100 }, () => outcome("admin")));
  expect(new Set(atOnce)).toEqual(new Set([eid("admin")]));
  expect(scrypt).toHaveBeenCalledTimes(2);
});

test("the password is verified again after 60 s", async () => {
  const scrypt = countScrypt();
  await outcome("admin");
  world.advance(59_999);
  await outcome("admin");
  expect(scrypt).toHaveBeenCalledTimes(1);
  world.advance(1);
  await outcome("admin");
  expect(scrypt).toHaveBeenCalledTimes(2);
});

test("a changed password is out at once, and the new one in", async () => {
  expect(await outcome("user")).toBe(eid("user"));
  const changed = await hashPassword("another", systemRandom);
  const { rows } = await world.owner.query<{ hash: string }>(
    `select password_hash as hash from platform."user" where eid = $1`,
    [eid("user")],
  );
  await world.owner.query(`update platform."user" set password_hash = $1 where eid = $2`, [changed, eid("user")]);
  expect(await outcome("user")).toBe("UNAUTHENTICATED");
  expect(await outcome("user", "another")).toBe(eid("user"));
  await world.owner.query(`update platform."user" set password_hash = $1 where eid = $2`, [rows[0]?.hash, eid("user")]);
});

test("a deactivated user, and one whose password was taken away, is out at once", async () => {
  for (const change of ["is_active = false", "password_hash = null"]) {
    expect(await outcome("ungranted")).toBe(eid("ungranted"));
    const { rows } = await world.owner.query<{ hash: string }>(
      `select password_hash as hash from platform."user" where eid = $1`,
      [eid("ungranted")],
    );
    await world.owner.query(`update platform."user" set ${change} where eid = $1`, [eid("ungranted")]);
    expect(await outcome("ungranted")).toBe("UNAUTHENTICATED");
    await world.owner.query(`update platform."user" set is_active = true, password_hash = $1 where eid = $2`, [
      rows[0]?.hash,
      eid("ungranted"),
    ]);
  }
});

test("an unknown user, an inactive one and a wrong password take the same work", async () => {
  const scrypt = countScrypt();
  for (const name of ["nobody", "gone", "admin"]) expect(await outcome(name, "wrong")).toBe("UNAUTHENTICATED");
  const work = scrypt.mock.calls.map(([, , length, options]) => ({ length, options }));
  const once = { length: 32, options: { N: 16_384, r: 8, p: 1, maxmem: 33_554_432 } };
  expect(work).toEqual([once, once, once]);
});

// Processor time, since the machine may be busy with other things; and another try, since even that varies then.
test("an unknown user, an inactive one and a wrong password take the same time", { retry: 3 }, async () => {
  const times: Record<string, number[]> = { nobody: [], gone: [], admin: [] };
  for (let i = 0; i < 9; i += 1) {
    for (const [name, samples] of Object.entries(times)) {
      const start = process.cpuUsage();
      expect(await outcome(name, `wrong ${i}`)).toBe("UNAUTHENTICATED");
      const { user, system } = process.cpuUsage(start);
      samples.push(user + system);
    }
  }
  const medians = Object.values(times).map((samples) => samples.toSorted((a, b) => a - b)[4] ?? 0);
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.25);
});

test("the eleventh wrong password is TOO_MANY_REQUESTS, for unknown users too", async () => {
  for (const name of ["admin", "nobody"]) {
    await wrongPasswords(name, 10);
    expect(await outcome(name, "wrong again")).toBe("TOO_MANY_REQUESTS");
  }
});

test("a limited account refuses its right password too, also one that was cached, and opens by itself", async () => {
  expect(await outcome("admin")).toBe(eid("admin"));
  await wrongPasswords("admin", 10);
  const scrypt = countScrypt();
  expect(await outcome("admin")).toBe("TOO_MANY_REQUESTS");
  expect(scrypt).not.toHaveBeenCalled();
  expect(await outcome("user")).toBe(eid("user"));
  world.advance(5 * 60_000);
  expect(await outcome("admin")).toBe(eid("admin"));
});

test("wrong passwords at once can't pass the limit together", async () => {
  const codes = await Promise.all(Array.from({ length: 30 }, (_, i) => outcome("admin", `wrong ${i}`)));
  expect(codes.filter((code) => code === "UNAUTHENTICATED")).toHaveLength(10);
  expect(codes.filter((code) => code === "TOO_MANY_REQUESTS")).toHaveLength(20);
});

test("a right password gives ten new attempts", async () => {
  await wrongPasswords("admin", 9);
  expect(await outcome("admin")).toBe(eid("admin"));
  await wrongPasswords("admin", 9);
  expect(await outcome("admin")).toBe(eid("admin"));
});

test("an attempt that found no room to be verified does not count against the account", async () => {
  await wrongPasswords("admin", 9);
  const letGo = holdScrypt();
  const crowd = Array.from({ length: 22 }, () => verifyPassword("anything", null));
  expect(await outcome("admin", "no room")).toBe("TOO_MANY_REQUESTS");
  letGo();
  await Promise.all(crowd);
  expect(await outcome("admin")).toBe(eid("admin"));
});

test("no error holds a credential", async () => {
  const error = await authenticate({ authorization: basic("admin", "hunter2-secret"), apikey: APIKEY }, deps).catch(
    (e: unknown) => e,
  );
  expect(JSON.stringify(error) + String(error)).not.toMatch(/hunter2|admin/);
});
