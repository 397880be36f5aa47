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
  load: (file: string) => Promise<unknown>;
  /** The table that its rows go into, and the statements by which somebody would make its roll-ups by hand. */
  table: string;
  rollUps: readonly string[];
}

function dayOf(row: number, rows: number): string {
  return addDays(START, Math.floor((row * DAYS) / rows));
}

function files(owner: pg.Client, rows: number): LoadedFile[] {
  const advertisable = shop("FILES");
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
      load: async (file) =>
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
      load: async (file) =>
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
      load: async (file) =>
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
  await migrate(url);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1)");
    print(`\n### Loading a file of ${rows.toLocaleString("en")} rows: thousands of rows a second\n`);
    print(
      "| file | bare COPY, no index | by hand: COPY into its table's indexes, then roll-ups | npm run ingest | ÷ bare | ÷ by hand |",
    );
    print("|---|---|---|---|---|---|");
    for (const each of files(owner, rows)) {
      const file = path.join(folder, `${each.name}.csv`);
      await write(file, each, rows);
      const bare = await bareCopy(owner, file, each.header);
      const ours = await timed(() => each.load(file));
      const hand = await byHand(owner, folder, each);
      const speeds = [bare, hand, ours].map((milliseconds) => (rows / milliseconds).toFixed(0));
      print(`| ${each.name} | ${speeds.join(" | ")} | ${(bare / ours).toFixed(2)} | ${(hand / ours).toFixed(2)} |`);
    }
    await compareAttributions(owner, rows, print);
  } finally {
    await owner.end();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function write(file: string, { header, line }: LoadedFile, rows: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${header}\n`);
  for (let row = 0; row < rows; row += 1) if (!out.write(`${line(row)}\n`)) await once(out, "drain");
  out.end();
  await finished(out);
}

/** The middle of three, into a table of text without an index. */
async function bareCopy(owner: pg.Client, file: string, header: string): Promise<number> {
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
  return times.toSorted((a, b) => a - b)[1] ?? Number.NaN;
}

/** The rows as they are in the end, copied into a table like theirs, and the roll-ups. */
async function byHand(owner: pg.Client, folder: string, { table, rollUps }: LoadedFile): Promise<number> {
  const file = path.join(folder, "final.csv");
  const out = createWriteStream(file);
  await pipeline(owner.query(copyTo(`copy (select * from reporting.${table}) to stdout`)), out);
  await owner.query(`create table by_hand (like reporting.${table} including all)`);
  const time = await timed(async () => {
    await owner.query("begin; set local work_mem = '128MB'");
    await pipeline(createReadStream(file), owner.query(copyFrom("copy by_hand from stdin")));
    for (const statement of rollUps) await owner.query(statement);
    await owner.query("commit");
  });
  await owner.query("drop table by_hand");
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
