import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Database } from "../../lib/database.js";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import {
  createDeliveryLoader,
  deliveryCsv,
  type DeliveryLoader,
  eidOf,
  resolveAds,
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

test("two loads of one file count it once", async () => {
  const [one, two] = await Promise.all([loader.connect(), loader.connect()]);
  const file = deliveryCsv(...Array.from({ length: 3_000 }, (_, n) => `2040-0${(n % 9) + 1}-01,a${n},c,g,1,0,0.5,0,,`));
  const results = await Promise.all([loader.load(file, { owner: one }), loader.load(file, { owner: two })]);
  expect(results.map((result) => result.inserted).toSorted((a, b) => a - b)).toEqual([0, 3_000]);
  expect(results.map((result) => result.unchanged).toSorted((a, b) => a - b)).toEqual([0, 3_000]);
  expect(await loader.strayRollUps()).toEqual([]);
  await Promise.all([one.end(), two.end()]);
});

test("two loads of different ads on one day both count in its roll-ups", async () => {
  await loader.load(deliveryCsv("2023-08-01,a,c,g,1,0,0.5,0,,"));
  const [one, two, holder] = await Promise.all([loader.connect(), loader.connect(), loader.connect()]);
  await holder.query("begin; lock table reporting.delivery_by_ad_group in share mode");
  async function releaseWhenBothWait(): Promise<void> {
    await expect
      .poll(
        async () =>
          (
            await db.owner.query(
              "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
            )
          ).rowCount,
      )
      .toBe(2);
    await holder.query("rollback");
  }
  await Promise.all([
    loader.load(deliveryCsv("2023-08-01,b,c,g,10,0,0.5,0,,"), { owner: one }),
    loader.load(deliveryCsv("2023-08-01,d,c,g,100,0,0.5,0,,"), { owner: two }),
    releaseWhenBothWait(),
  ]);
  expect(await loader.rowsOf("delivery_by_advertisable", "impressions")).toEqual([{ impressions: "111" }]);
  expect(await loader.strayRollUps()).toEqual([]);
  await Promise.all([one.end(), two.end(), holder.end()]);
});

test("two tenants that need the same new month don't fail each other", async () => {
  const [one, two] = await Promise.all([loader.connect(), loader.connect()]);
  const neighbour = { eid: eidOf("NEIGHBOUR"), currency: "USD" };
  // Again and again, since the two have to meet.
  for (let month = 1; month <= 12; month += 1) {
    const file = deliveryCsv(`2041-${String(month).padStart(2, "0")}-01,a,c,g,1,0,0.5,0,,`);
    const results = await Promise.all([
      loader.load(file, { owner: one }),
      loader.load(file, { owner: two, advertisable: neighbour }),
    ]);
    expect(results.map((result) => result.inserted)).toEqual([1, 1]);
  }
  await Promise.all([one.end(), two.end()]);
});

/** Resolves when a load waits for the lock that a test holds on its last writes. */
async function loadIsHeldUp(): Promise<void> {
  const waiting =
    "select from pg_locks where not granted and relation = 'reporting.delivery_by_advertisable'::regclass";
  await expect.poll(async () => (await db.owner.query(waiting)).rowCount).toBe(1);
}

test("readers are not held up by a load that makes a partition, and see none of it before its end", async () => {
  const owner = await loader.connect();
  const reader = new Database({ url: db.url });
  const viewer = {
    userEid: eidOf("READER"),
    organizationEid: eidOf("O"),
    role: "USER",
    advertisables: [loader.advertisable.eid],
    apiClient: null,
  } as const;
  const seen = async () =>
    (await reader.sqlFor(viewer, () => {}).rows<{ n: number }>("select count(*) as n from reporting.delivery"))[0]?.n;
  await loader.load(deliveryCsv("2023-08-01,a,c,g,1,1,1,0,,"));
  // Holds the load up at its last writes; it does not hold up readers.
  const holder = await loader.connect();
  await holder.query("begin; lock table reporting.delivery_by_advertisable in share mode");
  const running = loader.load(deliveryCsv("2042-01-01,a,c,g,1,1,1,0,,"), { owner });
  await loadIsHeldUp();
  expect(await seen()).toBe(1);
  await holder.query("rollback");
  await running;
  expect(await seen()).toBe(2);
  await reader.close();
  await Promise.all([owner.end(), holder.end()]);
});

test("a load whose connection is killed while it reads leaves nothing", async () => {
  const owner = await loader.connect();
  const source = Readable.from(
    (async function* () {
      yield `${deliveryCsv()}\n`;
      for (let n = 0; n < 50; n += 1) {
        if (n === 10) await loader.kill(owner);
        yield `2023-08-01,a${n},c,g,1,1,1,0,,\n`.repeat(5_000);
      }
    })(),
  );
  await expect(loader.load(source, { owner })).rejects.toThrow(/terminat|closed|ECONNRESET|EPIPE/);
  expect(await loader.rowsOf("delivery", "day")).toEqual([]);
});

test("a load whose connection is killed before it writes, and one killed while it writes, leave nothing", async () => {
  await loader.load(deliveryCsv("2023-08-01,a,c,g,1,1,1,0,,"));
  const before = await loader.contents();
  const file = deliveryCsv("2023-08-01,a,c,g,50,1,1,0,,", "2050-01-01,a,c,g,1,1,1,0,,");
  const early = await loader.connect();
  const killing: ResolveAds = async (ads) => {
    await loader.kill(early);
    return await resolveAds(ads);
  };
  await expect(loader.load(file, { owner: early, resolveAds: killing })).rejects.toThrow(
    /terminat|closed|not queryable|ECONNRESET|EPIPE/,
  );

  const [late, holder] = await Promise.all([loader.connect(), loader.connect()]);
  await holder.query("begin; lock table reporting.delivery_by_advertisable in share mode");
  async function killWhenHeldUp(): Promise<void> {
    await loadIsHeldUp();
    await loader.kill(late);
  }
  await Promise.all([
    expect(loader.load(file, { owner: late })).rejects.toThrow("terminating connection"),
    killWhenHeldUp(),
  ]);
  await holder.end();

  expect(await loader.contents()).toBe(before);
  const { rows } = await db.owner.query("select to_regclass('reporting.delivery_2050_01') as partition");
  expect(rows).toEqual([{ partition: null }]);
  expect(await loader.load(deliveryCsv("2023-08-01,a,c,g,50,1,1,0,,"))).toMatchObject({ updated: 1 });
});
