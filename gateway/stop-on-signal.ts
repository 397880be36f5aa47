import type { Log } from "../lib/log.js";

/** The first SIGINT or SIGTERM lets requests finish, the second one ends at once. */
export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  function onSignal(): void {
    if (stopping) process.exit(1);
    stopping = true;
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
