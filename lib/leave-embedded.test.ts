import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningPostgres, startPostgres } from "./embedded-postgres.js";
import { leaveEmbedded } from "./leave-embedded.js";

let dataDir: string;
let own: RunningPostgres;

beforeAll(async () => {
  dataDir = realpathSync(mkdtempSync(path.join(tmpdir(), "pg-left-")));
  own = await startPostgres({ dataDir });
}, 60_000);
afterAll(async () => {
  await own.stop();
  rmSync(dataDir, { recursive: true, maxRetries: 9 });
});

test("the server ends when the last program that joined it has ended, and says what it waits for", async () => {
  const joined = await startPostgres({ dataDir });
  expect(joined.reused).toBe(true);
  const other = new Client({ connectionString: joined.url });
  other.on("error", () => {});
  await other.connect();
  const said: string[] = [];
  let hasLeft = false;
  const leaving = leaveEmbedded(own, (line) => said.push(line)).then(() => (hasLeft = true));

  await expect.poll(() => said.length, { timeout: 20_000 }).toBe(1);
  await leaveEmbedded(joined, (line) => said.push(line));
  await sleep(500);
  expect(hasLeft).toBe(false);
  expect((await other.query("select 1 as one")).rows).toEqual([{ one: 1 }]);

  await other.end();
  await leaving;
  expect(said).toEqual([expect.stringContaining("Ctrl+C ends it now")]);
  await expect(new Client({ connectionString: own.url }).connect()).rejects.toThrow();
}, 60_000);
