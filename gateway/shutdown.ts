import type { Log } from "../lib/log.js";

/** Milliseconds that requests may take to finish. */
const DRAIN = 10_000;

export interface Shutdown {
  /** Adds what must be ended. The last that was added ends first, as each may need those before it. */
  add(step: () => Promise<void>): void;
  /** Ends everything, once; every caller waits for the same end. */
  run(): Promise<void>;
}

/**
 * Ends the program on SIGINT or SIGTERM, also in the middle of its start: call this before anything is started.
 * The first signal lets requests finish, for ten seconds at most; the second one ends at once.
 */
export function shutdownOnSignal(log: Log): Shutdown {
  const steps: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  function run(): Promise<void> {
    running ??= runAll(steps);
    return running;
  }
  let signalled = false;
  function onSignal(): void {
    if (signalled) process.exit(1);
    signalled = true;
    setTimeout(() => {
      log.warn("requests took too long to finish");
      process.exit(1);
    }, DRAIN).unref();
    run().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the service did not stop cleanly");
        process.exit(1);
      },
    );
  }
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return { add: (step) => void steps.push(step), run };
}

async function runAll(steps: (() => Promise<void>)[]): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}
