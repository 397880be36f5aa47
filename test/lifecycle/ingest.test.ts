import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabaseLine } from "../kit/database-line.js";
import { build, run } from "../kit/program.js";
import { createShops, type Shops } from "../kit/shops.js";

/** `npm run ingest` as a program that is killed: by SIGKILL, of which it hears nothing. */
const ROWS = 60_000;

let shops: Shops;
let folder: string;
let file: string;

beforeAll(async () => {
  build();
  shops = await createShops();
  folder = mkdtempSync(path.join(tmpdir(), "adgraph-ingest-"));
  file = path.join(folder, "memberships.csv");
  const out = createWriteStream(file);
  out.write("date,segment,cookie,emailDigest\n");
  for (let n = 0; n < ROWS; n += 1) out.write(`2026-0${1 + (n % 3)}-15,${"S".repeat(22)},cookie ${n},digest ${n}\n`);
  out.end();
  await finished(out);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shops.db.drop();
});

async function count(sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await shops.db.owner.query<{ n: string }>(sql, values);
  return Number(rows[0]?.n);
}

/** What there is of an advertisable, and of months and of tables that loads make. */
async function kept(eid: string): Promise<number[]> {
  const tables = ["segment_membership", "segment_member", "segment_event"];
  const rows = tables.map((table) =>
    count(`select count(*) as n from reporting.${table} where advertisable_eid = $1`, eid),
  );
  const partitions = count(
    "select count(*) as n from pg_class where relkind in ('r', 'p') and relname ~ '^(new_segment_membership|segment_membership_2)'",
  );
  return [...(await Promise.all(rows)), await partitions];
}

test.each([
  ["while it reads the file", "copy staged"],
  ["while it writes to months that nobody has yet", "insert into reporting.new_"],
  ["while those get their indexes", "attach partition"],
  ["while it makes what reports read", "insert into reporting.segment_member"],
])("a load that is killed %s leaves nothing behind, and the next one is whole", async (_, statement) => {
  const eid = await shops.newShop("USD");
  const args = ["segment-memberships", file, "--advertisable", eid];
  const before = await kept(eid);
  const line = await startDatabaseLine(shops.db.url);
  const program = run("gateway/ingest.js", args, { DATABASE_URL: line.url });
  line.cutAt(({ text }) => {
    // The server gets the statement all the same, and is at work on it when nobody is there any more.
    if (text.includes(statement)) program.process.kill("SIGKILL");
    return null;
  });
  expect(await program.exited).toBe(null);
  await line.close();
  const others =
    "select count(*) as n from pg_stat_activity where datname = current_database() and strpos(query, 'segment_member') > 0 and pid <> pg_backend_pid()";
  await expect.poll(async () => await count(others), { timeout: 20_000 }).toBe(0);
  expect(await kept(eid)).toEqual(before);
});

test("the same file then loads as if nothing had been, and again changes nothing", async () => {
  const eid = await shops.newShop("USD");
  const args = ["segment-memberships", file, "--advertisable", eid];
  for (const result of [`${ROWS} inserted, 0 updated, 0 unchanged`, `0 inserted, 0 updated, ${ROWS} unchanged`]) {
    const program = run("gateway/ingest.js", args, { DATABASE_URL: shops.db.url });
    expect([await program.exited, program.output(), program.errors()]).toEqual([
      0,
      `${ROWS} rows read; ${result}, on 3 days.\n`,
      "",
    ]);
    expect((await kept(eid)).slice(0, 2)).toEqual([ROWS, 2 * ROWS]);
  }
});
