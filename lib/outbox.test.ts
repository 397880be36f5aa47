import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../test/kit/database.js";
import { serviceViewer } from "./viewer.js";
import { createContext } from "./context.js";
import { eidSource, systemRandom } from "./eid.js";
import { DEFAULT_FETCH_POLICY } from "./fetch-policy.js";
import { type JobRunner, startJobRunner } from "./job-runner.js";
import { createLog } from "./log.js";
import { queueJob, queueJobs } from "./outbox.js";

let db: TestDatabase;
let runner: JobRunner;
let now = Date.parse("2023-09-01T12:00:00Z");
/** Each look is a moment later, so that of two jobs one is the newer. */
const clock = { now: () => ++now };
const advertisableEid = "ADVERTISABLE".padEnd(22, "X");
const askGraph = async () => ({});

beforeAll(async () => {
  db = await createDatabase();
  runner = await startJobRunner({
    url: db.url,
    database: db.database,
    clock,
    random: systemRandom,
    log: createLog("silent"),
    fetchPolicy: DEFAULT_FETCH_POLICY,
    askGraph,
    jobs: { wait: { run: async () => {} } },
  });
});
afterAll(async () => {
  await runner.stop();
  await db.drop();
});

interface Wanted {
  key: string;
  turn: number;
  /** One when not given. */
  hours?: number;
  keepsEarlier?: boolean;
}

/** Queues jobs, each list in a transaction of its own; `commit` false gives it up. */
async function write(jobs: readonly Wanted[], commit = true): Promise<void> {
  const context = createContext({
    requestId: "test",
    viewer: serviceViewer(advertisableEid),
    database: db.database,
    clock,
    newEid: eidSource(clock, systemRandom),
    fetchPolicy: DEFAULT_FETCH_POLICY,
    contactKeys: undefined,
    askGraph,
  });
  const queued = jobs.map(({ key, turn, hours = 1, keepsEarlier }) => ({
    advertisableEid,
    job: "wait",
    key,
    input: { turn },
    runAt: new Date(clock.now() + hours * 3_600_000),
    ...(keepsEarlier !== undefined && { keepsEarlier }),
  }));
  await context.transaction("social.write", async (sql) => {
    const [first] = queued;
    if (queued.length === 1 && first !== undefined) await queueJob(sql, context, first);
    else await queueJobs(sql, context, queued);
    if (!commit) throw new Error("given up");
  });
}

/** What waits in the queue once the outbox is empty: the turn of each key. */
async function waiting(): Promise<Record<string, number>> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await db.owner.query("select from platform.outbox");
      expect(rowCount).toBe(0);
    },
    { timeout: 20_000 },
  );
  const { rows } = await db.owner.query<{ key: string; turn: number }>(
    "select key, (payload #>> '{input,turn}')::int as turn from graphile_worker._private_jobs order by key",
  );
  return Object.fromEntries(rows.map(({ key, turn }) => [key, turn]));
}

test(
  "of jobs with the same key the newest waits alone, in the outbox and in the queue",
  { timeout: 60_000 },
  async () => {
    await write([{ key: "a", turn: 1 }]);
    await write([
      { key: "b", turn: 1 },
      { key: "c", turn: 1 },
    ]);
    await write([{ key: "a", turn: 2 }]);
    expect(await waiting()).toEqual({ a: 2, b: 1, c: 1 });
    // Those that wait in the queue already are replaced too.
    await write([{ key: "a", turn: 3 }]);
    await write([{ key: "c", turn: 2 }]);
    expect(await waiting()).toEqual({ a: 3, b: 1, c: 2 });
  },
);

test(
  "a job that asks for itself again does not put off one that was called for earlier, whichever is heard first",
  { timeout: 60_000 },
  async () => {
    const again = { turn: 2, hours: 9, keepsEarlier: true };
    // Together in the outbox.
    await write([{ key: "d", turn: 1 }]);
    await write([{ key: "d", ...again }]);
    await write([{ key: "e", ...again }]);
    await write([{ key: "e", turn: 1 }]);
    // In the queue already.
    await write([
      { key: "f", turn: 1 },
      { key: "g", ...again, hours: 20 },
      { key: "h", turn: 1 },
    ]);
    expect(await waiting()).toMatchObject({ d: 2, e: 1, f: 1, g: 2, h: 1 });
    await write([
      { key: "f", ...again },
      { key: "g", ...again },
      { key: "h", turn: 3, hours: 9 },
    ]);
    expect(await waiting()).toMatchObject({ f: 2, g: 2, h: 3 });
    const { rows } = await db.owner.query<{ key: string; hours: number }>(
      `select key, round(extract(epoch from run_at - now()) / 3600)::int as hours
       from graphile_worker._private_jobs where key between 'd' and 'h' order by key`,
    );
    expect(rows.map(({ key, hours }) => [key, hours])).toEqual([
      ["d", 1],
      ["e", 1],
      ["f", 1],
      ["g", 9],
      ["h", 9],
    ]);
  },
);

test("a write that is given up queues nothing", { timeout: 60_000 }, async () => {
  await expect(write([{ key: "never", turn: 1 }], false)).rejects.toThrow("given up");
  await write([{ key: "after", turn: 1 }]);
  expect(await waiting()).toMatchObject({ after: 1 });
  expect(await waiting()).not.toHaveProperty("never");
});
