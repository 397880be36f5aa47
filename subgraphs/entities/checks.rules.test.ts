import { expect, test } from "vitest";
import { checkDomains } from "./checks.js";

test("domains: lower case, no address, at most 1,000", () => {
  expect(checkDomains("sites", ["example.com", "a.b-c.co.uk", "xn--bcher-kva.example"])).toEqual([]);
  expect(
    checkDomains("sites", ["example.com", "http://x.com", "*.x.com", "10.0.0.1", "x", "UPPER.com"]).map((violation) =>
      violation.path.at(-1),
    ),
  ).toEqual([1, 2, 3, 4, 5]);
  expect(
    checkDomains(
      "sites",
      Array.from({ length: 1_001 }, () => "a.com"),
    ),
  ).toMatchObject([{ code: "TOO_MANY" }]);
});
