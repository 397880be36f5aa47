import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import {
  adEids,
  createDeliveryLoader,
  deliveryCsv,
  type DeliveryLoader,
  eidOf,
} from "../../test/kit/delivery-loader.js";
import type { ResolveAds } from "./staged-ad.table.js";

let db: TestDatabase;
let loader: DeliveryLoader;

beforeAll(async () => {
  db = await createDatabase();
});
afterAll(async () => {
  await db.drop();
});
beforeEach(async () => {
  loader = await createDeliveryLoader(db);
});

const known: ResolveAds = (ads) =>
  Promise.resolve(ads.map((ad) => (ad.adExternalId === "unknown" ? null : adEids(ad))));

describe("bad rows", () => {
  const GOOD = "2023-08-01,a,c,g,1,1,1,0,,";
  test.each([
    ["a date that is none", "2023-02-30,a,c,g,1,1,1,0,,", /date "2023-02-30" is not a day/],
    ["a date in another format", "01-08-2023,a,c,g,1,1,1,0,,", /written as yyyy-MM-dd/],
    ["a mistyped year", "0203-08-01,a,c,g,1,1,1,0,,", /from 2000-01-01 to 2099-12-31/],
    ["a negative count", "2023-08-01,a,c,g,-1,1,1,0,,", /impressions "-1" is not a whole number/],
    ["a fraction of a click", "2023-08-01,a,c,g,1,1.5,1,0,,", /clicks "1.5" is not a whole number/],
    ["a count that a number can't hold", "2023-08-01,a,c,g,9007199254740992,1,1,0,,", /impressions "9007199254740992"/],
    ["a count that is missing", "2023-08-01,a,c,g,1,1,1,,,", /reportedConversions "" is not a whole number/],
    ["a negative cost", "2023-08-01,a,c,g,1,1,-0.01,0,,", /cost "-0.01" is not a plain decimal/],
    ["a cost with an exponent", "2023-08-01,a,c,g,1,1,1e3,0,,", /cost "1e3" is not a plain decimal/],
    ["a cost in words", "2023-08-01,a,c,g,1,1,NaN,0,,", /cost "NaN" is not a plain decimal/],
    ["an empty identifier", "2023-08-01,,c,g,1,1,1,0,,", /ad "" does not have 1 to 255 characters/],
    [
      "an identifier of 256 characters",
      `2023-08-01,a,${"c".repeat(256)},g,1,1,1,0,,`,
      /campaign "c{40}…" does not have/,
    ],
    ["a NUL", "2023-08-01,a\0b,c,g,1,1,1,0,,", /ad "a\uFFFDb" does not have/],
    [
      "a domain that is none",
      "2023-08-01,a,c,g,1,1,1,0,https://example.com/x,",
      /domain "https:\/\/example.com\/x" is not a domain/,
    ],
    ["too few fields", "2023-08-01,a,c", /it has 3 fields, the header 10/],
    ["too many fields", `${GOOD},x`, /it has 11 fields, the header 10/],
    ["a stray quote", '2023-08-01,a"b,c,g,1,1,1,0,,', /a quote inside a field/],
    ["several mistakes", "2023-08-01,a,c,g,x,y,1,0,,", /impressions "x".*; clicks "y"/],
  ])("%s is told with its line, and nothing is loaded", async (_, row, reason) => {
    const result = await loader.load(deliveryCsv(GOOD, row, GOOD));
    expect(result).toMatchObject({
      rows: 3,
      bad: 1,
      inserted: 0,
      badRows: [{ line: 3, reason: expect.stringMatching(reason) }],
    });
    expect(await loader.rowsOf("delivery", "day")).toEqual([]);

    const skipping = await loader.load(deliveryCsv(GOOD, row, "2023-08-02,a,c,g,1,1,1,0,,"), { skipBad: true });
    expect(skipping).toMatchObject({ rows: 3, bad: 1, inserted: 2, badRows: [{ line: 3 }] });
  });

  test("bytes that are no UTF-8 are a bad row", async () => {
    const result = await loader.load(
      Buffer.concat([
        Buffer.from(`${deliveryCsv()}\n2023-08-01,caf`),
        Buffer.from([0xe9]),
        Buffer.from(",c,g,1,1,1,0,,\n"),
      ]),
    );
    expect(result).toMatchObject({ bad: 1, badRows: [{ line: 2 }] });
  });

  test("the first 20 are told, all are counted, and no ad is asked for", async () => {
    const result = await loader.load(deliveryCsv(...Array.from({ length: 500 }, () => "never,a,c,g,1,1,1,0,,")), {
      resolveAds: () => Promise.reject(new Error("asked")),
    });
    expect(result).toMatchObject({ rows: 500, bad: 500 });
    expect(result.badRows.map((row) => row.line)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  });

  test("unknown ads are bad rows among the others, in order of line", async () => {
    const file = deliveryCsv(
      "2023-08-01,unknown,c,g,1,1,1,0,,",
      "never,a,c,g,1,1,1,0,,",
      "2023-08-01,a,c,g,1,1,1,0,,",
      "2023-08-01,unknown,c,g,1,1,1,0,,",
    );
    const result = await loader.load(file, { resolveAds: known, skipBad: true });
    expect(result).toMatchObject({ rows: 4, bad: 3, inserted: 1 });
    expect(result.badRows.map((row) => row.line)).toEqual([2, 3, 5]);
    expect(await loader.load(deliveryCsv("2023-08-05,unknown,c,g,1,1,1,0,,"), { resolveAds: known })).toMatchObject({
      bad: 1,
      inserted: 0,
      days: 0,
    });
  });
});

describe("how files are written", () => {
  test("quoted fields with commas, quotes and line breaks, CRLF and a byte order mark", async () => {
    const file = `\uFEFFnote,${deliveryCsv()}\r\n"a, ""b""\r\nc",2023-08-01,"a,1",c,g,1,1,1,0,,\r\n\r\n"x\ny",2023-08-01,"back\\slash\\N",c,g,2,1,1,0,,\r\nlast,never,a,c,g,1,1,1,0,,`;
    const result = await loader.load(file, { skipBad: true });
    expect(result).toMatchObject({ rows: 3, bad: 1, badRows: [{ line: 7 }] });
    expect(await loader.rowsOf("delivery", "ad_eid impressions")).toEqual([
      { ad_eid: eidOf("a,1"), impressions: "1" },
      { ad_eid: eidOf("back\\slash\\N"), impressions: "2" },
    ]);
  });

  test.each([
    ["never closed", '2023-08-01,"a,c,g,1,1,1,0,,\n2023-08-02,a,c,g,1,1,1,0,,'],
    ["not closed at its end", '2023-08-01,"a"b,c,g,1,1,1,0,,\n2023-08-02,a,c,g,1,1,1,0,,'],
    ["never closed in a long file", `2023-08-01,"a,c,g,1,1,1,0,,\n${"2023-08-02,a,c,g,1,1,1,0,,\n".repeat(100_000)}`],
  ])("BAD_USER_INPUT for a quote %s, even when bad rows are skipped", async (_, rows) => {
    await expect(loader.load(deliveryCsv(rows), { skipBad: true })).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
      message: expect.stringContaining("line 2 or after"),
    });
  });

  test("BAD_USER_INPUT for an empty file and for one whose columns don't fit, naming those found", async () => {
    await expect(loader.load("")).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
      message: expect.stringContaining("empty"),
    });
    await expect(loader.load("date,ad\n")).rejects.toMatchObject({
      message: expect.stringMatching(/lacks campaign, .* The file has the columns date, ad\./),
    });
    await expect(
      loader.load("date,date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions\n"),
    ).rejects.toMatchObject({
      message: expect.stringContaining("The column date is there twice"),
    });
    expect(await loader.load(`${deliveryCsv()}\n`)).toMatchObject({ rows: 0, bad: 0, inserted: 0, days: 0 });
  });

  test("a source that breaks off leaves nothing and a connection that can be used again", async () => {
    const source = Readable.from(
      (async function* () {
        yield deliveryCsv("2023-08-01,a,c,g,1,1,1,0,,", "");
        await Promise.resolve();
        throw new Error("the disk is gone");
      })(),
    );
    await expect(loader.load(source)).rejects.toThrow("the disk is gone");
    expect(await loader.load(deliveryCsv("2023-08-01,b,c,g,1,1,1,0,,"))).toMatchObject({ inserted: 1 });
  });
});
