import { Readable } from "node:stream";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import { type FactLoad, type FactLoadResult, loadFacts } from "./fact-load.js";
import { SEGMENT_MEMBERSHIPS, SITE_VISITS } from "./fact.table.js";

/** What holds of every load of facts: all or nothing, once, whoever else loads or dies. */
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

async function load(source: Readable, options: Partial<FactLoad> = {}): Promise<FactLoadResult> {
  const advertisable = { eid, currency: "USD" };
  return await loadFacts({ table: SITE_VISITS, owner: db.owner, source, advertisable, skipBad: false, ...options });
}

/** A file of `rows` visitors, on three days. */
function* file(rows: number): Generator<string> {
  yield "date,visitor,pageViews,revenue\n";
  for (let n = 0; n < rows; n += 1) yield `2024-02-${27 + (n % 3)},visitor ${n},1,0.25\n`;
}

async function kept(): Promise<unknown[]> {
  const { rows } = await db.owner.query(
    `select (select count(*)::integer from reporting.site_visit where advertisable_eid = $1) as facts,
       (select sum(visitors)::integer from reporting.site_metric where advertisable_eid = $1) as visitors,
       (select sum(revenue)::float from reporting.site_metric where advertisable_eid = $1) as revenue`,
    [eid],
  );
  return rows;
}

test("two loaders with the same file at once count it once", async () => {
  const others = [await connect(), await connect()];
  const results = await Promise.all(others.map(async (owner) => await load(Readable.from(file(3_000)), { owner })));
  expect(results.map((result) => result.inserted).toSorted((a, b) => a - b)).toEqual([0, 3_000]);
  expect(results.map((result) => result.unchanged).toSorted((a, b) => a - b)).toEqual([0, 3_000]);
  expect(await kept()).toEqual([{ facts: 3_000, visitors: 3_000, revenue: 750 }]);
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
  expect(await kept()).toEqual([{ facts: 0, visitors: null, revenue: null }]);
  expect(await load(Readable.from(file(20_000)))).toMatchObject({ rows: 20_000, inserted: 20_000, days: 3 });
  expect(await kept()).toEqual([{ facts: 20_000, visitors: 20_000, revenue: 5_000 }]);
});

test("a file without rows loads nothing, and one without a header is refused", async () => {
  expect(await load(Readable.from(file(0)))).toMatchObject({ rows: 0, inserted: 0, days: 0 });
  await expect(load(Readable.from([]))).rejects.toThrow("The file is empty");
});

test("an e-mail address is never taken for its digest", async () => {
  const table = SEGMENT_MEMBERSHIPS;
  const rows = ["date,segment,cookie,emailDigest", `2024-02-29,${"S".repeat(22)},c,someone@example.test`];
  const { bad, badRows } = await load(Readable.from([rows.join("\n")]), { table });
  expect([bad, badRows[0]?.reason]).toEqual([1, expect.stringContaining("never an e-mail address")]);
});

test("a user is in a segment since the first day of all loads, whatever order they come in", async () => {
  const table = SEGMENT_MEMBERSHIPS;
  const segment = "S".repeat(22);
  const days = async (...rows: string[]): Promise<unknown[]> => {
    await load(Readable.from([["date,segment,cookie,emailDigest", ...rows].join("\n")]), { table });
    const { rows: members } = await db.owner.query(
      `select count_on, member, first_day::text from reporting.segment_member where advertisable_eid = $1 order by 1, 2`,
      [eid],
    );
    return members.map(Object.values);
  };
  expect(await days(`2024-02-29,${segment},a,`)).toEqual([["COOKIE", "a", "2024-02-29"]]);
  expect(await days(`2024-02-27,${segment},a,x`, `2024-03-01,${segment},b,x`)).toEqual([
    ["COOKIE", "a", "2024-02-27"],
    ["COOKIE", "b", "2024-03-01"],
    ["EMAIL", "x", "2024-02-27"],
  ]);
  expect(await days(`2024-03-02,${segment},a,x`)).toContainEqual(["COOKIE", "a", "2024-02-27"]);
});
