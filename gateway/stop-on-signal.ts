import type { Log } from "../lib/log.js";

/** Milliseconds that requests may take to finish. */
const DRAIN = 10_000;

/** The first SIGINT or SIGTERM lets requests finish, for ten seconds at most; the second one ends at once. */
export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  function onSignal(): void {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => {
      log.warn("requests took too long to finish");
      process.exit(1);
    }, DRAIN).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the service did not stop cleanly");
        process.exit(1);
      },
    );
  }
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}
