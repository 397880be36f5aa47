/** A date-time as /api/v1 writes it: `2026-01-31T12:00:00+0000` (decisions, section 3). */
export function legacyDateTime(iso: string): string {
  return `${iso.slice(0, 19)}+0000`;
}

/** An enum value of the graph as the old interface writes it: `ADMIN_REVIEW` is `admin_review`. */
export function legacyEnum(value: string): string {
  return value.toLowerCase();
}

/** A value of the old interface as the graph's enum has it. */
export function graphEnum(value: string): string {
  return value.toUpperCase();
}

/** The amount of some money as a JSON number. */
export function legacyAmount(value: { amount: string } | null): number | null {
  return value === null ? null : Number(value.amount);
}
