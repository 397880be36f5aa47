import { EventEmitter } from "node:events";
import { Logger, type LogLevel, makeWorkerUtils, run, type TaskList, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import type { Clock } from "./clock.js";
import type { ContactKeys } from "./contact-keys.js";
import { type AskGraph, createContext } from "./context.js";
import type { Database } from "./database.js";
import { DeadWorkers } from "./dead-workers.js";
import { eidSource, isEid, type Random } from "./eid.js";
import type { FetchPolicy } from "./fetch-policy.js";
import type { Job } from "./job.js";
import type { Log } from "./log.js";
import { type MailServices, NO_MAIL } from "./mail.js";
import { type OutgoingJob, relayOutbox } from "./outbox.js";
import { serviceViewer, type Viewer } from "./viewer.js";

/** Jobs that run at a time: no host is asked by more than these at once. */
const CONCURRENCY = 2;

/** Milliseconds between looks at the outbox, and after a look that failed. */
const RELAY_INTERVAL = 500;
const RELAY_PAUSE = 5_000;

/** Milliseconds between looks for jobs that nobody told us of, and for those of dead workers. */
const POLL_INTERVAL = 2_000;
const DEAD_WORKERS_INTERVAL = 15_000;

/** Milliseconds that jobs may go on once the service is to end; the service itself has ten seconds. */
const STOP_AFTER = 1_000;

/** Milliseconds of a statement of the queue. */
const STATEMENT_TIMEOUT = 10_000;

/** The service itself, for all advertisables: the outbox is everybody's. */
const SERVICE: Viewer = { ...serviceViewer(""), advertisables: "ALL" };

export interface JobRunnerOptions {
  /** `postgres://…` of the role that owns the database: the queue lives in a schema of its own there. */
  url: string;
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  fetchPolicy: FetchPolicy;
  /** NO_MAIL when not given. */
  mail?: MailServices | undefined;
  /** What addresses of people are kept with. */
  contactKeys?: ContactKeys | undefined;
  /** The whole graph, for what other areas know. */
  askGraph: AskGraph;
  /** What there is to run, by name. */
  jobs: Readonly<Record<string, Job>>;
}

export interface JobRunner {
  /** Tells the jobs that run to end, and waits until they have; once, whoever asks again waits for the same. */
  stop(): Promise<void>;
}

/** Runs jobs in this process: takes what writes put in the outbox to the queue, and works the queue off. */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { url, database, clock, log } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: CONCURRENCY + 3,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT,
  });
  const onLost = (error: Error): void => log.warn({ err: error }, "the queue of jobs lost a connection");
  pool.on("error", onLost);
  pool.on("connect", (client) => void client.on("error", onLost));
  const logger = loggerTo(log);
  // Both of its interfaces create the queue's tables where they are missing.
  const queue = await makeWorkerUtils({ pgPool: pool, logger });
  await queue.migrate();
  const deadWorkers = new DeadWorkers(url);
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked under the name of the pool, not of the worker in it.
  events.on("pool:create", ({ workerPool }) => {
    deadWorkers.add(workerPool.id).catch((error: unknown) => log.warn({ err: error }, "a worker can't be seen"));
  });
  const runner = await run({
    pgPool: pool,
    logger,
    events,
    taskList: tasksOf(options),
    parsedCronItems: [],
    concurrency: CONCURRENCY,
    pollInterval: POLL_INTERVAL,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: STOP_AFTER,
  });
  runner.promise.catch((error: unknown) => log.error({ err: error }, "jobs are not run any more"));

  /** When those begin that wait in the queue under the keys of jobs that would leave them an earlier time. */
  async function timesOf(jobs: readonly OutgoingJob[]): Promise<ReadonlyMap<string, Date>> {
    if (jobs.length === 0) return new Map();
    const { rows } = await pool.query<{ key: string; runAt: Date }>(
      'select key, run_at as "runAt" from graphile_worker.jobs where key = any($1) and locked_at is null',
      [jobs.map(({ key }) => key)],
    );
    return new Map(rows.map(({ key, runAt }) => [key, runAt]));
  }

  const relay = repeat(async () => {
    const relayed = await relayOutbox(database, SERVICE, async (jobs) => {
      const waiting = await timesOf(jobs.filter(({ keepsEarlier }) => keepsEarlier));
      await queue.addJobs(jobs.map((job) => specOf(job, clock, waiting.get(job.key))));
    });
    return relayed > 0 ? 0 : RELAY_INTERVAL;
  }, log);
  const rescue = repeat(async () => {
    const dead = await deadWorkers.find();
    if (dead.length > 0) await queue.forceUnlockWorkers(dead);
    return DEAD_WORKERS_INTERVAL;
  }, log);
  async function stopAll(): Promise<void> {
    await Promise.all([relay.stop(), rescue.stop()]);
    await runner.stop();
    await queue.release();
    await deadWorkers.close();
    await pool.end();
  }
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stopAll()) };
}

function specOf(
  { job, key, advertisableEid, requestId, input, runAt }: OutgoingJob,
  clock: Clock,
  latest: Date | undefined,
) {
  // The queue knows the time of the day only, and waits as long as our clock says that there is to wait.
  const wait = Math.max(0, runAt.getTime() - clock.now());
  return {
    identifier: job,
    jobKey: key,
    runAt: new Date(Math.min(Date.now() + wait, latest?.getTime() ?? Infinity)),
    payload: { advertisableEid, requestId, input },
  };
}

function tasksOf(options: JobRunnerOptions): TaskList {
  const { jobs, database, clock, random, fetchPolicy, contactKeys, mail = NO_MAIL, askGraph } = options;
  const newEid = eidSource(clock, random);
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (payload: unknown, { abortSignal }: { abortSignal: AbortSignal }) => {
        if (!isPayload(payload)) throw new TypeError(`a job ${name} holds something else`);
        const viewer = serviceViewer(payload.advertisableEid);
        const { requestId } = payload;
        const context = createContext({
          requestId,
          viewer,
          database,
          clock,
          newEid,
          fetchPolicy,
          contactKeys,
          askGraph,
        });
        await job.run(payload.input, { context, signal: abortSignal, mail });
      },
    ]),
  );
}

function isPayload(value: unknown): value is Pick<OutgoingJob, "advertisableEid" | "requestId" | "input"> {
  if (typeof value !== "object" || value === null || !("input" in value)) return false;
  return (
    "advertisableEid" in value &&
    typeof value.advertisableEid === "string" &&
    isEid(value.advertisableEid) &&
    "requestId" in value &&
    typeof value.requestId === "string"
  );
}

/** Does something again and again; it answers how many milliseconds later the next time is. */
function repeat(step: () => Promise<number>, log: Log): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  async function once(): Promise<void> {
    let pause = RELAY_PAUSE;
    try {
      pause = await step();
    } catch (error) {
      log.warn({ err: error }, "the queue of jobs can't be served for the moment");
    }
    plan(pause);
  }
  function plan(pause: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = once();
    }, pause);
  }
  plan(0);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const LEVELS: Readonly<Record<LogLevel, "error" | "warn" | "debug">> = {
  error: "warn",
  warning: "warn",
  // It tells of every start and stop.
  info: "debug",
  debug: "debug",
};

function loggerTo(log: Log): Logger {
  return new Logger((scope) => (level, message) => log[LEVELS[level]]({ job: scope.taskIdentifier }, message));
}
