import type { Clock } from "../../lib/clock.js";
import type { Sql } from "../../lib/database.js";
import type { Log } from "../../lib/log.js";
import type { Operation } from "../planning/operation.js";
import { signatureOf } from "./operation-signature.js";
import { addCalls, type CallCount, type CallKind, type ClientOperation, insertOperations } from "./usage.table.js";

/** Milliseconds between two writes at least. */
const WRITE_EVERY = 1_000;

/** Rows of one write at most; the others wait for the next one. */
const ROWS_A_WRITE = 2_000;

/** Operations that are told apart on one day; a client can think of any number of them. */
const OPERATIONS_A_DAY = 5_000;

const DAY = 86_400_000;

/** Under which the operations beyond are counted together. */
export const OTHER_OPERATIONS = "0".repeat(64);

/** Counts who asks for what. Counting touches memory only; what was counted is written at most once a second. */
export interface UsageRecorder {
  readonly operation: (operation: Operation, client: string | null, failed: boolean) => void;
  /** `route` as it is documented: `GET /api/v1/campaign/get`. */
  readonly route: (route: string, client: string | null, failed: boolean) => void;
  /** Writes what is left. To be called when nothing is counted any more. */
  readonly close: () => Promise<void>;
}

export interface UsageRecorderOptions {
  sql: Pick<Sql, "rows">;
  clock: Clock;
  log: Log;
}

/** The calls of one client that are not written yet. */
interface Tally extends Omit<CallCount, "day" | "lastSeenAt"> {
  /** Days since 1970. */
  day: number;
  lastSeen: number;
  isWaiting: boolean;
}

interface Subject {
  kind: CallKind;
  subject: string;
  byClient: Map<string, Tally>;
}

export function createUsageRecorder({ sql, clock, log }: UsageRecorderOptions): UsageRecorder {
  const operations = new WeakMap<Operation, Subject>();
  const routes = new Map<string, Subject>();
  const others: Subject = { kind: "OPERATION", subject: OTHER_OPERATIONS, byClient: new Map() };
  /** Of the day: the operations that are told apart, so that one that is prepared again is counted with itself. */
  let subjects = new Map<string, Subject>();
  let subjectsDay = 0;
  let waiting: Tally[] = [];
  let unknown: ClientOperation[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let isFailing = false;

  function count(counted: Subject, client: string, failed: boolean, now: number): void {
    const day = Math.floor(now / DAY);
    let tally = counted.byClient.get(client);
    if (tally?.day !== day) {
      const { kind, subject } = counted;
      tally = { kind, subject, clientId: client, day, calls: 0, errors: 0, lastSeen: now, isWaiting: false };
      counted.byClient.set(client, tally);
    }
    tally.calls += 1;
    if (failed) tally.errors += 1;
    tally.lastSeen = now;
    if (tally.isWaiting) return;
    tally.isWaiting = true;
    waiting.push(tally);
    timer ??= setTimeout(write, WRITE_EVERY).unref();
  }

  function subjectOf(operation: Operation, now: number): Subject {
    const day = Math.floor(now / DAY);
    if (day !== subjectsDay) {
      subjects = new Map();
      subjectsDay = day;
    }
    const { digest, document } = signatureOf(operation.document);
    let subject = subjects.get(digest);
    if (subject === undefined) {
      if (subjects.size >= OPERATIONS_A_DAY) return others;
      subject = { kind: "OPERATION", subject: digest, byClient: new Map() };
      subjects.set(digest, subject);
      const name = operation.definition.name?.value ?? "";
      unknown.push({ digest, name, document, firstSeenAt: new Date(now) });
    }
    return subject;
  }

  function write(): void {
    timer = undefined;
    writing ??= writeSome().finally(() => {
      writing = undefined;
      if (waiting.length > 0) timer ??= setTimeout(write, WRITE_EVERY).unref();
    });
  }

  /** What is counted meanwhile waits for the next write; what cannot be written waits too. */
  async function writeSome(): Promise<void> {
    const tallies = waiting.slice(0, ROWS_A_WRITE);
    waiting = waiting.slice(ROWS_A_WRITE);
    const rows = tallies.map(rowOf);
    for (const tally of tallies) {
      tally.isWaiting = false;
      tally.calls = 0;
      tally.errors = 0;
    }
    const documents = unknown;
    unknown = [];
    try {
      if (documents.length > 0) await insertOperations(sql, documents);
    } catch (error) {
      unknown = [...documents, ...unknown];
      putBack(tallies, rows);
      complain(error);
      return;
    }
    try {
      await addCalls(sql, rows);
      isFailing = false;
    } catch (error) {
      putBack(tallies, rows);
      complain(error);
    }
  }

  function putBack(tallies: readonly Tally[], rows: readonly CallCount[]): void {
    for (const [index, tally] of tallies.entries()) {
      tally.calls += rows[index]?.calls ?? 0;
      tally.errors += rows[index]?.errors ?? 0;
      if (tally.isWaiting) continue;
      tally.isWaiting = true;
      waiting.push(tally);
    }
  }

  /** Once for each time that the database goes away. */
  function complain(error: unknown): void {
    if (!isFailing) log.warn({ err: error }, "what clients ask for could not be recorded; it is kept and tried again");
    isFailing = true;
  }

  return {
    operation(operation, client, failed) {
      const now = clock.now();
      let subject = operations.get(operation);
      if (subject === undefined) operations.set(operation, (subject = subjectOf(operation, now)));
      count(subject, client ?? "", failed, now);
    },
    route(route, client, failed) {
      let subject = routes.get(route);
      if (subject === undefined) routes.set(route, (subject = { kind: "ROUTE", subject: route, byClient: new Map() }));
      count(subject, client ?? "", failed, clock.now());
    },
    async close() {
      await writing;
      clearTimeout(timer);
      // As many writes as it takes, but none again after one that failed.
      while (waiting.length > 0) {
        const left = waiting.length;
        await writeSome();
        if (waiting.length >= left) break;
      }
      if (waiting.length > 0) log.error({ rows: waiting.length }, "what clients asked for last was not recorded");
    },
  };
}

function rowOf({ kind, subject, clientId, day, calls, errors, lastSeen }: Tally): CallCount {
  const date = new Date(day * DAY).toISOString().slice(0, 10);
  return { kind, subject, clientId, day: date, calls, errors, lastSeenAt: new Date(lastSeen) };
}
