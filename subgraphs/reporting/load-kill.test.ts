import { Readable } from "node:stream";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import { eidOf, resolveAds } from "../../test/kit/delivery-loader.js";
import { loadDeliveries } from "./delivery-load.js";
import { deliveryMapping } from "./delivery-mapping.rules.js";
import { loadEvents } from "./event-load.js";
import { CONVERSIONS, TOUCHPOINTS } from "./event.table.js";
import { loadFacts } from "./fact-load.js";
import { ATTRIBUTE_VISITS, SEGMENT_DELIVERIES, SEGMENT_MEMBERSHIPS, SITE_VISITS } from "./fact.table.js";
import type { FactsWritten } from "./write-facts.table.js";

/** What holds of loads of every kind, whichever of their statements they don't survive. */
let db: TestDatabase;
let killer: Client;
beforeAll(async () => {
  db = await createDatabase();
  killer = await connect();
  await db.owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1)");
});
afterAll(async () => {
  await killer.end();
  await db.drop();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: db.url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const SEGMENT = "S".repeat(22);

interface Kind {
  load: (owner: Client, advertisable: { eid: string; currency: string }, lines: string[]) => Promise<FactsWritten>;
  header: string;
  /** A row of a day. */
  row: (day: string, n: number) => string;
  /** What holds rows of it. */
  tables: string[];
}

function facts(table: Parameters<typeof loadFacts>[0]["table"]): Kind["load"] {
  return async (owner, advertisable, lines) =>
    await loadFacts({ table, owner, advertisable, source: Readable.from([lines.join("\n")]) });
}

function events(table: Parameters<typeof loadEvents>[0]["table"]): Kind["load"] {
  return async (owner, advertisable, lines) =>
    await loadEvents({ table, owner, advertisable, source: Readable.from([lines.join("\n")]), resolveAds });
}

const KINDS: Readonly<Record<string, Kind>> = {
  deliveries: {
    load: async (owner, advertisable, lines) =>
      await loadDeliveries({
        owner,
        advertisable,
        source: Readable.from([lines.join("\n")]),
        mapping: deliveryMapping(null),
        resolveAds,
      }),
    header: "date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions",
    row: (day, n) => `${day},a${n},c,g,1,1,1,1`,
    tables: ["delivery", "delivery_by_ad_group", "delivery_by_campaign", "delivery_by_advertisable"],
  },
  touchpoints: {
    load: events(TOUCHPOINTS),
    header: "time,cookie,touchpoint,kind,productType,campaign,adGroup,ad",
    row: (day, n) => `${day}T10:00:00,u,t${n},click,RT,c,g,a`,
    tables: ["touchpoint"],
  },
  conversions: {
    load: events(CONVERSIONS),
    header: "time,cookie,conversion",
    row: (day, n) => `${day}T10:00:00,u,x${n}`,
    tables: ["conversion", "attribution_due"],
  },
  "site visits": {
    load: facts(SITE_VISITS),
    header: "date,visitor,pageViews",
    row: (day, n) => `${day},v${n},1`,
    tables: ["site_visit", "site_metric"],
  },
  "attribute visits": {
    load: facts(ATTRIBUTE_VISITS),
    header: "date,attribute,value,visitor,impressions,clicks,pageViews,conversions",
    row: (day, n) => `${day},domain,x,v${n},1,1,1,1`,
    tables: ["attribute_visit", "attribute_metric"],
  },
  "segment deliveries": {
    load: facts(SEGMENT_DELIVERIES),
    header: "date,segment,impressions,clicks,cost",
    row: (day, n) => `${day},${SEGMENT.slice(1)}${n % 10},1,1,1`,
    tables: ["segment_delivery"],
  },
  "segment memberships": {
    load: facts(SEGMENT_MEMBERSHIPS),
    header: "date,segment,cookie,emailDigest",
    row: (day, n) => `${day},${SEGMENT},k${n},d${n}`,
    tables: ["segment_membership", "segment_member", "segment_event"],
  },
};

/** All rows of an advertisable in the tables, and the partitions that there are. */
async function contents({ tables }: Kind, eid: string): Promise<string> {
  const all: unknown[] = [];
  for (const table of tables) {
    const { rows } = await db.owner.query(
      `select t::text as row from reporting.${table} t where advertisable_eid = $1 order by 1`,
      [eid],
    );
    all.push(rows);
  }
  const { rows } = await db.owner.query(
    `select relname, relispartition from pg_class where relnamespace = 'reporting'::regnamespace and relkind in ('r', 'p')
       and (relname like 'new\\_%' or relname like $1) order by 1`,
    [`${tables[0]}\\_2_%`],
  );
  return JSON.stringify([all, rows]);
}

/**
 * The load, whose connection is lost before or while its statement of that number runs; true if it had so many. Nobody
 * knows whether a commit that is under way when that happens came before or after.
 */
async function killedAt(
  statement: number,
  isRunning: boolean,
  load: (owner: Client) => Promise<unknown>,
): Promise<"done" | "failed" | "nobody knows"> {
  const owner = await connect();
  const query = owner.query.bind(owner);
  let sent = 0;
  let isCommit = false;
  let killed = Promise.resolve<unknown>(null);
  Object.assign(owner, {
    query: (...args: Parameters<typeof query>) => {
      sent += 1;
      const isText = typeof args[0] === "string";
      if (sent > statement && isText) return killed.then(() => query(...args));
      if (sent !== statement) return query(...args);
      if (!isRunning) owner.end().catch(() => {});
      const result = query(...args);
      isCommit = args[0] === "commit";
      if (isRunning) killed = killer.query("select pg_terminate_backend($1)", [Reflect.get(owner, "processID")]);
      return result;
    },
  });
  const outcome = await load(owner).then(
    () => "done" as const,
    () => "failed" as const,
  );
  await owner.end().catch(() => {});
  if (isRunning && isCommit) return "nobody knows";
  expect(outcome).toBe(sent < statement ? "done" : "failed");
  return outcome;
}

let shops = 0;

describe.each(Object.entries(KINDS))("a load of %s", (_, kind) => {
  test.each([
    ["before", false],
    ["while", true],
  ])("that is killed %s any of its statements runs leaves nothing behind", async (_when, isRunning) => {
    const advertisable = { eid: eidOf(`KILLED${(shops += 1)}`), currency: "USD" };
    const year = isRunning ? 2026 : 2025;
    const before = [kind.header, kind.row(`${year}-01-31`, 1), kind.row(`${year}-01-31`, 2)];
    await kind.load(db.owner, advertisable, before);
    const kept = await contents(kind, advertisable.eid);
    // Of a day that has some already, of one of the same month that has none, and of a month that nobody has yet.
    const days = [`${year}-01-31`, `${year}-01-30`, `${year}-02-28`];
    const lines = [...before, ...days.map((day, n) => kind.row(day, 3 + n))];
    let statement = 1;
    for (;;) {
      const outcome = await killedAt(statement, isRunning, (owner) => kind.load(owner, advertisable, lines));
      if (outcome !== "failed") break;
      await expect.poll(async () => await contents(kind, advertisable.eid)).toBe(kept);
      statement += 1;
    }
    expect(statement).toBeGreaterThan(12);
    const { inserted, updated, unchanged } = await kind.load(db.owner, advertisable, lines);
    expect([3, 0]).toContain(inserted);
    expect([updated, inserted + unchanged]).toEqual([0, 5]);
  });
});

test.each(Object.entries(KINDS))(
  "%s that two loaders load at once, and again, count once",
  { timeout: 60_000 },
  async (_, kind) => {
    const [one, two] = [
      { eid: eidOf(`TWICE${(shops += 1)}`), currency: "USD" },
      { eid: eidOf(`ALONE${(shops += 1)}`), currency: "USD" },
    ];
    const days = ["2027-01-31", "2027-02-01", "2027-02-28", "2027-03-01"];
    const lines = [kind.header, ...days.flatMap((day) => Array.from({ length: 10 }, (_row, n) => kind.row(day, n)))];
    const owners = [await connect(), await connect()];
    const results = await Promise.all(owners.map((owner) => kind.load(owner, one, lines)));
    expect(results.map(({ inserted }) => inserted).toSorted((a, b) => a - b)).toEqual([0, 40]);
    expect(await kind.load(db.owner, one, lines)).toMatchObject({ inserted: 0, updated: 0, unchanged: 40 });
    // The same as of one loader who was alone and found the months there.
    await kind.load(db.owner, two, lines);
    const rows = await contents(kind, one.eid);
    expect(rows).toBe((await contents(kind, two.eid)).replaceAll(two.eid, one.eid));
    for (const owner of owners) await owner.end();
  },
);
