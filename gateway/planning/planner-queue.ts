import QuickLRU from "quick-lru";
import { AppError } from "../../lib/errors.js";
import { type PlannerChild, startPlannerChild } from "./planner-child.js";
import type { PlannerAnswer } from "./planner-process.js";
import type { QueryPlan } from "./planner.js";

/** Plans that are being made at a time. */
const AT_ONCE = 2;

/** Plans that may wait. Each takes a millisecond or two, so a longer queue means that something is wrong. */
const MAX_WAITING = 200;

/** Operations that are known to end the planner. */
const KEPT_CULPRITS = 100;

interface Task {
  id: number;
  /** Number of the supergraph. */
  key: number;
  operation: string;
  /** It was being planned, among others, when the planner ended: now it is planned alone. */
  isSuspect: boolean;
  resolve(plan: QueryPlan): void;
  reject(error: AppError): void;
  /** Whoever asked has got an answer or does not want one any more. */
  isSettled(): boolean;
}

/**
 * Plans in a process of its own, because the planner ends its whole process on some operations
 * ("panics") and cannot be told to stop. Whatever it does costs the one operation that made it do
 * so: when several were being planned at that moment, they are planned again, one by one.
 */
export class PlannerQueue {
  readonly #waiting: Task[] = [];
  readonly #running = new Map<number, Task>();
  /** The supergraphs so far, by their text. */
  readonly #supergraphs = new Map<string, number>();
  readonly #culprits = new QuickLRU<string, true>({ maxSize: KEPT_CULPRITS });
  #child: PlannerChild | undefined;
  /** Supergraphs that the child has been given, and those that it has read. */
  #given = new Set<number>();
  #read = new Set<number>();
  #lastId = 0;

  /** Starts the planner if need be and lets it read the supergraph, so that the first plan need not wait for that. */
  warm(supergraph: string): void {
    this.#give(this.#start(), this.#keyOf(supergraph));
  }

  /**
   * Plans of which the deadline passes are given up, and the planner is ended if it is at one. When
   * the signal fires nobody waits any more, but the planner goes on: clients that go away must not
   * be able to end it.
   */
  plan(supergraph: string, operation: string, deadlineMs: number, signal?: AbortSignal): Promise<QueryPlan> {
    const key = this.#keyOf(supergraph);
    if (this.#culprits.has(`${key} ${operation}`)) return Promise.reject(unplannable());
    if (signal?.aborted) return Promise.reject(tooLate());
    if (this.#waiting.length >= MAX_WAITING)
      return Promise.reject(new AppError("SERVICE_UNAVAILABLE", "Too many new operations at once; try again."));
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      let isSettled = false;
      const leave = (): void => {
        isSettled = true;
        reject(tooLate());
      };
      const timer = setTimeout(() => {
        leave();
        this.#drop(id);
      }, deadlineMs);
      signal?.addEventListener("abort", leave, { once: true });
      const settle = (): void => {
        isSettled = true;
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
      };
      this.#waiting.push({
        id,
        key,
        operation,
        isSuspect: false,
        resolve: (plan) => {
          settle();
          resolve(plan);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        isSettled: () => isSettled,
      });
      this.#next();
    });
  }

  #next(): void {
    for (let task = this.#waiting[0]; task !== undefined; task = this.#waiting[0]) {
      const [other] = this.#running.values();
      if (this.#running.size >= AT_ONCE) return;
      if (other !== undefined && (task.isSuspect || other.isSuspect)) return;
      this.#waiting.shift();
      if (task.isSettled()) {
        task.reject(tooLate());
        continue;
      }
      const child = this.#start();
      this.#running.set(task.id, task);
      this.#give(child, task.key);
      child.send({ kind: "plan", id: task.id, key: task.key, operation: task.operation });
    }
  }

  #start(): PlannerChild {
    if (this.#child !== undefined) return this.#child;
    this.#given = new Set();
    this.#read = new Set();
    const child = startPlannerChild(
      (answer) => {
        if (this.#child === child) this.#onAnswer(answer);
      },
      (lastWords) => {
        if (this.#child === child) this.#onEnd(new Error(lastWords));
      },
    );
    this.#child = child;
    return child;
  }

  #keyOf(supergraph: string): number {
    let key = this.#supergraphs.get(supergraph);
    if (key === undefined) this.#supergraphs.set(supergraph, (key = this.#supergraphs.size));
    return key;
  }

  #give(child: PlannerChild, key: number): void {
    if (this.#given.has(key)) return;
    const supergraph = [...this.#supergraphs.keys()][key];
    if (supergraph === undefined) return;
    this.#given.add(key);
    child.send({ kind: "supergraph", key, sdl: supergraph });
  }

  #onAnswer(answer: PlannerAnswer): void {
    if (answer.kind === "ready") {
      this.#read.add(answer.key);
      return;
    }
    const task = this.#running.get(answer.id);
    this.#running.delete(answer.id);
    if (answer.kind === "plan") task?.resolve(answer.plan);
    else task?.reject(refusal(answer.message));
    this.#next();
  }

  /** Gives up one plan. A planner that is at it can only be ended; what it was doing beside is done again. */
  #drop(id: number): void {
    const place = this.#waiting.findIndex((task) => task.id === id);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (!this.#running.delete(id)) return;
    this.#waiting.unshift(...this.#running.values());
    this.#running.clear();
    this.#replace();
    this.#next();
  }

  #onEnd(cause: Error): void {
    const tasks = [...this.#running.values()];
    this.#running.clear();
    const [task] = tasks;
    if (tasks.some(({ key }) => !this.#read.has(key))) {
      // It did not even read the supergraph: the next operation tries again.
      for (const each of tasks) each.reject(cannotPlan(cause));
    } else if (tasks.length === 1 && task !== undefined) {
      this.#culprits.set(`${task.key} ${task.operation}`, true);
      task.reject(unplannable(cause));
    } else {
      for (const each of tasks) each.isSuspect = true;
      this.#waiting.unshift(...tasks);
    }
    this.#replace();
    this.#next();
  }

  /** A new planner in place of the one that has ended or must end, warm for what the old one had read. */
  #replace(): void {
    const old = this.#child;
    const read = this.#read;
    this.#child = undefined;
    old?.kill();
    for (const key of read) this.#give(this.#start(), key);
  }
}

function tooLate(): AppError {
  return new AppError("DEADLINE_EXCEEDED", "Planning this operation took too long; ask for less.");
}

function unplannable(cause?: Error): AppError {
  const message = "This operation cannot be planned; ask for its parts one by one.";
  return new AppError("GRAPHQL_VALIDATION_FAILED", message, cause === undefined ? {} : { cause });
}

function cannotPlan(cause: Error): AppError {
  return new AppError("INTERNAL_SERVER_ERROR", "This operation cannot be planned.", { cause });
}

/** What the planner says when it refuses an operation in an orderly way, as one of our errors. */
export function refusal(message: string): AppError {
  if (message.includes("Recursion limit exceeded"))
    return new AppError("GRAPHQL_VALIDATION_FAILED", "The operation is nested too deeply.");
  return cannotPlan(new Error(message));
}
