import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { Database, RUNTIME_ROLE } from "../../lib/database.js";
import { migrate } from "../../migrations/index.js";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import { type DeliveryLoad, type DeliveryLoadResult, loadDeliveries } from "./delivery-load.js";
import { deliveryMapping } from "./delivery-mapping.js";
import type { ExternalAd, ResolveAds } from "./delivery-stage.table.js";

const HEADER = "date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions,domain,network";
const TABLES = ["delivery", "delivery_by_ad_group", "delivery_by_campaign", "delivery_by_advertisable"];

let db: TestDatabase;
let advertisable: { eid: string; currency: string };
let count = 0;

beforeAll(async () => {
  db = await createDatabase();
  await db.owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1), ('EUR', '-infinity', 'infinity', 0.9)");
});
afterAll(async () => {
  await db.drop();
});
beforeEach(() => {
  advertisable = { eid: eid(`ADVERTISABLE${(count += 1)}`), currency: "USD" };
});

function eid(text: string): string {
  return text.padEnd(22, "_").slice(0, 22);
}

/** Stands for every ad: its EIDs are its external identifiers, made long enough. */
const resolveAds: ResolveAds = (ads) => Promise.resolve(ads.map(eidsOf));

function eidsOf(ad: ExternalAd) {
  return { campaignEid: eid(ad.campaignExternalId), adGroupEid: eid(ad.adGroupExternalId), adEid: eid(ad.adExternalId) };
}

async function load(source: string | Buffer | Readable, options: Partial<DeliveryLoad> = {}): Promise<DeliveryLoadResult> {
  return await loadDeliveries({
    owner: db.owner,
    source: source instanceof Readable ? source : Readable.from([source]),
    mapping: deliveryMapping(null),
    advertisable,
    resolveAds,
    ...options,
  });
}

function csv(...rows: string[]): string {
  return [HEADER, ...rows].join("\n");
}

interface Row {
  [column: string]: string;
}

async function rowsOf(table: string, columns: string, tenant = advertisable.eid): Promise<Row[]> {
  const list = columns.split(" ").map((column) => `${column}::text`);
  const { rows } = await db.owner.query<Row>(`select ${list.join(", ")} from reporting.${table} where advertisable_eid = $1 order by ${columns.split(" ").join(", ")}`, [tenant]);
  return rows;
}

/** All that is kept of a tenant, facts and roll-ups. */
async function contents(tenant = advertisable.eid, owner = db.owner): Promise<string> {
  const hash = createHash("sha256");
  for (const table of TABLES) {
    const { rows } = await owner.query(`select t::text as row from reporting.${table} t where advertisable_eid = $1 order by 1`, [tenant]);
    hash.update(JSON.stringify([table, rows]));
  }
  return hash.digest("hex");
}

/** Asserts that each roll-up holds just what its facts add up to. */
async function expectRollUpsToFollow(): Promise<void> {
  const sums = ["impressions", "clicks", "cost", "extra_cost", "reported_conversions"];
  for (const [table, keys] of [["by_ad_group", "day, ad_group_eid, campaign_eid, currency"], ["by_campaign", "day, campaign_eid, currency"], ["by_advertisable", "day, currency"]] as const) {
    const { rows } = await db.owner.query(
      `(select ${keys}, ${sums.join(", ")} from reporting.delivery_${table} where advertisable_eid = $1)
       except (select ${keys}, ${sums.map((sum) => `sum(${sum})`).join(", ")} from reporting.delivery where advertisable_eid = $1 group by ${keys})
       union all
       ((select ${keys}, ${sums.map((sum) => `sum(${sum})`).join(", ")} from reporting.delivery where advertisable_eid = $1 group by ${keys})
       except (select ${keys}, ${sums.join(", ")} from reporting.delivery_${table} where advertisable_eid = $1))`,
      [advertisable.eid],
    );
    expect(rows, table).toEqual([]);
  }
}

describe("what a load writes", () => {
  test("the same file twice changes nothing, not even a row's version", async () => {
    const file = csv("2023-08-01,a,c,g,10,1,0.50,1,,", "2023-09-01,b,c,g,20,2,1.25,0,,");
    expect(await load(file)).toMatchObject({ rows: 2, bad: 0, inserted: 2, updated: 0, unchanged: 0, days: 2 });
    const before = await contents();
    const versions = await rowsOf("delivery", "xmin ctid");
    expect(await load(file)).toMatchObject({ rows: 2, inserted: 0, updated: 0, unchanged: 2, days: 2 });
    expect(await contents()).toBe(before);
    expect(await rowsOf("delivery", "xmin ctid")).toEqual(versions);
  });

  test("a restated file corrects the facts, and the roll-ups follow", async () => {
    await load(csv("2023-08-01,a,c,g,10,1,0.50,1,,", "2023-08-01,b,c,h,20,2,1.25,0,,", "2023-08-02,a,c,g,1,1,1,1,,"));
    expect(await load(csv("2023-08-01,a,c,g,11,1,0.75,1,,", "2023-08-01,z,c,h,5,0,0,0,,"))).toMatchObject({ inserted: 1, updated: 1, unchanged: 0, days: 1 });
    expect(await rowsOf("delivery_by_advertisable", "day impressions cost")).toEqual([
      { day: "2023-08-01", impressions: "36", cost: "2.00" },
      { day: "2023-08-02", impressions: "1", cost: "1" },
    ]);
    await expectRollUpsToFollow();
  });

  test("an ad group that moved to another campaign leaves nothing in the roll-ups of the old one", async () => {
    await load(csv("2023-08-01,a,c1,g,10,1,0.50,1,,"));
    await load(csv("2023-08-01,a,c2,g,10,1,0.50,1,,"));
    expect(await rowsOf("delivery_by_campaign", "campaign_eid impressions")).toEqual([{ campaign_eid: eid("c2"), impressions: "10" }]);
    expect(await rowsOf("delivery_by_ad_group", "campaign_eid impressions")).toEqual([{ campaign_eid: eid("c2"), impressions: "10" }]);
    await expectRollUpsToFollow();
  });

  test("rows of the same key are summed", async () => {
    const result = await load(csv("2023-08-01,a,c,g,10,1,0.1,1,www.Example.com,n", "2023-08-01,a,c,g,5,2,0.2,0,example.com,n", "2023-08-01,a,c,g,7,0,0,0,example.org,n"));
    expect(result).toMatchObject({ rows: 3, inserted: 2 });
    expect(await rowsOf("delivery", "domain impressions clicks cost reported_conversions network extra_cost")).toEqual([
      { domain: "example.com", impressions: "15", clicks: "3", cost: "0.3", reported_conversions: "1", network: "n", extra_cost: "0" },
      { domain: "example.org", impressions: "7", clicks: "0", cost: "0", reported_conversions: "0", network: "n", extra_cost: "0" },
    ]);
    await expectRollUpsToFollow();
  });

  test("BAD_USER_INPUT when rows of the same key add up to more than a count holds", async () => {
    const row = `2023-08-01,a,c,g,${Number.MAX_SAFE_INTEGER},0,0,0,,`;
    expect(await load(csv(row))).toMatchObject({ inserted: 1 });
    await expect(load(csv(row, row))).rejects.toMatchObject({ code: "BAD_USER_INPUT", violations: [{ code: "OUT_OF_RANGE" }] });
  });

  test("other tenants are not touched", async () => {
    const file = csv("2023-08-01,a,c,g,10,1,0.50,1,,");
    await load(file);
    const theirs = await contents();
    const other = { eid: eid("ANOTHER"), currency: "EUR" };
    await load(csv("2023-08-01,a,c,g,99,9,9,9,,"), { advertisable: other });
    expect(await contents()).toBe(theirs);
    expect(await rowsOf("delivery", "currency impressions", other.eid)).toEqual([{ currency: "EUR", impressions: "99" }]);
  });

  test("clicks may exceed impressions, and a cost keeps all its digits", async () => {
    await load(csv("2023-08-01,a,c,g,1,5,0.12345678901234567890,0,,"));
    expect(await rowsOf("delivery", "clicks cost")).toEqual([{ clicks: "5", cost: "0.12345678901234567890" }]);
  });

  test("ads are asked for in batches of 1,000, each once", async () => {
    const asked: number[] = [];
    const rows = Array.from({ length: 2_500 }, (_, n) => `2023-08-01,a${n},c,g,1,0,0,0,,`);
    const result = await load(csv(...rows, ...rows), {
      resolveAds: (ads) => {
        asked.push(ads.length);
        return resolveAds(ads);
      },
    });
    expect(asked).toEqual([1_000, 1_000, 500]);
    expect(result).toMatchObject({ rows: 5_000, inserted: 2_500 });
  });

  test("partitions are made for new months and can't be read past the whole table", async () => {
    await load(csv("2031-12-31,a,c,g,1,0,0,0,,", "2032-01-01,a,c,g,1,0,0,0,,"));
    const { rows } = await db.owner.query(
      `select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound, c.relrowsecurity and c.relforcerowsecurity as walled,
         has_table_privilege('${RUNTIME_ROLE}', c.oid, 'select') as readable
       from pg_class c where c.relname in ('delivery_2031_12', 'delivery_2032_01') order by 1`,
    );
    expect(rows).toEqual([
      { relname: "delivery_2031_12", bound: "FOR VALUES FROM ('2031-12-01') TO ('2032-01-01')", walled: true, readable: false },
      { relname: "delivery_2032_01", bound: "FOR VALUES FROM ('2032-01-01') TO ('2032-02-01')", walled: true, readable: false },
    ]);
  });
});

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
    ["an identifier of 256 characters", `2023-08-01,a,${"c".repeat(256)},g,1,1,1,0,,`, /campaign "c{40}…" does not have/],
    ["a NUL", "2023-08-01,a\0b,c,g,1,1,1,0,,", /ad "a\uFFFDb" does not have/],
    ["a domain that is none", "2023-08-01,a,c,g,1,1,1,0,https://example.com/x,", /domain "https:\/\/example.com\/x" is not a domain/],
    ["too few fields", "2023-08-01,a,c", /it has 3 fields, the header 10/],
    ["too many fields", `${GOOD},x`, /it has 11 fields, the header 10/],
    ["a stray quote", '2023-08-01,a"b,c,g,1,1,1,0,,', /a quote inside a field/],
    ["several mistakes", "2023-08-01,a,c,g,x,y,1,0,,", /impressions "x".*; clicks "y"/],
  ])("%s is told with its line, and nothing is loaded", async (_, row, reason) => {
    const result = await load(csv(GOOD, row, GOOD));
    expect(result).toMatchObject({ rows: 3, bad: 1, inserted: 0, badRows: [{ line: 3, reason: expect.stringMatching(reason) }] });
    expect(await rowsOf("delivery", "day")).toEqual([]);

    const skipping = await load(csv(GOOD, row, "2023-08-02,a,c,g,1,1,1,0,,"), { skipBad: true });
    expect(skipping).toMatchObject({ rows: 3, bad: 1, inserted: 2, badRows: [{ line: 3 }] });
  });

  test("bytes that are no UTF-8 are a bad row", async () => {
    const result = await load(Buffer.concat([Buffer.from(`${HEADER}\n2023-08-01,caf`), Buffer.from([0xe9]), Buffer.from(",c,g,1,1,1,0,,\n")]));
    expect(result).toMatchObject({ bad: 1, badRows: [{ line: 2 }] });
  });

  test("the first 20 are told, all are counted, and no ad is asked for", async () => {
    const result = await load(csv(...Array.from({ length: 500 }, () => "never,a,c,g,1,1,1,0,,")), { resolveAds: () => Promise.reject(new Error("asked")) });
    expect(result).toMatchObject({ rows: 500, bad: 500 });
    expect(result.badRows.map((row) => row.line)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  });

  test("unknown ads are bad rows among the others, in order of line", async () => {
    const known: ResolveAds = (ads) => Promise.resolve(ads.map((ad) => (ad.adExternalId === "unknown" ? null : eidsOf(ad))));
    const file = csv("2023-08-01,unknown,c,g,1,1,1,0,,", "never,a,c,g,1,1,1,0,,", "2023-08-01,a,c,g,1,1,1,0,,", "2023-08-01,unknown,c,g,1,1,1,0,,");
    const result = await load(file, { resolveAds: known, skipBad: true });
    expect(result).toMatchObject({ rows: 4, bad: 3, inserted: 1 });
    expect(result.badRows.map((row) => row.line)).toEqual([2, 3, 5]);
    expect(await load(csv("2023-08-05,unknown,c,g,1,1,1,0,,"), { resolveAds: known })).toMatchObject({ bad: 1, inserted: 0, days: 0 });
  });
});

describe("how files are written", () => {
  test("quoted fields with commas, quotes and line breaks, CRLF and a byte order mark", async () => {
    const file = `\uFEFFnote,${HEADER}\r\n"a, ""b""\r\nc",2023-08-01,"a,1",c,g,1,1,1,0,,\r\n\r\n"x\ny",2023-08-01,"back\\slash\\N",c,g,2,1,1,0,,\r\nlast,never,a,c,g,1,1,1,0,,`;
    const result = await load(file, { skipBad: true });
    expect(result).toMatchObject({ rows: 3, bad: 1, badRows: [{ line: 7 }] });
    expect(await rowsOf("delivery", "ad_eid impressions")).toEqual([
      { ad_eid: eid("a,1"), impressions: "1" },
      { ad_eid: eid("back\\slash\\N"), impressions: "2" },
    ]);
  });

  test.each([
    ["never closed", '2023-08-01,"a,c,g,1,1,1,0,,\n2023-08-02,a,c,g,1,1,1,0,,'],
    ["not closed at its end", '2023-08-01,"a"b,c,g,1,1,1,0,,\n2023-08-02,a,c,g,1,1,1,0,,'],
    ["never closed in a long file", `2023-08-01,"a,c,g,1,1,1,0,,\n${"2023-08-02,a,c,g,1,1,1,0,,\n".repeat(100_000)}`],
  ])("BAD_USER_INPUT for a quote %s, even when bad rows are skipped", async (_, rows) => {
    await expect(load(csv(rows), { skipBad: true })).rejects.toMatchObject({ code: "BAD_USER_INPUT", message: expect.stringContaining("line 2 or after") });
  });

  test("BAD_USER_INPUT for an empty file and for one whose columns don't fit, naming those found", async () => {
    await expect(load("")).rejects.toMatchObject({ code: "BAD_USER_INPUT", message: expect.stringContaining("empty") });
    await expect(load("date,ad\n")).rejects.toMatchObject({ message: expect.stringMatching(/lacks campaign, .* The file has the columns date, ad\./) });
    await expect(load("date,date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions\n")).rejects.toMatchObject({
      message: expect.stringContaining("The column date is there twice"),
    });
    expect(await load(`${HEADER}\n`)).toMatchObject({ rows: 0, bad: 0, inserted: 0, days: 0 });
  });

  test("a source that breaks off leaves nothing and a connection that can be used again", async () => {
    const source = Readable.from(
      (async function* () {
        yield csv("2023-08-01,a,c,g,1,1,1,0,,", "");
        await Promise.resolve();
        throw new Error("the disk is gone");
      })(),
    );
    await expect(load(source)).rejects.toThrow("the disk is gone");
    expect(await load(csv("2023-08-01,b,c,g,1,1,1,0,,"))).toMatchObject({ inserted: 1 });
  });
});

describe("what is refused", () => {
  test("BAD_USER_INPUT for a currency without rates, NOT_FOUND for what is no EID", async () => {
    await expect(load(csv(), { advertisable: { ...advertisable, currency: "CHF" } })).rejects.toMatchObject({ code: "BAD_USER_INPUT", violations: [{ code: "UNKNOWN_CURRENCY" }] });
    await expect(load(csv(), { advertisable: { eid: "'; drop table x", currency: "USD" } })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("BAD_USER_INPUT for an ad group in two campaigns, before any ad is asked for", async () => {
    const file = csv("2023-08-01,a,c1,g,1,1,1,0,,", "2023-08-01,a,c2,g,1,1,1,0,,");
    await expect(load(file, { resolveAds: () => Promise.reject(new Error("asked")) })).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
      message: "The ad group g can't be in two campaigns: c1 (line 2) and c2 (line 3).",
    });
  });
});

describe("loads at the same time", () => {
  async function connect(url = db.url): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    return client;
  }

  test("two loads of one file count it once", async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    const file = csv(...Array.from({ length: 3_000 }, (_, n) => `2040-0${(n % 9) + 1}-01,a${n},c,g,1,0,0.5,0,,`));
    const results = await Promise.all([load(file, { owner: one }), load(file, { owner: two })]);
    expect(results.map((result) => result.inserted).toSorted((a, b) => a - b)).toEqual([0, 3_000]);
    expect(results.map((result) => result.unchanged).toSorted((a, b) => a - b)).toEqual([0, 3_000]);
    await expectRollUpsToFollow();
    await Promise.all([one.end(), two.end()]);
  });

  test("two tenants that need the same new month don't fail each other", async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    const file = csv("2041-05-01,a,c,g,1,0,0.5,0,,");
    const results = await Promise.all([load(file, { owner: one }), load(file, { owner: two, advertisable: { eid: eid("NEIGHBOUR"), currency: "USD" } })]);
    expect(results.map((result) => result.inserted)).toEqual([1, 1]);
    await Promise.all([one.end(), two.end()]);
  });

  test("readers are not held up by a load that makes a partition, and see none of it before its end", async () => {
    const owner = await connect();
    const reader = new Database({ url: db.url });
    const viewer = { userEid: eid("READER"), organizationEid: eid("O"), role: "USER", advertisables: [advertisable.eid], apiClient: null } as const;
    const seen = async () => (await reader.sqlFor(viewer, () => {}).rows<{ n: number }>("select count(*) as n from reporting.delivery"))[0]?.n;
    await load(csv("2023-08-01,a,c,g,1,1,1,0,,"));
    // Holds the load up at its last writes; it does not hold up readers.
    const holder = await connect();
    await holder.query("begin; lock table reporting.delivery_by_advertisable in share mode");
    const running = load(csv("2042-01-01,a,c,g,1,1,1,0,,"), { owner });
    await expect
      .poll(async () => (await db.owner.query("select from pg_locks where not granted and relation = 'reporting.delivery_by_advertisable'::regclass")).rowCount)
      .toBe(1);
    expect(await seen()).toBe(1);
    await holder.query("rollback");
    await running;
    expect(await seen()).toBe(2);
    await reader.close();
    await Promise.all([owner.end(), holder.end()]);
  });

  async function kill(owner: pg.Client): Promise<void> {
    await db.owner.query("select pg_terminate_backend($1)", [Reflect.get(owner, "processID")]);
  }

  test("a load whose connection is killed while it reads leaves nothing", async () => {
    const owner = await connect();
    const source = Readable.from(
      (async function* () {
        yield `${HEADER}\n`;
        for (let n = 0; n < 50; n += 1) {
          if (n === 10) await kill(owner);
          yield `2023-08-01,a${n},c,g,1,1,1,0,,\n`.repeat(5_000);
        }
      })(),
    );
    await expect(load(source, { owner })).rejects.toThrow(/terminat|closed|ECONNRESET|EPIPE/);
    expect(await rowsOf("delivery", "day")).toEqual([]);
  });

  test("a load whose connection is killed before it writes, and one killed while it writes, leave nothing", async () => {
    await load(csv("2023-08-01,a,c,g,1,1,1,0,,"));
    const before = await contents();
    const file = csv("2023-08-01,a,c,g,50,1,1,0,,", "2050-01-01,a,c,g,1,1,1,0,,");
    const early = await connect();
    const killing: ResolveAds = async (ads) => {
      await kill(early);
      return await resolveAds(ads);
    };
    await expect(load(file, { owner: early, resolveAds: killing })).rejects.toThrow();

    const [late, holder] = await Promise.all([connect(), connect()]);
    await holder.query("begin; lock table reporting.delivery_by_advertisable in share mode");
    const running = expect(load(file, { owner: late })).rejects.toThrow();
    await expect
      .poll(async () => (await db.owner.query("select from pg_locks where not granted and relation = 'reporting.delivery_by_advertisable'::regclass")).rowCount)
      .toBe(1);
    await kill(late);
    await running;
    await holder.end();

    expect(await contents()).toBe(before);
    const { rows } = await db.owner.query("select to_regclass('reporting.delivery_2050_01') as partition");
    expect(rows).toEqual([{ partition: null }]);
    expect(await load(csv("2023-08-01,a,c,g,50,1,1,0,,"))).toMatchObject({ updated: 1 });
  });
});
