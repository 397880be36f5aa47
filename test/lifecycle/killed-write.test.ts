import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../kit/database.js";
import { type DatabaseLine, startDatabaseLine } from "../kit/database-line.js";
import { build, type Program, ready, run } from "../kit/program.js";
import { fillStrategy, STRATEGY, strategyCampaignStatuses } from "../kit/strategies.js";

/** A write in the program itself, which is killed in its middle. */
const started: Program[] = [];
let db: TestDatabase;
let line: DatabaseLine;
beforeAll(async () => {
  build();
  db = await createEmptyDatabase();
  line = await startDatabaseLine(db.url);
}, 60_000);
afterAll(async () => {
  for (const program of started) program.process.kill("SIGKILL");
  await Promise.all(started.map((program) => program.exited));
  await line.close();
  await db.drop();
});

async function start(): Promise<{ program: Program; address: string }> {
  const program = run("gateway/main.js", ["--demo"], { PORT: "0", DATABASE_URL: line.url, JOBS: "off" });
  started.push(program);
  return { program, address: await ready(program, undefined, 120_000) };
}

async function send(address: string, method: string, query: Record<string, string>, body: object): Promise<Response> {
  const parameters = new URLSearchParams({ ...query, apikey: "demo-apikey" });
  return await fetch(`${address}/activate/api/v1/strategy?${parameters}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Basic ${btoa("admin@demo.test:demo-admin")}` },
    body: JSON.stringify(body),
  });
}

test(
  "a process that is killed while it pauses a strategy with 20 campaigns has paused none or all",
  { timeout: 300_000 },
  async () => {
    const first = await start();
    const { rows } = await db.owner.query<{ eid: string }>(
      "select advertisable_eid as eid from platform.ownership order by 1 limit 1",
    );
    const advertisable = rows[0]?.eid ?? "";
    const made = await send(
      first.address,
      "POST",
      { advertisable_eid: advertisable },
      { ...STRATEGY, products: ["web"] },
    );
    const { eid } = ((await made.json()) as { data: { eid: string } }).data;
    await fillStrategy(db.owner, eid);
    const query = { advertisable_eid: advertisable, strategy_eid: eid };
    const found = async () => {
      const strategy = await db.owner.query<{ status: string }>(
        "select status from strategies.strategy where eid = $1",
        [eid],
      );
      return [strategy.rows[0]?.status, await strategyCampaignStatuses(db.owner, eid)];
    };

    // Its campaigns are about to be written: the strategy's own row already is.
    line.cutAt(({ text }) => {
      if (!/insert into .*strategy_campaign/.test(text)) return null;
      first.program.process.kill("SIGKILL");
      return "BEFORE";
    });
    await expect(send(first.address, "PUT", query, { status: "paused" })).rejects.toThrow("fetch failed");
    await first.program.exited;
    expect(await found()).toEqual(["LIVE", { LIVE: 17, PAUSED: 3 }]);

    // The database has done it, and the process never hears of that.
    const second = await start();
    let isWritten = false;
    line.cutAt(({ text }) => {
      isWritten ||= /insert into .*strategy_campaign/.test(text);
      if (!isWritten || !/COMMIT/i.test(text)) return null;
      second.program.process.kill("SIGKILL");
      return "AFTER";
    });
    await expect(send(second.address, "PUT", query, { status: "paused" })).rejects.toThrow("fetch failed");
    await second.program.exited;
    expect(await found()).toEqual(["PAUSED", { PAUSED_BY_STRATEGY: 17, PAUSED: 3 }]);
  },
);
