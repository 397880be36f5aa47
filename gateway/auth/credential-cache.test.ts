import { beforeEach, expect, test, vi } from "vitest";
import { systemRandom } from "../../lib/eid.js";
import { CredentialCache } from "./credential-cache.js";

type Verify = () => Promise<boolean>;

let now: number;
let cache: CredentialCache;

beforeEach(() => {
  now = Date.parse("2026-11-28T09:00:00Z");
  cache = new CredentialCache({ now: () => now }, systemRandom);
});

const right = () => vi.fn<Verify>(() => Promise.resolve(true));
const wrong = () => vi.fn<Verify>(() => Promise.resolve(false));

test("a right password is verified once in 60 s", async () => {
  const verify = right();
  for (const at of [0, 30_000, 59_999]) {
    now = Date.parse("2026-11-28T09:00:00Z") + at;
    expect(await cache.check("ann", "secret", "hash", verify)).toBe(true);
  }
  expect(verify).toHaveBeenCalledTimes(1);
  now += 1;
  await cache.check("ann", "secret", "hash", verify);
  expect(verify).toHaveBeenCalledTimes(2);
});

test("another stored hash is verified anew, so a changed password is out at once", async () => {
  await cache.check("ann", "secret", "old hash", right());
  const verify = wrong();
  expect(await cache.check("ann", "secret", "new hash", verify)).toBe(false);
  expect(await cache.check("ann", "secret", null, verify)).toBe(false);
  expect(verify).toHaveBeenCalledTimes(2);
});

test("a wrong password is verified each time", async () => {
  const verify = wrong();
  await cache.check("ann", "guess", "hash", verify);
  await cache.check("ann", "guess", "hash", verify);
  expect(verify).toHaveBeenCalledTimes(2);
});

test("name and password don't run into each other", async () => {
  await cache.check("ann", "secret", "hash", right());
  expect(await cache.check("anns", "ecret", "hash", wrong())).toBe(false);
});

test("the same question at the same time is one verification, and another one is not", async () => {
  const verify = right();
  const same = Array.from({ length: 200 }, () => cache.check("ann", "secret", "hash", verify));
  expect(await cache.check("ann", "guess", "hash", wrong())).toBe(false);
  expect(new Set(await Promise.all(same))).toEqual(new Set([true]));
  expect(verify).toHaveBeenCalledTimes(1);
});

test("a verification that fails fails for all who wait and is not remembered", async () => {
  const failing = vi.fn<Verify>(() => Promise.reject(new Error("busy")));
  const answers = await Promise.allSettled([1, 2].map(() => cache.check("ann", "secret", "hash", failing)));
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(failing).toHaveBeenCalledTimes(1);
  expect(await cache.check("ann", "secret", "hash", right())).toBe(true);
});

test("at most 1,000 credentials are remembered", async () => {
  const verify = right();
  for (let i = 0; i < 3_000; i += 1) await cache.check("ann", `secret ${i}`, "hash", verify);
  verify.mockClear();
  for (let i = 2_999; i >= 0; i -= 1) await cache.check("ann", `secret ${i}`, `hash`, verify);
  expect(verify.mock.calls.length).toBeGreaterThanOrEqual(2_000);
});
