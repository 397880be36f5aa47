import type { RequestContext } from "./context.js";
import type { Database, Sql } from "./database.js";
import type { Viewer } from "./viewer.js";

/** Any number that no other program takes on this server. */
const RELAY_LOCK = 4_091_528_848;

/** Rows that are passed on in one transaction. */
const BATCH = 100;

/** A job that a write wants done. */
export interface QueuedJob {
  advertisableEid: string;
  /** The job's name among those of the areas. */
  job: string;
  /** Jobs with the same key replace each other while they wait. */
  key: string;
  /** What the job is given; survives JSON. */
  input: object;
  /** When it may begin. */
  runAt: Date;
  /**
   * Leaves its time to a job with its key that waits already. For a job that asks for itself again: whoever has called it
   * since, for an earlier time, was not heard by the run that decides on the next one.
   */
  keepsEarlier?: boolean;
}

/** A job on its way to the queue. */
export interface OutgoingJob extends QueuedJob {
  /** Names the request that queued it. */
  requestId: string;
}

/** Queues a job in the transaction of the write that wants it: both happen or neither. */
export async function queueJob(sql: Sql, context: RequestContext, queued: QueuedJob): Promise<void> {
  await queueJobs(sql, context, [queued]);
}

/** The same for several jobs, in one statement. Does nothing without jobs. */
export async function queueJobs(sql: Sql, context: RequestContext, jobs: readonly QueuedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql.from("platform.outbox").insert(
    jobs.map((queued) => ({
      advertisable_eid: queued.advertisableEid,
      eid: context.newEid(),
      job: queued.job,
      job_key: queued.key,
      payload: JSON.stringify({ requestId: context.requestId, input: queued.input }),
      run_at: queued.runAt,
      keeps_earlier: queued.keepsEarlier ?? false,
      created_at: new Date(context.clock.now()),
    })),
  );
}

interface OutboxRow {
  advertisableEid: string;
  eid: string;
  job: string;
  key: string;
  requestId: string;
  input: object;
  runAt: Date;
  keepsEarlier: boolean;
}

/**
 * Passes the oldest jobs of the outbox on to the queue, and takes them out. Killed in between, it passes
 * them on again: their keys make one of both. Of several processes one does it at a time.
 *
 * @returns how many there were.
 */
export async function relayOutbox(
  database: Database,
  viewer: Viewer,
  add: (jobs: readonly OutgoingJob[]) => Promise<void>,
): Promise<number> {
  return await database.transaction(
    viewer,
    () => {},
    async (sql) => {
      const [lock] = await sql.rows<{ mine: boolean }>("select pg_try_advisory_xact_lock(?) as mine", [RELAY_LOCK]);
      if (lock?.mine !== true) return 0;
      const rows = await sql.rows<OutboxRow>(
        `select advertisable_eid as "advertisableEid", eid, job, coalesce(job_key, eid) as key,
           payload ->> 'requestId' as "requestId", payload -> 'input' as input, run_at as "runAt",
           keeps_earlier as "keepsEarlier"
         from platform.outbox order by created_at, eid limit ?`,
        [BATCH],
      );
      if (rows.length === 0) return 0;
      // The queue takes each key once a statement.
      await add([...Map.groupBy(rows, ({ key }) => key).values()].map(inOne));
      await sql.rows("delete from platform.outbox where advertisable_eid = any(?) and eid = any(?)", [
        rows.map((row) => row.advertisableEid),
        rows.map((row) => row.eid),
      ]);
      return rows.length;
    },
  );
}

/** Of jobs that replace each other the newest, but no later than those want that keep an earlier time. */
function inOne(rows: readonly OutboxRow[]): OutgoingJob {
  const newest = rows.at(-1);
  if (newest === undefined) throw new RangeError("a group of jobs is empty");
  const replacing = rows.filter(({ keepsEarlier }) => !keepsEarlier);
  const times = [...replacing.slice(-1), ...rows.filter(({ keepsEarlier }) => keepsEarlier)];
  const runAt = new Date(Math.min(...times.map((row) => row.runAt.getTime())));
  return { ...newest, runAt, keepsEarlier: replacing.length === 0 };
}
