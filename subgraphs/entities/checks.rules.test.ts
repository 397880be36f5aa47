import { expect, test } from "vitest";
import { checkDomains, normalDomains } from "./checks.js";

test("domains: no address, no wildcard, at most 1,000", () => {
  expect(checkDomains("sites", ["example.com", "a.b-c.co.uk", "xn--bcher-kva.example"])).toEqual([]);
  expect(
    checkDomains("sites", ["example.com", "http://x.com", "*.x.com", "10.0.0.1", "x"]).map((violation) => [
      violation.path.at(-1),
      violation.message.slice(-19),
    ]),
  ).toEqual([1, 2, 3, 4].map((index) => [index, `; number ${index + 1} is none.`]));
  expect(
    checkDomains(
      "sites",
      Array.from({ length: 1_001 }, () => "a.com"),
    ),
  ).toMatchObject([{ code: "TOO_MANY" }]);
});

test("domains are kept in one spelling, however they are sent; what is none stays, to be refused", () => {
  expect(
    normalDomains(["Example.COM", " www.example.com. ", "Bücher.example", "*.x.com", "http://x.com", "x"]),
  ).toEqual(["example.com", "example.com", "xn--bcher-kva.example", "*.x.com", "http://x.com", "x"]);
  expect(normalDomains(null)).toBeUndefined();
});
