import { violation } from "../../lib/checks.js";
import type { Violation } from "../../lib/errors.js";

/** Start and end of what runs from one instant up to another. */
export function checkPeriod({ startDate, endDate }: { startDate: Date | null; endDate: Date | null }): Violation[] {
  if (startDate === null || endDate === null || startDate < endDate) return [];
  return [violation("endDate", "END_BEFORE_START", "endDate must be after startDate.")];
}
