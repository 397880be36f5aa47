import { beforeEach, expect, test } from "vitest";
import { LoginLimiter } from "./login-limiter.js";
import { TooManyRequests } from "./too-many-requests.js";

const MINUTE = 60_000;

let now: number;
let limiter: LoginLimiter;

beforeEach(() => {
  now = Date.parse("2026-11-28T09:00:00Z");
  limiter = new LoginLimiter({ now: () => now });
});

function wrong(name: string, times: number): void {
  for (let i = 0; i < times; i += 1) limiter.begin(name);
}

test("the eleventh wrong password within 5 minutes is TOO_MANY_REQUESTS and says how long to wait", () => {
  wrong("ann", 1);
  now += MINUTE;
  wrong("ann", 9);
  const limited = expect.objectContaining({
    code: "TOO_MANY_REQUESTS",
    extensions: { code: "TOO_MANY_REQUESTS", retryAfter: 240 },
  });
  expect(() => limiter.begin("ann")).toThrow(limited);
  expect(() => limiter.check("ann")).toThrow(limited);
});

test("any 5 minutes count, not those of the clock's face", () => {
  wrong("ann", 5);
  now += 4 * MINUTE;
  wrong("ann", 5);
  now += MINUTE;
  wrong("ann", 5);
  expect(() => limiter.begin("ann")).toThrow(TooManyRequests);
});

test("the limit ends, whatever was tried meanwhile", () => {
  wrong("ann", 10);
  for (let i = 0; i < 299; i += 1) {
    now += 1_000;
    expect(() => limiter.begin("ann")).toThrow(TooManyRequests);
  }
  now += 1_000;
  limiter.check("ann");
});

test("other names are not affected, other cases of the same name are", () => {
  wrong("Ann@Example.com", 10);
  limiter.check("bob@example.com");
  expect(() => limiter.check("aNN@eXAMPLE.COM")).toThrow(TooManyRequests);
});

test("a right password forgets the wrong ones", () => {
  wrong("ann", 10);
  limiter.reset("ANN");
  expect(() => wrong("ann", 10)).not.toThrow();
});

test("an attempt that was not verified does not count", () => {
  wrong("ann", 9);
  const notVerified = limiter.begin("ann");
  expect(() => limiter.check("ann")).toThrow(TooManyRequests);
  notVerified();
  limiter.check("ann");
});

test("a flood of other names does not make it forget one", () => {
  wrong("ann", 10);
  for (let i = 0; i < 49_999; i += 1) limiter.begin(`name ${i}`);
  expect(() => limiter.check("ann")).toThrow(TooManyRequests);
});
