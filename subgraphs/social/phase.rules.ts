/** Days on which something runs: the end is the day AFTER the last one; null for no bound. */
interface Days {
  startDate: string | null;
  endDate: string | null;
}

/** Where a day lies among the days of an ad set within its campaign. */
export type Phase = "UPCOMING" | "RUNNING" | "OVER";

export function phaseOf(today: string, ...bounds: readonly Days[]): Phase {
  if (bounds.some(({ endDate }) => endDate !== null && endDate <= today)) return "OVER";
  return bounds.some(({ startDate }) => startDate !== null && startDate > today) ? "UPCOMING" : "RUNNING";
}

/** The next day on which a phase of any of these may change; null where none does. */
export function nextChange(today: string, bounds: readonly Days[]): string | null {
  const days = bounds.flatMap(({ startDate, endDate }) => [startDate, endDate]).filter((day) => day !== null);
  return days.filter((day) => day > today).toSorted()[0] ?? null;
}
