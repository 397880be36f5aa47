import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvRecords } from "../../lib/csv-records.js";
import { AppError } from "../../lib/errors.js";
import { deliveryMapping } from "./delivery-mapping.rules.js";
import { deliveryFormat } from "./delivery-row.rules.js";
import { CONVERSIONS, TOUCHPOINTS } from "./event.table.js";
import { factFormat } from "./fact.rules.js";
import { ATTRIBUTE_VISITS, SEGMENT_MEMBERSHIPS, SITE_VISITS } from "./fact.table.js";
import type { RowFormat } from "./row-format.rules.js";
import { stagedRows } from "./staged-rows.js";

/** What comes of a file: the rows as they are staged, those that are bad, how many there were, and why it can't be read. */
interface Outcome {
  staged: string[];
  bad: [number, string][];
  rows: number;
  refused: string | null;
}

type Format = (header: readonly string[]) => RowFormat;

/** A time is the same with and without its milliseconds written out. */
function normalised(line: string): string {
  return line.replaceAll(/(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)Z/g, (_, day: string, time: string) =>
    new Date(`${day}T${time}Z`).toISOString(),
  );
}

async function outcomeOf(work: (outcome: Outcome) => Promise<void>): Promise<Outcome> {
  const outcome: Outcome = { staged: [], bad: [], rows: 0, refused: null };
  try {
    await work(outcome);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Empty lines before it are counted by one and not by the other.
    outcome.refused = error.message.replace(/^line \d+ or after/, "line");
    // How much of a file that can't be read was read before that is nobody's business.
    Object.assign(outcome, { staged: [], bad: [], rows: 0 });
  }
  // The parser is ahead of who reads what it gives, and tells first what it can't.
  const bad = outcome.bad.toSorted(([one], [other]) => one - other);
  return { ...outcome, bad, staged: outcome.staged.map(normalised) };
}

async function byBytes(file: Buffer, cuts: readonly number[], format: Format): Promise<Outcome> {
  return await outcomeOf(async (outcome) => {
    const places = [...new Set([0, ...cuts.map((cut) => cut % (file.length + 1)), file.length])].toSorted(
      (a, b) => a - b,
    );
    const chunks = places.slice(1).map((end, index) => file.subarray(places[index], end));
    const lines: Buffer[] = [];
    const rows = stagedRows({
      source: Readable.from(chunks, { objectMode: false }),
      format,
      onRow: () => (outcome.rows += 1),
      onBad: (line, reason) => outcome.bad.push([line, reason]),
      isWanted: () => true,
    });
    for await (const chunk of rows) lines.push(chunk);
    outcome.staged = Buffer.concat(lines).toString().split("\n").slice(0, -1);
  });
}

/** What csv-parse and the checks of texts make of it. */
async function byText(file: Buffer, format: Format): Promise<Outcome> {
  return await outcomeOf(async (outcome) => {
    let read: RowFormat["read"] | null = null;
    const source = Readable.from([file], { objectMode: false });
    const records = csvRecords(source, (line, reason) => {
      outcome.rows += 1;
      outcome.bad.push([line, reason]);
    });
    for await (const { line, fields } of records) {
      if (read === null) {
        ({ read } = format(fields));
        continue;
      }
      outcome.rows += 1;
      const row = read(line, fields);
      if ("reason" in row) outcome.bad.push([line, row.reason]);
      else outcome.staged.push(row.staged.slice(0, -1));
    }
    if (read === null)
      throw new AppError("BAD_USER_INPUT", "The file is empty; it needs a header with the names of its columns.");
  });
}

const ADS = ["campaign", "adGroup", "ad"].map(
  (header) => ({ header, column: header, kind: "identifier", isKey: false }) as const,
);

const FILES: Readonly<Record<string, { header: string; format: Format }>> = {
  deliveries: {
    header: "date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions,domain,network",
    format: (header) => deliveryFormat(deliveryMapping(null), header),
  },
  "deliveries in another form": {
    header: "Day,ad,where,impressions,clicks,cost,what",
    format: (header) =>
      deliveryFormat(
        deliveryMapping({
          columns: {
            date: "Day",
            ad: "ad",
            domain: "where",
            impressions: "impressions",
            clicks: "clicks",
            cost: "cost",
            extraCost: "cost",
          },
          constants: { campaign: "caf\u00E9", adGroup: "g", reportedConversions: "0", network: " web " },
          dateFormat: "d MMM yyyy",
        }),
        header,
      ),
  },
  touchpoints: {
    header: "time,cookie,touchpoint,kind,productType,network,inventorySource,domain,cost,campaign,adGroup,ad",
    format: (header) => factFormat([...ADS, ...TOUCHPOINTS.columns], header, { hasLine: true, joined: 3 }),
  },
  conversions: {
    header: "conversion,time,cookie,segment,value,weight,externalData,ip",
    format: (header) => factFormat(CONVERSIONS.columns, header, { hasLine: true }),
  },
  "site-visits": {
    header: "date,visitor,isTrackable,pageViews,revenue",
    format: (header) => factFormat(SITE_VISITS.columns, header),
  },
  "attribute-visits": {
    header: "note,date,attribute,value,visitor,isCrossDevice,impressions,clicks,pageViews,conversions",
    format: (header) => factFormat(ATTRIBUTE_VISITS.columns, header),
  },
  "segment-memberships": {
    header: "date,segment,cookie,emailDigest,events",
    format: (header) => factFormat(SEGMENT_MEMBERSHIPS.columns, header),
  },
};

/** What columns of these names have in a good row, and things that are not far from it. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  date: ["2024-02-29", "2000-01-01", "2099-12-31", "2024-11-30"],
  Day: ["1 Mar 2024", "29 Feb 2024", "01 Mar 2024"],
  time: [
    "2024-02-29T23:59:59",
    "2024-02-29 00:00:00Z",
    "2024-02-29T10:00:00.1Z",
    "2024-02-29T10:00:00.123",
    "2024-12-31T23:30:00-01:00",
    "2024-02-29T10:00:00.123456Z",
  ],
  domain: [
    "shop.example",
    "www.shop.example",
    "SHOP.example",
    "",
    "1.2.3.4",
    "xn--mnchen-3ya.example",
    "wwww.example",
    "a--b.example",
    "1a.2b",
  ],
  where: ["shop.example", "xy.example", "9.example"],
  kind: ["click", "impression", "CLICK", "Impression"],
  productType: ["RT", "pr", "Sr"],
  segment: ["S".repeat(22), "aZ09_-".repeat(4).slice(0, 22)],
  isTrackable: ["true", "false", "1", "0"],
  isCrossDevice: ["true", "0"],
  weight: ["1", "0", "0.5", "1.0", "0.123456789012"],
  cost: ["0", "12", "0.25", "0.12345678901234567890", "000.10"],
  value: ["7", "12.5"],
  revenue: ["7", "12.5"],
};
const COUNTS = ["impressions", "clicks", "reportedConversions", "pageViews", "conversions", "events"];
const COUNTED = ["0", "1", "007", "999999999", "1000000000", "123456789012345", "9007199254740991"];
const NAMES = [
  "a",
  "cookie-1",
  "a b",
  "caf\u00E9",
  "\u540D\u524D",
  "back\\slash",
  "\\N",
  "\\.",
  "it's",
  "~!#$%^&*()",
  "x".repeat(255),
];

const STRANGE = [
  "",
  " ",
  "\u00A0a",
  "a\u3000",
  " a ",
  "x".repeat(256),
  "\u0000",
  "a\u001Fb",
  "a\u007F",
  "a\tb",
  "\t",
  "\uFFFD",
  "never",
  "2023-02-29",
  "2024-13-01",
  "2024-00-10",
  "2024-01-32",
  "1999-12-31",
  "2100-01-01",
  "02-29-2024",
  "2024-2-29",
  "20240229",
  "2024-02-29T24:00:00",
  "2024-02-29T23:60:00",
  "2024-02-29T23:59:60",
  "2024-02-29T10:00",
  "2024-02-29T10:00:00.",
  "2024-02-29T10:00:00z",
  "2024-02-30T10:00:00Z",
  "-1",
  "+1",
  "1e5",
  "0x10",
  "1_000",
  "1.",
  ".5",
  "1.5",
  "12345678901234567",
  "1".repeat(30),
  `${"1".repeat(30)}.${"1".repeat(20)}`,
  "1".repeat(31),
  "0.123456789012345678901",
  "1.01",
  "NaN",
  "Infinity",
  "\u0661",
  "a..b",
  ".a",
  "a.",
  "a.1",
  "0x1.example",
  "1.0x1",
  "http://a",
  "a/b",
  "a_b.example",
  "x".repeat(254),
  "xn--",
  "xn--a.example",
  "www.",
  "www",
  "www.a",
  "www.com.example",
  "%41.example",
  "\u00DF.example",
  "yes",
  "TRUE",
  "someone@example.test",
  "constructor",
  "__proto__",
  "S".repeat(21),
  `${"S".repeat(21)}!`,
  "look",
];

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function valuesOf(header: string): readonly string[] {
  return GOOD[header] ?? (COUNTS.includes(header) ? COUNTED : NAMES);
}

function fieldOf(header: string): fc.Arbitrary<string> {
  const good = fc.constantFrom(...valuesOf(header));
  const strange = fc.constantFrom(...STRANGE);
  return fc.oneof(
    { arbitrary: good, weight: 60 },
    { arbitrary: strange, weight: 2 },
    { arbitrary: good.map(quoted), weight: 2 },
    { arbitrary: good.map((text) => ` ${text} `), weight: 1 },
    { arbitrary: fc.constantFrom('"a ""b"" c"', '"a,b"', '"two\nlines"', '"two\r\nlines\r"', '""'), weight: 1 },
  );
}

/** Records, the odd one with too many or too few fields, with a quote where none belongs, or empty. */
function recordOf(header: string): fc.Arbitrary<string> {
  const fields = fc.tuple(...header.split(",").map(fieldOf)).map((values) => values.join(","));
  return fc.oneof(
    { arbitrary: fields, weight: 40 },
    { arbitrary: fields.map((text) => `${text},more`), weight: 1 },
    { arbitrary: fields.map((text) => text.slice(text.indexOf(",") + 1)), weight: 1 },
    { arbitrary: fc.constantFrom("", " ", ",", '""'), weight: 1 },
  );
}

/** What no parser reads as it was meant. */
const BROKEN = fc.constantFrom('a"b,c', '"a"b,c', '"never closed', 'a,"b" ,c', "a\rb", "\r", 'a,b"');

const SEPARATOR = fc.oneof({ arbitrary: fc.constant("\n"), weight: 10 }, { arbitrary: fc.constant("\r\n"), weight: 3 });

function fileOf(header: string): fc.Arbitrary<Buffer> {
  return fc
    .record({
      mark: fc.constantFrom("", "", "", "\uFEFF"),
      records: fc.array(recordOf(header), { maxLength: 12 }),
      separator: SEPARATOR,
      other: fc.option(fc.tuple(fc.nat(12), fc.oneof(SEPARATOR, fc.constantFrom("\n\n", "\r")))),
      broken: fc.option(fc.tuple(fc.nat(12), BROKEN), { freq: 3 }),
      isEnded: fc.boolean(),
      noise: fc.option(fc.tuple(fc.nat(), fc.constantFrom(0xff, 0xc3, 0x80)), { freq: 8 }),
    })
    .map(({ mark, records, separator, other, broken, isEnded, noise }) => {
      const lines = [header, ...records];
      if (broken !== null) lines.splice(1 + (broken[0] % lines.length), 0, broken[1]);
      const text = lines.reduce(
        (all, line, index) =>
          all + (index === 0 ? "" : other !== null && other[0] === index ? other[1] : separator) + line,
        mark,
      );
      const bytes = Buffer.from(isEnded ? text + separator : text);
      if (noise !== null) bytes[Buffer.byteLength(header) + 4 + (noise[0] % bytes.length)] = noise[1];
      return bytes;
    });
}

describe.each(Object.entries(FILES))("files of %s", (_, { header, format }) => {
  test("have each good and each strange value read in each of their columns by its bytes as by its text", async () => {
    const names = header.split(",");
    const good = names.map((name) => valuesOf(name)[0]);
    const records = names.flatMap((_name, column) =>
      [...Object.values(GOOD).flat(), ...COUNTED, ...NAMES, ...STRANGE].map((value) =>
        good.with(column, value).join(","),
      ),
    );
    const file = Buffer.from([header, ...records].join("\n"));
    const outcome = await byBytes(file, [], format);
    expect(outcome).toEqual(await byText(file, format));
    expect([outcome.rows, outcome.refused]).toEqual([
      records.length - records.filter((record) => record === "").length,
      null,
    ]);
    expect(outcome.staged.length).toBeGreaterThan(100);
    expect(outcome.bad.length).toBeGreaterThan(100);
  });

  test("are read by their bytes as by their text, good rows and bad ones, wherever their chunks end", async () => {
    await fc.assert(
      fc.asyncProperty(fileOf(header), fc.array(fc.nat(), { maxLength: 4 }), async (file, cuts) => {
        expect(await byBytes(file, cuts, format)).toEqual(await byText(file, format));
      }),
      { numRuns: 500 },
    );
  });
});

test("rows are read by their bytes where they can be", async () => {
  let byItsText = 0;
  const file = Buffer.from(
    `${FILES["touchpoints"]?.header}\r\n2024-02-29T10:00:00.5Z,u,t,click,RT,web,,shop.example,0.25,c,g,a b\r\n`,
  );
  const outcome = await byBytes(file, [], (header) => {
    const format = factFormat([...ADS, ...TOUCHPOINTS.columns], header, { hasLine: true, joined: 3 });
    return { ...format, read: (line, fields) => ((byItsText += 1), format.read(line, fields)) };
  });
  expect(byItsText).toBe(0);
  expect(outcome.staged).toEqual([
    "2\tc\u001Fg\u001Fa b\tu\t2024-02-29\tt\t2024-02-29T10:00:00.500Z\tCLICK\tRT\tweb\t\tshop.example\t0.25",
  ]);
});

test("a line may end in a return alone, also where nobody reads what stands there", async () => {
  const header = "note,date,attribute,value,visitor,isCrossDevice,impressions,clicks,pageViews,conversions";
  const format = (names: readonly string[]) => factFormat(ATTRIBUTE_VISITS.columns, names);
  const row = ",2024-02-29,a,v,u,true,0,0,0,0";
  const file = Buffer.from(`${header}\nnote${row}\nnote\rnote${row}\n`);
  const outcome = await byBytes(file, [], format);
  expect(outcome).toEqual(await byText(file, format));
  expect(outcome).toMatchObject({ rows: 3, bad: [[3, "it has 1 fields, the header 10"]] });
  expect(outcome.staged).toHaveLength(2);
});
