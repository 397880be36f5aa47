import { Readable } from "node:stream";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import { attribute } from "./attribution.js";
import {
  type Credit,
  creditsOf,
  type Conversion,
  type Touch,
  type Windows,
} from "../../test/kit/attribution-oracle.js";
import { loadEvents } from "./event-load.js";
import { CONVERSIONS, type EventTable, TOUCHPOINTS } from "./event.table.js";

/** The attribution in SQL agrees with a plain program, whatever comes in whatever order and however often it dies. */
let db: TestDatabase;
let count = 0;
const SEGMENT = "SEGMENT".padEnd(22, "_");
beforeAll(async () => {
  db = await createDatabase();
  await db.owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1)");
});
afterAll(async () => await db.drop());

function newShop(): string {
  count += 1;
  return `SHOP${count}`.padEnd(22, "_");
}

function eid(prefix: string, name: string): string {
  return `${prefix}${name}`.padEnd(22, "_");
}

async function load(shop: string, table: EventTable, lines: readonly string[], owner = db.owner): Promise<void> {
  const { bad, badRows } = await loadEvents({
    table,
    owner,
    source: Readable.from([lines.join("\n")]),
    advertisable: { eid: shop, currency: "USD" },
    resolveAds: (ads) =>
      Promise.resolve(
        ads.map((ad) => ({
          campaignEid: eid("C", ad.campaignExternalId),
          adGroupEid: eid("G", ad.adGroupExternalId),
          adEid: eid("A", ad.adExternalId),
        })),
      ),
    skipBad: false,
  });
  expect([bad, badRows]).toEqual([0, []]);
}

function touchLines(touches: readonly Touch[]): string[] {
  return [
    "time,cookie,touchpoint,kind,productType,campaign,adGroup,ad",
    ...touches.map(
      (touch) =>
        `${new Date(touch.at).toISOString()},${touch.cookie},${touch.id},${touch.kind},${touch.product},${touch.product},${touch.product},${touch.id}`,
    ),
  ];
}

function conversionLines(conversions: readonly Conversion[]): string[] {
  return [
    "time,cookie,conversion,segment,value,weight",
    ...conversions.map(
      (each) => `${new Date(each.at).toISOString()},${each.cookie},${each.id},${SEGMENT},${each.value},${each.weight}`,
    ),
  ];
}

/** Hours from a day on, in steps that make ties and windows' very edges likely. */
const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 20);
const moment = fc.integer({ min: 0, max: 130 }).map((step) => START + step * 12 * HOUR);
const touch = fc.record({
  at: moment,
  kind: fc.constantFrom("IMPRESSION" as const, "IMPRESSION" as const, "CLICK" as const),
  product: fc.constantFrom("RT" as const, "PR" as const, "SR" as const),
});
const conversion = fc.record({
  at: fc.oneof(
    moment,
    moment.map((at) => at + HOUR),
  ),
  value: fc.constantFrom("0", "10", "99.99", "0.01"),
  weight: fc.constantFrom("1", "0.5", "0.333"),
});
const history = fc.record({
  touches: fc.array(touch, { maxLength: 14 }),
  conversions: fc.array(conversion, { maxLength: 4 }),
});
const HISTORIES = fc.sample(history, { numRuns: 200, seed: 20_240_229 }).map(({ touches, conversions }, index) => ({
  touches: touches.map((each, n): Touch => ({ ...each, cookie: `user ${index}`, id: `t${index}.${n}` })),
  conversions: conversions.map((each, n): Conversion => ({ ...each, cookie: `user ${index}`, id: `c${index}.${n}` })),
}));
const TOUCHES = HISTORIES.flatMap(({ touches }) => touches);
const ALL_CONVERSIONS = HISTORIES.flatMap(({ conversions }) => conversions);

const WINDOWS: readonly Windows[] = [
  { click: 30, view: 30 },
  { click: 0, view: 0 },
  { click: 1, view: 7 },
  { click: 7, view: 1 },
  { click: 540, view: 540 },
  { click: 0, view: 540 },
  { click: 45, view: 3 },
];

/** What the rows of a shop say for given windows. */
async function kept(shop: string, { click, view }: Windows): Promise<Credit[]> {
  const { rows } = await db.owner.query<Credit>(
    `select conversion, kind, touchpoint as touch, counted, trim_scale(credit)::text as credit
     from reporting.attribution where advertisable_eid = $1 and click_from <= $2 and click_until > $2 and view_from <= $3`,
    [shop, click, view],
  );
  return sorted(rows);
}

function sorted(credits: readonly Credit[]): Credit[] {
  const key = (each: Credit): string => `${each.conversion} ${each.kind} ${each.touch}`;
  return credits.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function expectOracle(shop: string, conversions = ALL_CONVERSIONS, touches = TOUCHES): Promise<void> {
  for (const windows of WINDOWS) {
    expect([windows, await kept(shop, windows)]).toEqual([windows, sorted(creditsOf(conversions, touches, windows))]);
  }
}

test("200 random histories: SQL and the oracle agree, for all windows", async () => {
  const shop = newShop();
  await load(shop, TOUCHPOINTS, touchLines(TOUCHES));
  await load(shop, CONVERSIONS, conversionLines(ALL_CONVERSIONS));
  expect(await attribute({ owner: db.owner, advertisableEid: shop })).toBe(ALL_CONVERSIONS.length);
  await expectOracle(shop);
  const all = creditsOf(ALL_CONVERSIONS, TOUCHES, { click: 30, view: 30 });
  for (const kind of ["CLICK_THROUGH", "VIEW_THROUGH", "ASSIST"])
    expect(all.some((each) => each.kind === kind)).toBe(true);
  expect(all.some((each) => each.credit !== "1")).toBe(true);
});

test("in parts, in any order and in many steps the same comes out; what is not concerned is left alone", async () => {
  const shop = newShop();
  const owner = db.owner;
  const [early, late] = [TOUCHES.filter((_, n) => n % 3 !== 0), TOUCHES.filter((_, n) => n % 3 === 0)];
  await load(shop, CONVERSIONS, conversionLines(ALL_CONVERSIONS));
  await load(shop, TOUCHPOINTS, touchLines(early));
  await attribute({ owner, advertisableEid: shop, atOnce: 1 });
  await expectOracle(shop, ALL_CONVERSIONS, early);
  await load(shop, TOUCHPOINTS, touchLines(late));
  const users = new Map(HISTORIES.map(({ touches, conversions }) => [touches, conversions]));
  const concerned = [...users].flatMap(([touches, conversions]) =>
    conversions.filter((each) => touches.some((t) => late.includes(t) && t.at <= each.at)),
  );
  const due = await attribute({ owner, advertisableEid: shop });
  // A user's new touchpoints count from the first to the last of them, so a few conversions in between come along.
  expect(due).toBeGreaterThanOrEqual(concerned.length);
  expect(due).toBeLessThan(ALL_CONVERSIONS.length);
  await expectOracle(shop);

  await load(shop, TOUCHPOINTS, touchLines(TOUCHES));
  await load(shop, CONVERSIONS, conversionLines(ALL_CONVERSIONS));
  expect(await attribute({ owner, advertisableEid: shop })).toBe(0);
});

test("an event that is restated counts as it is now", async () => {
  const shop = newShop();
  const at = Date.UTC(2024, 1, 29, 12);
  const click: Touch = { at, cookie: "u", id: "t", kind: "CLICK", product: "RT" };
  const conversions: Conversion[] = [{ at: at + HOUR, cookie: "u", id: "c", value: "5", weight: "1" }];
  await load(shop, TOUCHPOINTS, touchLines([click]));
  await load(shop, CONVERSIONS, conversionLines(conversions));
  await attribute({ owner: db.owner, advertisableEid: shop });
  await expectOracle(shop, conversions, [click]);
  for (const restated of [
    { ...click, at: at + 2 * HOUR },
    { ...click, kind: "IMPRESSION" as const },
  ]) {
    await load(shop, TOUCHPOINTS, touchLines([restated]));
    expect(await attribute({ owner: db.owner, advertisableEid: shop })).toBe(1);
    await expectOracle(shop, conversions, [restated]);
  }
});

test("roll-ups add up to the credits; killed between two steps, the next run goes on", async () => {
  const shop = newShop();
  await load(shop, TOUCHPOINTS, touchLines(TOUCHES));
  await load(shop, CONVERSIONS, conversionLines(ALL_CONVERSIONS));
  const owner = new Client({ connectionString: db.url });
  owner.on("error", () => {});
  await owner.connect();
  let steps = 0;
  const killed = attribute({
    owner,
    advertisableEid: shop,
    atOnce: 20,
    onProgress: () => {
      steps += 1;
      if (steps === 3) void db.owner.query("select pg_terminate_backend($1)", [Reflect.get(owner, "processID")]);
    },
  });
  await expect(killed).rejects.toThrow();
  expect(await attribute({ owner: db.owner, advertisableEid: shop })).toBeLessThan(ALL_CONVERSIONS.length);
  await expectOracle(shop);
  const { rows: expected } = await db.owner.query<{ sums: string }>(
    `select kind, click_from, click_until, view_from, sum(counted)::text, sum(credit)::text, sum(value * credit)::text,
       sum(credit * weight)::text, sum(value * credit * weight)::text
     from reporting.attribution where advertisable_eid = $1 group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [shop],
  );
  for (const level of ["ad", "ad_group", "campaign", "advertisable"]) {
    const { rows } = await db.owner.query<{ sums: string }>(
      `select kind, click_from, click_until, view_from, sum(counted)::text, sum(credit)::text, sum(revenue)::text,
         sum(weighted_credit)::text, sum(weighted_revenue)::text
       from reporting.attribution_by_${level} where advertisable_eid = $1 group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      [shop],
    );
    expect(rows.map((row) => Object.values(row))).toEqual(expected.map((row) => Object.values(row)));
  }
});
