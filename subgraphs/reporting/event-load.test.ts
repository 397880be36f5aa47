import { Readable } from "node:stream";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import { type EventLoad, type EventLoadResult, loadEvents } from "./event-load.js";
import { CONVERSIONS, TOUCHPOINTS } from "./event.table.js";

/** What holds of every load of events: all or nothing, once, whoever else loads or dies. */
let db: TestDatabase;
let eid: string;
let count = 0;
beforeAll(async () => {
  db = await createDatabase();
  await db.owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1)");
});
beforeEach(() => {
  eid = `SHOP${(count += 1)}`.padEnd(22, "_");
});
afterAll(async () => await db.drop());

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: db.url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function load(source: Readable, options: Partial<EventLoad> = {}): Promise<EventLoadResult> {
  return await loadEvents({
    table: TOUCHPOINTS,
    owner: db.owner,
    source,
    advertisable: { eid, currency: "USD" },
    resolveAds: (ads) =>
      Promise.resolve(
        ads.map(({ adExternalId }) =>
          adExternalId === "nowhere"
            ? null
            : {
                campaignEid: "C".padEnd(22, "_"),
                adGroupEid: "G".padEnd(22, "_"),
                adEid: adExternalId.padEnd(22, "_"),
              },
        ),
      ),
    skipBad: false,
    ...options,
  });
}

const HEADER = "time,cookie,touchpoint,kind,productType,campaign,adGroup,ad,cost";

/** A file of `rows` touchpoints on three days, the last one of a February among them. */
function* file(rows: number): Generator<string> {
  yield `${HEADER}\n`;
  for (let n = 0; n < rows; n += 1)
    yield `2024-02-${28 + (n % 2)}T23:59:59.999,user ${n % 100},touch ${n},${n % 9 === 0 ? "click" : "impression"},RT,c,g,ad ${n % 5},0.25\n`;
}

async function kept(): Promise<unknown> {
  const { rows } = await db.owner.query(
    `select count(*)::integer as events, sum(cost)::float as cost from reporting.touchpoint where advertisable_eid = $1`,
    [eid],
  );
  return rows[0];
}

test("two loaders with the same file at once count it once; again it changes nothing", async () => {
  const others = [await connect(), await connect()];
  const results = await Promise.all(others.map(async (owner) => await load(Readable.from(file(3_000)), { owner })));
  expect(results.map((result) => result.inserted).toSorted((a, b) => a - b)).toEqual([0, 3_000]);
  expect(await load(Readable.from(file(3_000)))).toMatchObject({ inserted: 0, updated: 0, unchanged: 3_000, days: 2 });
  expect(await kept()).toEqual({ events: 3_000, cost: 750 });
  for (const owner of others) await owner.end();
});

test("a load that is killed leaves nothing behind, and the next one is whole", async () => {
  const owner = await connect();
  async function* slow(): AsyncGenerator<string> {
    let lines = 0;
    for (const line of file(20_000)) {
      yield line;
      lines += 1;
      if (lines === 15_000) await db.owner.query("select pg_terminate_backend($1)", [Reflect.get(owner, "processID")]);
    }
  }
  await expect(load(Readable.from(slow()), { owner })).rejects.toThrow();
  expect(await kept()).toEqual({ events: 0, cost: null });
  expect(await load(Readable.from(file(20_000)))).toMatchObject({ rows: 20_000, inserted: 20_000 });
  expect(await kept()).toEqual({ events: 20_000, cost: 5_000 });
});

test("readers see a load whole or not at all", async () => {
  const reader = await connect();
  const loading = load(Readable.from(file(20_000)));
  const seen = new Set<number>();
  const state = { isDone: false };
  void loading.then(() => (state.isDone = true));
  while (!state.isDone) {
    const { rows } = await reader.query<{ n: number }>(
      "select count(*)::integer as n from reporting.touchpoint where advertisable_eid = $1",
      [eid],
    );
    seen.add(rows[0]?.n ?? -1);
  }
  await loading;
  expect([...seen].filter((n) => n !== 0 && n !== 20_000)).toEqual([]);
  await reader.end();
});

test("bad rows are named with what is wrong, and none is loaded unless they are skipped", async () => {
  const rows = [
    HEADER,
    "2024-02-30T10:00:00,u,1,click,RT,c,g,a,0",
    "2024-02-29T10:00:00+02:00,u,2,click,RT,c,g,a,0",
    "2024-02-29T10:00:00,u,3,look,XX,c,g,a,-1",
    "2024-02-29T10:00:00,,4,click,RT,c,g,a,0",
    "2024-02-29T10:00:00,u,5,click,RT,c,g,nowhere,0",
    "2024-02-29T10:00:00,u,6,click,RT,c,g",
  ];
  const first = await load(Readable.from([rows.join("\n")]));
  expect(first).toMatchObject({ rows: 6, bad: 4, inserted: 0 });
  expect(first.badRows.map((row) => row.reason)).toEqual([
    expect.stringContaining('time "2024-02-30T10:00:00" is not a time'),
    'kind "look" is not impression or click; productType "XX" is not RT, PR or SR; cost "-1" is not a plain decimal from 0',
    expect.stringContaining("cookie"),
    "it has 7 fields, the header 9",
  ]);
  const skipped = await load(Readable.from([rows.join("\n")]), { skipBad: true });
  expect(skipped).toMatchObject({ rows: 6, bad: 5, inserted: 1 });
  expect(skipped.badRows.map((row) => row.line)).toEqual([2, 4, 5, 6, 7]);
  expect(skipped.badRows[3]?.reason).toContain("there is no ad nowhere");
});

test("an event's time is of UTC, and of rows with one key the last counts", async () => {
  const rows = [
    "time,cookie,conversion,value",
    "2024-03-01T01:30:00+02:00,u,a,1",
    "2024-02-29T22:00:00,u,b,2",
    "2024-02-29T23:00:00Z,v,b,3",
  ];
  expect(await load(Readable.from([rows.join("\n")]), { table: CONVERSIONS })).toMatchObject({ inserted: 2, days: 1 });
  const { rows: events } = await db.owner.query(
    `select conversion, cookie, to_char(day, 'YYYY-MM-DD') as day, to_char(converted_at at time zone 'UTC', 'HH24:MI') as at, value::text
     from reporting.conversion where advertisable_eid = $1 order by 1`,
    [eid],
  );
  expect(events).toEqual([
    { conversion: "a", cookie: "u", day: "2024-02-29", at: "23:30", value: "1" },
    { conversion: "b", cookie: "v", day: "2024-02-29", at: "23:00", value: "3" },
  ]);
});

test("texts come through whole: commas, quotes, line breaks, tabs and backslashes", async () => {
  const text = 'a, "b"\n\tc\\N';
  const row = `2024-02-29T10:00:00,u,x,"${text.replaceAll('"', '""')}"`;
  await load(Readable.from([`time,cookie,conversion,externalData\n${row}\n`]), { table: CONVERSIONS });
  const { rows } = await db.owner.query<{ external_data: string }>(
    "select external_data from reporting.conversion where advertisable_eid = $1",
    [eid],
  );
  expect(rows).toEqual([{ external_data: text }]);
});

test("a file without rows loads nothing; one without a header or a column is refused", async () => {
  expect(await load(Readable.from(file(0)))).toMatchObject({ rows: 0, inserted: 0, days: 0 });
  await expect(load(Readable.from([]))).rejects.toThrow("The file is empty");
  await expect(load(Readable.from(["time,cookie\n"]))).rejects.toThrow("lacks campaign, adGroup, ad, touchpoint, kind");
});
