/** Where time comes from. Every rule that needs "now" takes a clock, so that tests can set it. */
export interface Clock {
  /** The current instant in epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still at the given ISO 8601 instant. */
export function fixedClock(instant: string): Clock {
  const millis = Date.parse(instant);
  if (Number.isNaN(millis)) throw new TypeError(`not an ISO 8601 instant: ${instant}`);
  return { now: () => millis };
}
