import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { addDays } from "../../lib/date-range.js";
import { migrate } from "../../migrations/index.js";
import { attribute } from "../../subgraphs/reporting/attribution.js";
import { loadDeliveries } from "../../subgraphs/reporting/delivery-load.js";
import { deliveryMapping } from "../../subgraphs/reporting/delivery-mapping.rules.js";
import type { ResolveAds } from "../../subgraphs/reporting/staged-ad.table.js";
import { loadEvents } from "../../subgraphs/reporting/event-load.js";
import { CONVERSIONS, TOUCHPOINTS } from "../../subgraphs/reporting/event.table.js";
import { loadFacts } from "../../subgraphs/reporting/fact-load.js";
import { SEGMENT_MEMBERSHIPS } from "../../subgraphs/reporting/fact.table.js";
import { generateEvents } from "../../subgraphs/reporting/generated-events.js";

export interface LoadBenchOptions {
  /** Rows of each file. */
  rows: number;
  /** An empty database. */
  url: string;
  folder: string;
  print: (line: string) => void;
}

const START = "2026-09-01";
const DAYS = 60;
const ADS = 5_000;

function shop(name: string): { eid: string; currency: string } {
  return { eid: name.padEnd(22, "A"), currency: "USD" };
}

/** Every ad is known: what the graph takes to find them has nothing to do with the rows. */
const resolveAds: ResolveAds = (ads) =>
  Promise.resolve(
    ads.map((ad) => ({
      campaignEid: ad.campaignExternalId.replaceAll(/\W/g, "-").padEnd(22, "C").slice(0, 22),
      adGroupEid: ad.adGroupExternalId.replaceAll(/\W/g, "-").padEnd(22, "G").slice(0, 22),
      adEid: ad.adExternalId.replaceAll(/\W/g, "-").padStart(22, "A").slice(-22),
    })),
  );

/** A file, how it is loaded by us, and what it is in the end. */
interface LoadedFile {
  name: string;
  header: string;
  line: (row: number) => string;
  load: (file: string, advertisable: { eid: string; currency: string }) => Promise<unknown>;
  /** The table that its rows go into, and the statements by which somebody would make its roll-ups by hand. */
  table: string;
  rollUps: readonly string[];
}

function dayOf(row: number, rows: number): string {
  return addDays(START, Math.floor((row * DAYS) / rows));
}

function files(owner: pg.Client, rows: number): LoadedFile[] {
  const sums = ["impressions", "clicks", "cost", "extra_cost", "reported_conversions"]
    .map((column) => `sum(${column}) as ${column}`)
    .join(", ");
  return [
    {
      name: "deliveries",
      header: "date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions,domain",
      line: (row) => {
        const ad = row % ADS;
        return `${dayOf(row, rows)},${700_000 + ad},${ad % 20},${ad % 1_000},${row % 9_973},${row % 17},${row % 100}.${row % 97},${row % 3},site${row % 50}.example`;
      },
      load: async (file, advertisable) =>
        await loadDeliveries({
          owner,
          source: createReadStream(file),
          mapping: deliveryMapping(null),
          advertisable,
          resolveAds,
        }),
      table: "delivery",
      rollUps: [
        `create temporary table r1 on commit drop as select advertisable_eid, day, ad_group_eid, campaign_eid, currency, ${sums} from by_hand group by 1, 2, 3, 4, 5`,
        `create temporary table r2 on commit drop as select advertisable_eid, day, campaign_eid, currency, ${sums} from r1 group by 1, 2, 3, 4`,
        `create temporary table r3 on commit drop as select advertisable_eid, day, currency, ${sums} from r2 group by 1, 2, 3`,
      ],
    },
    {
      name: "touchpoints",
      header: "time,cookie,touchpoint,kind,productType,network,inventorySource,domain,cost,campaign,adGroup,ad",
      line: (row) => {
        const ad = row % ADS;
        const time = new Date(Date.parse(START) + Math.floor((row * DAYS * 86_400_000) / rows)).toISOString();
        return `${time},user-${(row * 7_919) % Math.ceil(rows / 12)},t${row},${row % 12 === 0 ? "click" : "impression"},RT,web,exchange,site${row % 50}.example,0.00${10 + (row % 90)},${ad % 20},${ad % 1_000},${700_000 + ad}`;
      },
      load: async (file, advertisable) =>
        await loadEvents({
          table: TOUCHPOINTS,
          owner,
          source: createReadStream(file),
          advertisable,
          resolveAds,
          skipBad: false,
        }),
      table: "touchpoint",
      rollUps: [],
    },
    {
      name: "segment-memberships",
      header: "date,segment,cookie,emailDigest,events",
      line: (row) =>
        `${dayOf(row, rows)},${`SEGMENT${row % 7}`.padEnd(22, "A")},cookie-${row},${row % 3 === 0 ? "" : `digest${row}`},1`,
      load: async (file, advertisable) =>
        await loadFacts({
          table: SEGMENT_MEMBERSHIPS,
          owner,
          source: createReadStream(file),
          advertisable,
          skipBad: false,
        }),
      table: "segment_membership",
      rollUps: [
        `create temporary table r1 (like reporting.segment_member including all) on commit drop`,
        `insert into r1 select advertisable_eid, segment_eid, 'COOKIE', cookie, min(day) from by_hand group by 1, 2, 4 order by 1, 2, 4`,
        `insert into r1 select advertisable_eid, segment_eid, 'EMAIL', email_digest, min(day) from by_hand where email_digest <> '' group by 1, 2, 4 order by 1, 2, 4`,
        `create temporary table r2 on commit drop as select advertisable_eid, day, segment_eid, sum(events) from by_hand group by 1, 2, 3`,
      ],
    },
  ];
}

/** What loading a file costs beside a bare COPY of it, and what attribution costs with more events. */
export async function benchLoads({ rows, url, folder, print }: LoadBenchOptions): Promise<void> {
  print(`\n### Loading a file of ${rows.toLocaleString("en")} rows: thousands of rows a second\n`);
  const names = COLUMNS.map(({ name }) => name);
  print(`| file | ${names.join(" | ")} | new months ÷ bare | others' months ÷ bare |`);
  print(`|---|${"---|".repeat(names.length + 2)}`);
  const times = new Map<string, number[][]>();
  for (let round = 0; round < ROUNDS; round += 1)
    await inNewDatabase(url, (owner) => loadAll(owner, rows, folder, times));
  for (const [file, each] of times) {
    const middle = COLUMNS.map((_, column) => median(each.map((round) => round[column] ?? Number.NaN)));
    const [bare = Number.NaN, , , first = Number.NaN, second = Number.NaN] = middle;
    const speeds = middle.map((milliseconds) => (rows / milliseconds).toFixed(0));
    print(`| ${file} | ${speeds.join(" | ")} | ${(bare / first).toFixed(2)} | ${(bare / second).toFixed(2)} |`);
  }
  await migrate(url);
  await asOwner(url, async (owner) => {
    await owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1)");
    await compareAttributions(owner, rows, print);
  });
}

/** Rounds of which the middle one counts; in each all contenders take turns. */
const ROUNDS = 3;

interface Contestant {
  owner: pg.Client;
  /** Where the file is, and where others may be made. */
  file: string;
  folder: string;
  loaded: LoadedFile;
}

/** What is measured, in its order: the rows by hand are those that the first of our loads has made. */
const COLUMNS: readonly { name: string; run: (contestant: Contestant) => Promise<number> }[] = [
  { name: "bare COPY, no index", run: bareCopy },
  { name: "by hand: COPY, then indexes and roll-ups", run: (contestant) => byHand(contestant, "after") },
  { name: "by hand: COPY into indexes, then roll-ups", run: (contestant) => byHand(contestant, "before") },
  { name: "npm run ingest, new months", run: async (contestant) => await ours(contestant, "FILES") },
  { name: "ingest, months of another advertisable", run: async (contestant) => await ours(contestant, "OTHER") },
  { name: "ingest, the same again", run: async (contestant) => await ours(contestant, "OTHER") },
];

async function loadAll(owner: pg.Client, rows: number, folder: string, times: Map<string, number[][]>): Promise<void> {
  await owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1)");
  for (const loaded of files(owner, rows)) {
    const file = path.join(folder, `${loaded.name}.csv`);
    await write(file, loaded, rows);
    const contestant = { owner, file, folder, loaded };
    const found: number[] = [];
    const [bare, handAfter, handBefore, first, ...others] = COLUMNS;
    for (const column of [bare, first, handAfter, handBefore, ...others])
      if (column !== undefined) found[COLUMNS.indexOf(column)] = await column.run(contestant);
    times.set(loaded.name, [...(times.get(loaded.name) ?? []), found]);
  }
}

async function inNewDatabase(url: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const name = "files_round";
  const own = new URL(url);
  own.pathname = `/${name}`;
  await asOwner(url, async (owner) => await owner.query(`create database ${name}`));
  await migrate(own.href);
  await asOwner(own.href, work);
  await asOwner(url, async (owner) => await owner.query(`drop database ${name}`));
}

async function asOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function write(file: string, { header, line }: LoadedFile, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${header}\n`);
  for (let row = 0; row < rows; row += 1) if (!out.write(`${line(row)}\n`)) await once(out, "drain");
  out.end();
  await finished(out);
}

/** The middle of three, into a table of text without an index. */
async function bareCopy({ owner, file, loaded: { header } }: Contestant): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await owner.query(
      `drop table if exists bare; create table bare (${header
        .split(",")
        .map((column) => `"${column}" text`)
        .join(", ")})`,
    );
    const copy = copyFrom("copy bare from stdin with (format csv, header)");
    times.push(await timed(() => pipeline(createReadStream(file), owner.query(copy))));
  }
  return median(times);
}

async function ours({ file, loaded }: Contestant, name: string): Promise<number> {
  return await timed(() => loaded.load(file, shop(name)));
}

/** The rows as they are in the end, copied into a table like theirs with its indexes or before those, and the roll-ups. */
async function byHand(
  { owner, folder, loaded: { table, rollUps } }: Contestant,
  indexes: "before" | "after",
): Promise<number> {
  const file = path.join(folder, "final.csv");
  const out = createWriteStream(file);
  await pipeline(owner.query(copyTo(`copy (select * from reporting.${table}) to stdout`)), out);
  const like = indexes === "before" ? "including all" : "including defaults including constraints";
  await owner.query(`create table by_hand (like reporting.${table} ${like})`);
  const time = await timed(async () => {
    await owner.query("begin; set local work_mem = '128MB'; set local maintenance_work_mem = '256MB'");
    await pipeline(createReadStream(file), owner.query(copyFrom("copy by_hand from stdin")));
    if (indexes === "after") {
      await owner.query(`
        create table by_hand_whole (like reporting.${table} including all) partition by range (day);
        alter table by_hand_whole attach partition by_hand default`);
    }
    for (const statement of rollUps) await owner.query(statement);
    await owner.query("commit");
  });
  await owner.query("drop table if exists by_hand_whole; drop table if exists by_hand");
  return time;
}

async function compareAttributions(owner: pg.Client, rows: number, print: (line: string) => void): Promise<void> {
  print("\n### Attribution with 1×, 2× and 4× the events\n");
  print("| touchpoints | conversions | ms | µs a touchpoint | ÷ that of 1× |");
  print("|---|---|---|---|---|");
  let first: number | null = null;
  for (const times of [1, 2, 4]) {
    const advertisable = shop(`TIMES${times}`);
    const events = Math.round((rows * times) / 4);
    const parts = {
      touchpoints: new Array<string>(),
      conversions: new Array<string>(),
      deliveries: new Array<string>(),
    };
    for (const { file, text } of generateEvents({ events, days: DAYS, end: addDays(START, DAYS), seed: 1 }))
      parts[file].push(text);
    for (const table of [TOUCHPOINTS, CONVERSIONS]) {
      const source = Readable.from(parts[table === TOUCHPOINTS ? "touchpoints" : "conversions"]);
      await loadEvents({ table, owner, source, advertisable, resolveAds, skipBad: false });
    }
    await owner.query("vacuum analyze");
    let conversions = 0;
    const time = await timed(async () => {
      conversions = await attribute({ owner, advertisableEid: advertisable.eid });
    });
    const each = (time * 1_000) / events;
    first ??= each;
    print(
      `| ${events.toLocaleString("en")} | ${conversions.toLocaleString("en")} | ${time.toFixed(0)} | ${each.toFixed(2)} | ${(each / first).toFixed(2)} |`,
    );
  }
}
