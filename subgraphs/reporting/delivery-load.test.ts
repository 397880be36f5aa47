import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { RUNTIME_ROLE } from "../../lib/database.js";
import { migrate } from "../../migrations/index.js";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import {
  createDeliveryLoader,
  deliveryCsv,
  type DeliveryLoader,
  eidOf,
  resolveAds,
} from "../../test/kit/delivery-loader.js";

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

test("the same file twice changes nothing, not even a row's version", async () => {
  const file = deliveryCsv("2023-08-01,a,c,g,10,1,0.50,1,,", "2023-09-01,b,c,g,20,2,1.25,0,,");
  expect(await loader.load(file)).toMatchObject({ rows: 2, bad: 0, inserted: 2, updated: 0, unchanged: 0, days: 2 });
  const before = await loader.contents();
  const versions = await loader.rowsOf("delivery", "xmin ctid");
  expect(await loader.load(file)).toMatchObject({ rows: 2, inserted: 0, updated: 0, unchanged: 2, days: 2 });
  expect(await loader.contents()).toBe(before);
  expect(await loader.rowsOf("delivery", "xmin ctid")).toEqual(versions);
});

test("a restated file corrects the facts, and the roll-ups follow", async () => {
  await loader.load(
    deliveryCsv("2023-08-01,a,c,g,10,1,0.50,1,,", "2023-08-01,b,c,h,20,2,1.25,0,,", "2023-08-02,a,c,g,1,1,1,1,,"),
  );
  expect(await loader.load(deliveryCsv("2023-08-01,a,c,g,11,1,0.75,1,,", "2023-08-01,z,c,h,5,0,0,0,,"))).toMatchObject({
    inserted: 1,
    updated: 1,
    unchanged: 0,
    days: 1,
  });
  expect(await loader.rowsOf("delivery_by_advertisable", "day impressions cost")).toEqual([
    { day: "2023-08-01", impressions: "36", cost: "2.00" },
    { day: "2023-08-02", impressions: "1", cost: "1" },
  ]);
  expect(await loader.strayRollUps()).toEqual([]);
});

test("an ad group that moved to another campaign leaves nothing in the roll-ups of the old one", async () => {
  await loader.load(deliveryCsv("2023-08-01,a,c1,g,10,1,0.50,1,,"));
  await loader.load(deliveryCsv("2023-08-01,a,c2,g,10,1,0.50,1,,"));
  expect(await loader.rowsOf("delivery_by_campaign", "campaign_eid impressions")).toEqual([
    { campaign_eid: eidOf("c2"), impressions: "10" },
  ]);
  expect(await loader.rowsOf("delivery_by_ad_group", "campaign_eid impressions")).toEqual([
    { campaign_eid: eidOf("c2"), impressions: "10" },
  ]);
  expect(await loader.strayRollUps()).toEqual([]);
});

test("rows of the same key are summed", async () => {
  const result = await loader.load(
    deliveryCsv(
      "2023-08-01,a,c,g,10,1,0.1,1,www.Example.com,n",
      "2023-08-01,a,c,g,5,2,0.2,0,example.com,n",
      "2023-08-01,a,c,g,7,0,0,0,example.org,n",
    ),
  );
  expect(result).toMatchObject({ rows: 3, inserted: 2 });
  expect(
    await loader.rowsOf("delivery", "domain impressions clicks cost reported_conversions network extra_cost"),
  ).toEqual([
    {
      domain: "example.com",
      impressions: "15",
      clicks: "3",
      cost: "0.3",
      reported_conversions: "1",
      network: "n",
      extra_cost: "0",
    },
    {
      domain: "example.org",
      impressions: "7",
      clicks: "0",
      cost: "0",
      reported_conversions: "0",
      network: "n",
      extra_cost: "0",
    },
  ]);
  expect(await loader.strayRollUps()).toEqual([]);
});

test("BAD_USER_INPUT when rows of the same key add up to more than a count holds", async () => {
  const row = `2023-08-01,a,c,g,${Number.MAX_SAFE_INTEGER},0,0,0,,`;
  expect(await loader.load(deliveryCsv(row))).toMatchObject({ inserted: 1 });
  await expect(loader.load(deliveryCsv(row, row))).rejects.toMatchObject({
    code: "BAD_USER_INPUT",
    violations: [{ code: "OUT_OF_RANGE" }],
  });
});

test("other tenants are not touched", async () => {
  const file = deliveryCsv("2023-08-01,a,c,g,10,1,0.50,1,,");
  await loader.load(file);
  const theirs = await loader.contents();
  const other = { eid: eidOf("ANOTHER"), currency: "EUR" };
  await loader.load(deliveryCsv("2023-08-01,a,c,g,99,9,9,9,,"), { advertisable: other });
  expect(await loader.contents()).toBe(theirs);
  expect(await loader.rowsOf("delivery", "currency impressions", other.eid)).toEqual([
    { currency: "EUR", impressions: "99" },
  ]);
});

test("clicks may exceed impressions, and a cost keeps all its digits", async () => {
  await loader.load(deliveryCsv("2023-08-01,a,c,g,1,5,0.12345678901234567890,0,,"));
  expect(await loader.rowsOf("delivery", "clicks cost")).toEqual([{ clicks: "5", cost: "0.12345678901234567890" }]);
});

test("ads are asked for in batches of 1,000, each once", async () => {
  const asked: number[] = [];
  const rows = Array.from({ length: 2_500 }, (_, n) => `2023-08-01,a${n},c,g,1,0,0,0,,`);
  const result = await loader.load(deliveryCsv(...rows, ...rows), {
    resolveAds: (ads) => {
      asked.push(ads.length);
      return resolveAds(ads);
    },
  });
  expect(asked).toEqual([1_000, 1_000, 500]);
  expect(result).toMatchObject({ rows: 5_000, inserted: 2_500 });
});

test("partitions are made for new months and can't be read past the whole table", async () => {
  await loader.load(deliveryCsv("2031-12-31,a,c,g,1,0,0,0,,", "2032-01-01,a,c,g,1,0,0,0,,"));
  const { rows } = await db.owner.query(
    `select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound, c.relrowsecurity and c.relforcerowsecurity as walled,
       has_table_privilege('${RUNTIME_ROLE}', c.oid, 'select') as readable
     from pg_class c where c.relname in ('delivery_2031_12', 'delivery_2032_01') order by 1`,
  );
  expect(rows).toEqual([
    {
      relname: "delivery_2031_12",
      bound: "FOR VALUES FROM ('2031-12-01') TO ('2032-01-01')",
      walled: true,
      readable: false,
    },
    {
      relname: "delivery_2032_01",
      bound: "FOR VALUES FROM ('2032-01-01') TO ('2032-02-01')",
      walled: true,
      readable: false,
    },
  ]);
});

test("BAD_USER_INPUT for a currency without rates, NOT_FOUND for what is no EID", async () => {
  await expect(
    loader.load(deliveryCsv(), { advertisable: { ...loader.advertisable, currency: "CHF" } }),
  ).rejects.toMatchObject({ code: "BAD_USER_INPUT", violations: [{ code: "UNKNOWN_CURRENCY" }] });
  await expect(
    loader.load(deliveryCsv(), { advertisable: { eid: "'; drop table x", currency: "USD" } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("BAD_USER_INPUT for an ad group in two campaigns, before any ad is asked for", async () => {
  const file = deliveryCsv("2023-08-01,a,c1,g,1,1,1,0,,", "2023-08-01,a,c2,g,1,1,1,0,,");
  await expect(loader.load(file, { resolveAds: () => Promise.reject(new Error("asked")) })).rejects.toMatchObject({
    code: "BAD_USER_INPUT",
    message: "The ad group g can't be in two campaigns: c1 (line 2) and c2 (line 3).",
  });
});

test("an owner that is no superuser loads too, and sees no other tenant while it does", async () => {
  const server = new URL(inject("postgresUrl"));
  const name = `owner_${process.pid}`;
  const admin = new Client({ connectionString: server.href });
  await admin.connect();
  // The runtime role is the server's and was made by another owner, who has to hand it on.
  await admin.query(
    `create role ${name} login password 'secret' nosuperuser createrole createdb; grant ${RUNTIME_ROLE} to ${name} with admin option`,
  );
  await admin.query(`create database ${name} owner ${name}`);
  const url = new URL(server.href);
  Object.assign(url, { username: name, password: "secret", pathname: `/${name}` });
  const owner = new Client({ connectionString: url.href });
  try {
    await migrate(url.href);
    await owner.connect();
    await owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1)");
    const file = deliveryCsv("2023-08-01,a,c,g,10,1,0.50,1,,", "2023-09-01,b,c,g,20,2,1.25,0,,");
    expect(await loader.load(file, { owner })).toMatchObject({ inserted: 2 });
    expect(await loader.load(file, { owner })).toMatchObject({ unchanged: 2 });
    expect(await loader.load(deliveryCsv("2023-08-01,a,c,g,11,1,0.50,1,,"), { owner })).toMatchObject({ updated: 1 });
    // Row-level security holds for the owner too, once the load's transaction is over.
    expect((await owner.query("select from reporting.delivery")).rowCount).toBe(0);
    await owner.query("select set_config('app.advertisables', $1, false)", [loader.advertisable.eid]);
    const { rows } = await owner.query(
      "select day::text, impressions::text from reporting.delivery_by_advertisable order by day",
    );
    expect(rows).toEqual([
      { day: "2023-08-01", impressions: "11" },
      { day: "2023-09-01", impressions: "20" },
    ]);
  } finally {
    await owner.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop owned by ${name}; drop role ${name}`);
    await admin.end();
  }
});
