import fc from "fast-check";
import { expect, test } from "vitest";
import { maskAddresses, normaliseAddress } from "./email-address.js";

test.each([
  [" Ann@Example.COM ", "ann@example.com"],
  ["first.last+tag@mail.example.co.uk", "first.last+tag@mail.example.co.uk"],
  ["o'neil!#$%&*/=?^_`{|}~-@example.com", "o'neil!#$%&*/=?^_`{|}~-@example.com"],
  ["ünï@bücher.example", "ünï@bücher.example"],
  [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
])("%s is an address", (text, address) => {
  expect(normaliseAddress(text)).toBe(address);
});

test.each([
  "",
  "@",
  "ann",
  "ann@",
  "@example.com",
  "ann@example",
  "ann@@example.com",
  "a@b@example.com",
  "ann@example.com\r\nBcc: all@example.com",
  "ann@example.com\0",
  "ann smith@example.com",
  '"ann smith"@example.com',
  "ann(comment)@example.com",
  "Ann <ann@example.com>",
  "ann@example.com, bob@example.com",
  "ann@[127.0.0.1]",
  "ann@127.0.0.1",
  "ann@exa mple.com",
  "ann@-example.com",
  "ann@example..com",
  "ann@example.com.",
  "ann@example.com/path",
  "an\u{202E}n@example.com",
  "a\uD800@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(320)}.com`,
])("%j is none", (text) => {
  expect(normaliseAddress(text)).toBeNull();
});

test("an address that was kept is kept as it is", () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "binary" })), (text) => {
      const address = normaliseAddress(text);
      if (address !== null) expect(normaliseAddress(address)).toBe(address);
    }),
  );
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      expect(normaliseAddress(text)).toBe(text.length > 254 ? null : text.toLowerCase());
    }),
  );
});

test("time grows with the length at most, whatever is read", () => {
  for (const text of [
    "@".repeat(1_000_000),
    "a@".repeat(500_000),
    `a@${"b.".repeat(500_000)}`,
    "a".repeat(1_000_000),
  ]) {
    const from = performance.now();
    for (let i = 0; i < 1_000; i += 1) normaliseAddress(text);
    expect(performance.now() - from).toBeLessThan(1_000);
  }
});

test("a text is told without its addresses, however long its words are", { timeout: 5_000 }, () => {
  const word = "x".repeat(200_000);
  expect(maskAddresses(`${word} of a.b@example.com!c@example.org and d%40example.com, ${word}@`)).toBe(
    `${word} of *** and ***, ${word}@`,
  );
});
