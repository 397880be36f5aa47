import { once } from "node:events";
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { from as copyFrom } from "pg-copy-streams";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import { loadDeliveries } from "./delivery-load.js";
import { deliveryMapping } from "./delivery-mapping.rules.js";

const ROWS = 200_000;
const ADS = 5_000;
const ADVERTISABLE = { eid: "SPEED".padEnd(22, "A"), currency: "USD" };
const MEGABYTE = 1_048_576;

let db: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "delivery-load-"));
  db = await createDatabase();
  await db.owner.query("insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1)");
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

/** A file of as many rows, each of another key, over 40 days. */
async function generate(): Promise<string> {
  const file = path.join(folder, "deliveries.csv");
  const out = createWriteStream(file);
  out.write("date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions,domain\n");
  for (let n = 0; n < ROWS; n += 1) {
    const ad = n % ADS;
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(n / ADS))).toISOString().slice(0, 10);
    if (
      !out.write(
        `${day},${700_000 + ad},${ad % 20},${ad % 1_000},${n % 9_973},${n % 17},${n % 100}.${n % 97},${n % 3},site${n % 50}.example.com\n`,
      )
    )
      await once(out, "drain");
  }
  out.end();
  await once(out, "close");
  return file;
}

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

/**
 * What this process cannot do without; how much garbage it keeps depends on the tests that ran in it before. Buffers are
 * given back only by the collection after the one that finds them unused.
 */
async function liveBytes(): Promise<number> {
  for (let time = 0; time < 2; time += 1) {
    if (typeof collectGarbage === "function") collectGarbage();
    await sleep(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The most bytes that were live while some work was done, beyond those before it. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const before = await liveBytes();
  let peak = before;
  const done = new AbortController();
  async function watch(): Promise<void> {
    while (!done.signal.aborted) {
      await sleep(250);
      peak = Math.max(peak, await liveBytes());
    }
  }
  const watching = watch();
  try {
    await work();
  } finally {
    done.abort();
    await watching;
  }
  return peak - before;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test("200,000 rows load in bounded memory", { timeout: 120_000 }, async () => {
  const file = await generate();
  await db.owner.query(
    "create temporary table bare (date date, ad text, campaign text, ad_group text, impressions bigint, clicks bigint, cost numeric, conversions bigint, domain text)",
  );
  const bare = await timed(() =>
    pipeline(createReadStream(file), db.owner.query(copyFrom("copy bare from stdin with (format csv, header)"))),
  );

  const load = () =>
    loadDeliveries({
      owner: db.owner,
      source: createReadStream(file),
      mapping: deliveryMapping(null),
      advertisable: ADVERTISABLE,
      resolveAds: (ads) =>
        Promise.resolve(
          ads.map((ad) => ({
            campaignEid: ad.campaignExternalId.padEnd(22, "C"),
            adGroupEid: ad.adGroupExternalId.padEnd(22, "G"),
            adEid: ad.adExternalId.padEnd(22, "A"),
          })),
        ),
    });
  let first = 0;
  let again = 0;
  const bytes = await growthDuring(async () => {
    first = await timed(async () =>
      expect(await load()).toMatchObject({ rows: ROWS, inserted: ROWS, days: ROWS / ADS }),
    );
    again = await timed(async () => expect(await load()).toMatchObject({ unchanged: ROWS }));
  });
  const growth = bytes / MEGABYTE;
  const perSecond = (milliseconds: number) =>
    `${Math.round(milliseconds)} ms, ${Math.round(ROWS / milliseconds)}k rows/s`;
  process.stdout.write(
    `${ROWS} rows: load ${perSecond(first)}; again ${perSecond(again)}; a bare COPY ${perSecond(bare)}; memory grew by ${Math.round(growth)} MB\n`,
  );
  // Its rows as objects would take more than 25.
  expect(growth).toBeLessThan(20);
});
