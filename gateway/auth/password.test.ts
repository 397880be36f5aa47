import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, expect, test, vi } from "vitest";
import { systemRandom } from "../../lib/eid.js";
import { hashPassword, verifyPassword } from "./password.js";
import { TooManyRequests } from "./too-many-requests.js";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Lets the real scrypt run and counts how many run at once. */
function watchScrypt(): { most: number } {
  const seen = { most: 0 };
  const scrypt = crypto.scrypt;
  let running = 0;
  vi.spyOn(crypto, "scrypt").mockImplementation((password, salt, length, options, done) => {
    running += 1;
    seen.most = Math.max(seen.most, running);
    scrypt(password, salt, length, options, (error, key) => {
      running -= 1;
      done(error, key);
    });
  });
  syncBuiltinESMExports();
  return seen;
}

function zeros(length: number): Uint8Array {
  return new Uint8Array(length);
}

test("a password is right for its own hash and for no other", async () => {
  const hash = await hashPassword("corréct: horse", systemRandom);
  expect(await verifyPassword("corréct: horse", hash)).toBe(true);
  expect(await verifyPassword("corréct: horsE", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("the stored form names its cost and has a salt of its own", async () => {
  const [one, other] = await Promise.all([hashPassword("same", systemRandom), hashPassword("same", systemRandom)]);
  expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
});

test("the salt comes from the given randomness, so that the same one gives the same hash", async () => {
  expect(await hashPassword("same", zeros)).toBe(await hashPassword("same", zeros));
});

test("a hash of another cost is verified by its own", async () => {
  const salt = Buffer.alloc(16, 7);
  const digest = crypto.scryptSync("cheap", salt, 32, { N: 1024, r: 4, p: 2 });
  const stored = `$scrypt$ln=10,r=4,p=2$${salt.toString("base64").slice(0, 22)}$${digest.toString("base64").slice(0, 43)}`;
  expect(await verifyPassword("cheap", stored)).toBe(true);
});

test("no hash is never right", async () => {
  expect(await verifyPassword("", null)).toBe(false);
  expect(await verifyPassword("anything", null)).toBe(false);
});

test("a hash in another form is a defect, and its text is not in the error", async () => {
  await expect(verifyPassword("x", "$2b$10$abc")).rejects.toThrow(/^a stored password hash is malformed$/);
});

test("at most two verifications run at a time, 20 wait, and more are TOO_MANY_REQUESTS", async () => {
  const hash = await hashPassword("right", systemRandom);
  const scrypt = watchScrypt();
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword("right", hash)));
  expect(scrypt.most).toBe(2);
  expect(results.filter((result) => result.status === "fulfilled" && result.value)).toHaveLength(22);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  expect(refused).toHaveLength(18);
  for (const error of refused) {
    expect(error).toBeInstanceOf(TooManyRequests);
    expect(error).toMatchObject({ code: "TOO_MANY_REQUESTS", extensions: { retryAfter: 1 } });
  }
  expect(await verifyPassword("right", hash)).toBe(true);
});
