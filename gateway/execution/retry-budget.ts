export interface RetryBudget {
  /** To be told of every first attempt. */
  earn(): void;
  /** Whether one more retry is allowed now. */
  spend(): boolean;
}

/** Retries that a subgraph may get before it has been asked much, and at most at once. */
const AT_FIRST = 3;
const AT_MOST = 10;

/**
 * Retries are at most a tenth of what is asked, plus a few: a subgraph that fails half of the time
 * must not get half as much traffic on top.
 */
export function createRetryBudget(): RetryBudget {
  // In tenths of a retry, since ten times 0.1 is not 1.
  let tenths = AT_FIRST * 10;
  return {
    earn: () => void (tenths = Math.min(tenths + 1, AT_MOST * 10)),
    spend() {
      if (tenths < 10) return false;
      tenths -= 10;
      return true;
    },
  };
}
