import { expect, test } from "vitest";
import { systemRandom } from "../../lib/eid.js";
import { isToken, newToken, tokenDigest } from "./token.js";

test.each([
  ["ACCESS", /^aga_[A-Za-z0-9_-]{43}$/],
  ["REFRESH", /^agr_[A-Za-z0-9_-]{43}$/],
  ["PERSONAL", /^agp_[A-Za-z0-9_-]{43}$/],
] as const)("a new token of kind %s shows its kind and holds 32 random bytes", (kind, form) => {
  const token = newToken(kind, systemRandom);
  expect(token).toMatch(form);
  expect(token).not.toBe(newToken(kind, systemRandom));
  expect(isToken(token, kind)).toBe(true);
});

test("a token is not one of another kind, nor one with more around it", () => {
  const token = newToken("ACCESS", systemRandom);
  expect(isToken(token, "REFRESH")).toBe(false);
  expect(isToken(`${token}A`, "ACCESS")).toBe(false);
  expect(isToken(`${token}\n`, "ACCESS")).toBe(false);
  expect(isToken("aga_", "ACCESS")).toBe(false);
});

test("a digest is the token's SHA-256 in hexadecimal", () => {
  expect(tokenDigest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
