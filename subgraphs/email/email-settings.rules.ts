/** The terms of service that are to be accepted now; a new version asks everybody again (own). */
export const CURRENT_TERMS = "2026-01";

/** Whether who accepted this version has accepted the current terms. */
export function acceptsTerms(version: string | null): boolean {
  return version === CURRENT_TERMS;
}
