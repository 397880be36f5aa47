import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Log } from "../lib/log.js";

export interface ProgramOptions {
  name: string;
  /** A built program of this folder; it tells by `process.send({ ready: url })` where it answers. */
  script: string;
  /** `port` is 0 the first time and then the one that it got, so that others find it again. */
  args: (port: string) => readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  log: Log;
}

export interface RunningProgram {
  /** Where it answers, also after a restart. */
  url: string;
  /** Lets it finish, and ends it when it takes longer than 10 s. */
  stop: () => Promise<void>;
}

/** Milliseconds. */
const FIRST_DELAY = 100;
const LONGEST_DELAY = 5_000;
const STABLE_AFTER = 10_000;
const STOP_WITHIN = 10_000;

/**
 * Starts a program and starts it again whenever it ends, each time after twice as long, up to 5 s;
 * one that ran for 10 s begins anew. Rejects when the first start fails. The program ends with this
 * process, however that ends: it has lost its channel then.
 */
export async function keepRunning(options: ProgramOptions): Promise<RunningProgram> {
  const { name, log } = options;
  let stopping = false;
  let delay = FIRST_DELAY;
  let restart: NodeJS.Timeout | undefined;
  let child = start(options, options.args("0"));
  const url = await ready(child, name);
  const args = options.args(new URL(url).port);
  watch(child);

  function watch(watched: ChildProcess): void {
    const startedAt = performance.now();
    watched.once("exit", (code, signal) => {
      if (stopping) return;
      if (performance.now() - startedAt > STABLE_AFTER) delay = FIRST_DELAY;
      log.error({ code, signal, delay }, `${name} ended and is started again`);
      restart = setTimeout(() => {
        child = start(options, args);
        watch(child);
      }, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    });
  }

  return {
    url,
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      const kill = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN);
      child.kill("SIGTERM");
      await exited;
      clearTimeout(kill);
    },
  };
}

function start({ script, environment }: ProgramOptions, args: readonly string[]): ChildProcess {
  // A group of its own: Ctrl+C in a terminal reaches this process alone, which stops the others in their order.
  return fork(path.join(import.meta.dirname, script), args, { env: environment, detached: true });
}

async function ready(child: ChildProcess, name: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`${name} did not start.`)));
    child.once("error", reject);
    child.on("message", (message) => {
      const url: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "ready") : undefined;
      if (typeof url === "string") resolve(url);
    });
  });
}
