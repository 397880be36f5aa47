import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { addDays } from "../../lib/date-range.js";
import { startPostgres } from "../../lib/embedded-postgres.js";
import { ready, run } from "../kit/program.js";
import { DEMO_APIKEY } from "../../gateway/demo-accounts.js";
import { OUR_FLAGS } from "./child-server.js";
import { AUTHORIZATION } from "./demo-bench.js";
import { conversationWith, load, type Target } from "./load.js";
import { type BenchData, type BenchShops, fillReporting } from "./reporting-data.js";
import { benchExport } from "./reporting-export-bench.js";
import { benchLoads } from "./reporting-load-bench.js";
import { type ReportQuestion, reportQuestions } from "./reporting-questions.js";

export interface ReportingBenchOptions {
  /** Touchpoints of all advertisables. */
  touchpoints: number;
  advertisables: number;
  rounds: number;
  /** Rows of the files that are loaded. */
  rows: number;
  /** Of reports, export, histories and loads. */
  parts: readonly string[];
  /** Where the filled databases stay, and are found by the next run; without it they go when the bench ends. */
  keep: string | undefined;
  print: (line: string) => void;
}

const END = "2026-11-01";
const LONG = 395;
const SHORT = 92;
/** Requests of one contender in a round. */
const AT_ONCE = 10;
/** Requests of each before those that are measured. */
const WARM_UP = 200;

/** A filled database and the service on it. */
interface Place {
  shops: BenchShops;
  owner: pg.Client;
  port: number;
  /** Of the service's process. */
  pid: number;
  close: () => Promise<void>;
}

export async function benchReporting({ print, parts, keep, ...options }: ReportingBenchOptions): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "adgraph-bench-"));
  const postgres = await startPostgres({
    dataDir: keep ?? folder,
    throwaway: true,
    settings: { shared_buffers: "1GB", max_wal_size: "8GB" },
  });
  const open: Place[] = [];
  try {
    if (parts.some((part) => part !== "loads")) {
      const long = await fill(postgres.url, "long", { ...options, days: LONG, end: END }, print);
      open.push(long);
      if (parts.includes("reports")) await compareReports(long, options.rounds, print);
      if (parts.includes("export")) await exportAll(long, print);
      if (parts.includes("histories")) {
        const touchpoints = Math.round((options.touchpoints * SHORT) / LONG);
        const short = await fill(postgres.url, "short", { ...options, touchpoints, days: SHORT, end: END }, print);
        open.push(short);
        await compareHistories(short, long, options.rounds, print);
      }
      for (const place of open.splice(0)) await place.close();
    }
    if (parts.includes("loads"))
      await benchLoads({ rows: options.rows, url: await createDatabase(postgres.url, "files"), folder, print });
  } finally {
    for (const place of open) await place.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(server: string, of: string, data: BenchData, print: (line: string) => void): Promise<Place> {
  const began = performance.now();
  const name = `${of}_${data.touchpoints}_${data.advertisables}`;
  const known = await isThere(server, name);
  const url = known ? urlOf(server, name) : await createDatabase(server, name);
  const filled = known ? null : await fillReporting(url, data);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  if (filled !== null) await owner.query("create table public.bench_shops as select $1::jsonb as shops", [filled]);
  const { rows } = await owner.query<{ shops: BenchShops }>("select shops from public.bench_shops");
  const shops = rows[0]?.shops;
  if (shops === undefined) throw new Error("The database was not filled to its end. Delete its folder.");
  const service = run(
    "gateway/main.js",
    ["--demo"],
    {
      PORT: "0",
      DATABASE_URL: url,
      NODE_ENV: "production",
      JOBS: "off",
    },
    OUR_FLAGS,
  );
  const port = Number(new URL(await ready(service, undefined, 600_000)).port);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  print(
    `\n${data.touchpoints.toLocaleString("en")} touchpoints of ${data.advertisables} advertisables over ${data.days} days, ${known ? "as they were kept" : `filled and attributed in ${seconds} s`}`,
  );
  return {
    shops,
    owner,
    port,
    pid: service.process.pid ?? 0,
    close: async () => {
      service.process.kill("SIGTERM");
      await service.exited;
      await owner.end();
    },
  };
}

async function isThere(server: string, name: string): Promise<boolean> {
  return await asAdmin(server, async (admin) => {
    const { rows } = await admin.query("select from pg_database where datname = $1", [name]);
    return rows.length > 0;
  });
}

/** A new, empty database in the place of an older one of that name. */
async function createDatabase(server: string, name: string): Promise<string> {
  await asAdmin(server, async (admin) => {
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name}`);
  });
  return urlOf(server, name);
}

async function asAdmin<T>(server: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** All deliveries of the large advertisable, beside a small report on the ordinary one. */
async function exportAll({ shops, port, pid }: Place, print: (line: string) => void): Promise<void> {
  const [question] = reportQuestions(shops.ordinary, FROM, END);
  if (question === undefined) return;
  const range = `start_date=${addDays(END, -LONG)}&end_date=${END}`;
  await benchExport({
    port,
    pid,
    exportPath: `/reportsvc/v1/deliveries/export?advertisable_eid=${shops.large.eid}&${range}&apikey=${DEMO_APIKEY}`,
    small: target(port, question, shops.ordinary.eid),
    print,
  });
}

const FROM = addDays(END, -30);

function target(port: number, { path: route, breakdown }: ReportQuestion, advertisable: string): Target {
  const query = `advertisable_eid=${advertisable}&breakdowns=${breakdown}&start_date=${FROM}&end_date=${END}&apikey=${DEMO_APIKEY}`;
  const separator = route.endsWith("?") ? "" : "&";
  return {
    port,
    method: "GET",
    path: `/reportsvc/v1/${route}${separator}${query}`,
    body: () => "",
    headers: AUTHORIZATION,
  };
}

/** Milliseconds of `AT_ONCE` requests, one after the other. */
async function askService(to: Target): Promise<number[]> {
  return [...(await load(to, { connections: 1, requests: AT_ONCE })).latencies];
}

async function askByHand(owner: pg.Client, name: string, { sql, values }: ReportQuestion): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < AT_ONCE; n += 1) {
    const start = performance.now();
    await owner.query({ name, text: sql, values: [...values] });
    times.push(performance.now() - start);
  }
  return times;
}

async function compareReports(
  { shops, owner, port }: Place,
  rounds: number,
  print: (line: string) => void,
): Promise<void> {
  for (const [size, shop] of Object.entries(shops)) {
    const { rows } = await owner.query<{ n: string }>(
      "select count(*) as n from reporting.delivery where advertisable_eid = $1 and day >= $2",
      [shop.eid, FROM],
    );
    print(`\n### Reports of 30 days beside SQL by hand: the ${size} advertisable, ${rows[0]?.n} deliveries in them\n`);
    print("| report | breakdown | by hand: p50 ms | the service: p50 ms | ÷ |");
    print("|---|---|---|---|---|");
    for (const [index, question] of reportQuestions(shop, FROM, END).entries()) {
      const to = target(port, question, shop.eid);
      const hand: number[] = [];
      const ours: number[] = [];
      for (let round = -2; round < rounds; round += 1) {
        const times = [await askByHand(owner, `q${size}${index}`, question), await askService(to)];
        if (round < 0) continue;
        hand.push(...(times[0] ?? []));
        ours.push(...(times[1] ?? []));
      }
      const [a, b] = [median(hand), median(ours)];
      print(`| ${question.name} | ${question.breakdown} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(2)} |`);
    }
  }
}

async function compareHistories(
  short: Place,
  long: Place,
  rounds: number,
  print: (line: string) => void,
): Promise<void> {
  print("\n### The same reports of 30 days with 3 and with 13 months of history: the ordinary advertisable\n");
  print("| report | breakdown | 3 months: p50 ms | 13 months: p50 ms | ÷: p50 |");
  print("|---|---|---|---|---|");
  const [few, many] = [short, long].map(({ shops: { ordinary }, port }) =>
    reportQuestions(ordinary, FROM, END).map((question) => ({ question, to: target(port, question, ordinary.eid) })),
  );
  for (const [index, { question, to }] of (few ?? []).entries()) {
    const other = many?.[index]?.to;
    if (other === undefined) continue;
    // One request here, one there: whatever else the machine does is the same for both.
    const asked = [await conversationWith(to), await conversationWith(other)] as const;
    const times: [number[], number[]] = [[], []];
    const ratios: number[] = [];
    for (let n = -WARM_UP; n < rounds * AT_ONCE; n += 1) {
      const [a, b] = [await asked[0].ask(), await asked[1].ask()];
      if (n < 0) continue;
      times[0].push(a);
      times[1].push(b);
      ratios.push(b / a);
    }
    for (const { close } of asked) close();
    const cells = [...times, ratios].map((each) => median(each).toFixed(2));
    print(`| ${question.name} | ${question.breakdown} | ${cells.join(" | ")} |`);
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
