import { AppError } from "../lib/errors.js";
import type { Log } from "../lib/log.js";

/** Milliseconds for which the same failure is not logged again. */
const QUIET = 1_000;
const KEPT = 100;

/** Logs failures of subgraphs, each cause once a second: one that is dead would fill the disk otherwise. */
export function createFailureLog(log: Log, now: () => number = () => performance.now()): (error: unknown) => void {
  const causes = new Map<string, { until: number; unlogged: number }>();
  return (error) => {
    const cause = causeOf(error);
    const known = causes.get(cause);
    if (known !== undefined && now() < known.until) {
      known.unlogged += 1;
      return;
    }
    if (known === undefined && causes.size >= KEPT) causes.clear();
    log.error({ err: error, unlogged: known?.unlogged ?? 0 }, "a subgraph failed");
    causes.set(cause, { until: now() + QUIET, unlogged: 0 });
  };
}

function causeOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code} ${error.originalError?.message ?? error.message}`;
  return error instanceof Error ? error.message : String(error);
}
