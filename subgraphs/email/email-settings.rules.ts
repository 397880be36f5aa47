import { isCountry } from "../../lib/country.js";
import type { Violation } from "../../lib/errors.js";
import { violation } from "../../lib/checks.js";
import { checkHeaderLine, checkSender, type SenderFields } from "./checks.js";

/** The terms of service that are to be accepted now; a new version asks everybody again (own). */
export const CURRENT_TERMS = "2026-01";

/** Whether who accepted this version has accepted the current terms. */
export function acceptsTerms(version: string | null): boolean {
  return version === CURRENT_TERMS;
}

/** The settings that a client may send; undefined and null are "nothing to check". */
interface SettingsFields extends SenderFields {
  country?: string | null | undefined;
}

export function checkSettings(fields: SettingsFields): Violation[] {
  const { country } = fields;
  return [
    ...(country == null || isCountry(country)
      ? []
      : [violation("country", "NOT_A_COUNTRY", "country must be two letters of ISO 3166-1, such as US.")]),
    ...checkSender(fields),
  ];
}

export function checkAgent(agent: string): Violation[] {
  return checkHeaderLine("agent", agent);
}
