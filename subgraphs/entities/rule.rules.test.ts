import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pixelSnippet } from "./pixel.rules.js";
import { checkOrder, checkPageUrl, checkPlace, checkRoom, checkRule, matchesPage, moved } from "./rule.rules.js";

const PAGE = "https://shop.example/shoes/red?size=42#top";

describe("a pattern", () => {
  test.each([
    ["*", true],
    ["**", true],
    [PAGE, true],
    ["https://shop.example/*", true],
    ["*/shoes/*", true],
    ["*shop.example*size=42*", true],
    ["*size=4*2*", true],
    ["*#top", true],
    ["https://shop.example/shoes/red", false],
    ["shop.example/shoes/*", false],
    ["*/SHOES/*", false],
    ["*/hats/*", false],
    ["*#top#top", false],
    ["https://shop.example/*/shoes/red*", false],
    // What a regular expression would read otherwise.
    ["*shop.example/shoes/red?size=42#top", true],
    ["*shop-example*", false],
    ["*shoes?red*", false],
    ["*[a-z]*", false],
    ["(a+)+$", false],
  ])("%s", (pattern, expected) => {
    expect(matchesPage(pattern, PAGE)).toBe(expected);
  });

  test("two pieces never share a character", () => {
    expect(matchesPage("https://a.example/aba*ba", "https://a.example/aba")).toBe(false);
    expect(matchesPage("*aba*aba", "https://x.example/ababa")).toBe(false);
    expect(matchesPage("*aba*aba", "https://x.example/abaaba")).toBe(true);
    expect(matchesPage("*ple/aa*a*", "https://x.example/aa")).toBe(false);
  });

  test("is compared with the address as a browser writes it", () => {
    expect(matchesPage("https://shop.example/*", "HTTPS://SHOP.example:443")).toBe(true);
    expect(matchesPage("*/caf%C3%A9", "https://shop.example/café")).toBe(true);
    expect(matchesPage("*", "javascript:alert(1)")).toBe(false);
    expect(matchesPage("*", "nonsense")).toBe(false);
  });

  test("agrees with a regular expression of the same meaning", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
    fc.assert(
      fc.property(letters, text, (pattern, path) => {
        const same = new RegExp(`^https://x\\.example/${pattern.replaceAll("*", ".*")}$`).test(
          `https://x.example/${path}`,
        );
        expect(matchesPage(`https://x.example/${pattern}`, `https://x.example/${path}`)).toBe(same);
      }),
      { numRuns: 2_000 },
    );
  });

  test("takes no longer for one that was made to take long", () => {
    const url = `https://x.example/${"a".repeat(10_000)}`;
    for (const pattern of [
      "(a+)+$",
      `${"a*".repeat(511)}b`,
      `*${"a".repeat(1_000)}b*`,
      `*${"a".repeat(500)}*b${"a".repeat(500)}*`,
      `*${"*a".repeat(500)}*b*`,
    ]) {
      matchesPage(pattern, url);
      const began = performance.now();
      for (let run = 0; run < 20; run += 1) expect(matchesPage(pattern, url)).toBe(false);
      expect((performance.now() - began) / 20).toBeLessThan(5);
    }
  });

  test("has 1 to 1,024 characters of an address", () => {
    const codes = (pattern: string): string[] => checkRule({ pattern }).map((violation) => violation.code);
    expect(["*", "a".repeat(1_024), "(a+)+$"].flatMap(codes)).toEqual([]);
    expect(codes("")).toEqual(["LENGTH"]);
    expect(codes("a".repeat(1_025))).toEqual(["LENGTH"]);
    for (const pattern of ["a b", "café", "a\0", "a\n", "💥", "\ud800"])
      expect(codes(pattern)).toEqual(["NOT_A_PATTERN"]);
  });
});

test("an address of a page is http or https, at most 10,240 characters", () => {
  expect(checkPageUrl("url", PAGE)).toEqual([]);
  expect(checkPageUrl("url", `https://x.example/${"a".repeat(10_222)}`)).toEqual([]);
  for (const url of ["", "/shoes", "ftp://x.example/", `https://x.example/${"a".repeat(10_223)}`]) {
    expect(checkPageUrl("url", url)).toMatchObject([{ path: ["url"], code: "NOT_A_URL" }]);
  }
});

describe("an order", () => {
  const [A, B, C] = ["A", "B", "C"].map((letter) => letter.repeat(22)) as [string, string, string];

  test("names each rule once and nothing else, and says what is wrong", () => {
    expect(checkOrder([C, A, B], [A, B, C])).toEqual([]);
    expect(checkOrder([], [])).toEqual([]);
    expect(checkOrder([A, A, "<script>"], [A, B, C])).toEqual([
      { path: ["input", "ruleEids"], code: "UNKNOWN", message: expect.not.stringContaining("script") },
      { path: ["input", "ruleEids"], code: "REPEATED", message: expect.stringContaining(A) },
      { path: ["input", "ruleEids"], code: "INCOMPLETE", message: expect.stringContaining(`${B}, ${C}`) },
    ]);
    const many = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(22, "0"));
    expect(checkOrder([], many)[0]?.message).toMatch(/ and 995 more\.$/);
  });

  test("moves one to its place, and the others close up", () => {
    expect([1, 2, 3].map((place) => moved([A, B, C], B, place))).toEqual([
      [B, A, C],
      [A, B, C],
      [A, C, B],
    ]);
    expect(checkPlace(1, 2)).toEqual([]);
    expect([0, 3, -1].flatMap((place) => checkPlace(place, 2)).map(({ code }) => code)).toEqual([
      "OUT_OF_RANGE",
      "OUT_OF_RANGE",
      "OUT_OF_RANGE",
    ]);
  });

  test("has room for 1,000", () => {
    expect(checkRoom(999)).toEqual([]);
    expect(checkRoom(1_000)).toMatchObject([{ code: "TOO_MANY" }]);
  });
});

test("a snippet can't be broken out of", () => {
  const snippet = pixelSnippet({ eid: "P".repeat(22), advertisableEid: "A".repeat(22) }, 'https://x/</script>"');
  expect(snippet.match(/<\/script>/g)).toHaveLength(1);
  expect(snippet).toContain(`pixel: "${"P".repeat(22)}"`);
  expect(snippet).toContain(String.raw`https://x/\u003c/script>\"`);
});
