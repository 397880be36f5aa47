import { AppError } from "../../../lib/errors.js";

/** Objects and rows of reports that one request may make. */
export const MAX_ROWS = 100_000;

/** Milliseconds after its start in which a request still asks the graph; the graph's own limit for one operation. */
const REQUEST_MS = 10_000;

/**
 * What bounds a request whose lists have no pages: how long lists are is known only once they are read. Throws
 * COST_ESTIMATED_TOO_EXPENSIVE and DEADLINE_EXCEEDED.
 */
export interface RowBudget {
  spend(rows: number): void;
  requireTime(): void;
}

/** @param refuse Told of COST_ESTIMATED_TOO_EXPENSIVE too. */
export function createRowBudget(
  startedAt: number,
  refuse: (error: AppError) => void,
  now: () => number = () => performance.now(),
): RowBudget {
  let left = MAX_ROWS;
  return {
    spend(rows) {
      left -= rows;
      if (left < 0) {
        const most = MAX_ROWS.toLocaleString("en");
        const error = new AppError(
          "COST_ESTIMATED_TOO_EXPENSIVE",
          `Ask for less: at most ${most} objects and rows at once.`,
        );
        refuse(error);
        throw error;
      }
    },
    requireTime() {
      if (now() - startedAt > REQUEST_MS)
        throw new AppError("DEADLINE_EXCEEDED", "The answer took too long; ask for less or try again.");
    },
  };
}
