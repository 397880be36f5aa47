import type { Decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";
import { checkInteger, checkMoney, checkText, violation } from "../../lib/checks.js";

/** Days that somebody stays in a custom audience (document 2, limits). */
const MAX_RETENTION = 180;
/** Sizes of a lookalike audience (document 2, limits). */
const MAX_RATIO = 10;
const MAX_NAME = 255;

export function checkCustomAudience(audience: {
  name: string;
  rule: string;
  retentionDays: number;
  conversionValue?: Decimal | null | undefined;
}): Violation[] {
  return [
    ...checkText("name", audience.name, 1, MAX_NAME),
    ...checkText("rule", audience.rule, 1, 10_000),
    ...checkInteger("retentionDays", audience.retentionDays, 1, MAX_RETENTION),
    ...checkMoney("conversionValue", audience.conversionValue),
  ];
}

export function checkLookalike(
  lookalike: { countryCode: string; countryName: string; ratio: number },
  isCountry: boolean,
): Violation[] {
  return [
    ...(isCountry
      ? []
      : [violation("countryCode", "NOT_A_COUNTRY", "countryCode must be two letters of ISO 3166-1, such as US.")]),
    ...checkText("countryName", lookalike.countryName, 1, MAX_NAME),
    ...checkInteger("ratio", lookalike.ratio, 1, MAX_RATIO),
  ];
}

/** The name of a derived audience, as the documents give none. */
export function lookalikeName(origin: string, countryCode: string, ratio: number): string {
  return `Lookalike (${countryCode}, ${ratio}%) - ${origin}`.slice(0, MAX_NAME).toWellFormed();
}
