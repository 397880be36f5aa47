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

/** Queues jobs that an hour is to pass before, each list in a transaction of its own; `commit` false gives it up. */
async function write(jobs: readonly { key: string; turn: number }[], commit = true): Promise<void> {
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
  const queued = jobs.map(({ key, turn }) => ({
    advertisableEid,
    job: "wait",
    key,
    input: { turn },
    runAt: new Date(clock.now() + 3_600_000),
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

test("a write that is given up queues nothing", { timeout: 60_000 }, async () => {
  await expect(write([{ key: "never", turn: 1 }], false)).rejects.toThrow("given up");
  await write([{ key: "after", turn: 1 }]);
  expect(await waiting()).toMatchObject({ after: 1 });
  expect(await waiting()).not.toHaveProperty("never");
});
