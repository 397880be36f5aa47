import type { Violation } from "../../lib/errors.js";
import { checkText, checkUrl, violation } from "../../lib/checks.js";

const MAX_TERMS = 20;

/** The fields of an advertiser that a client may send; undefined and null are "nothing to check". */
interface SocialAdvertiserFields {
  name?: string | null | undefined;
  url?: string | null | undefined;
  accountEid?: string | null | undefined;
  snPageId?: string | null | undefined;
  acceptTerms?: readonly string[] | null | undefined;
}

export function checkSocialAdvertiser(fields: SocialAdvertiserFields): Violation[] {
  const terms = fields.acceptTerms ?? [];
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkUrl("url", fields.url),
    ...checkText("accountEid", fields.accountEid, 1, 255),
    ...(fields.snPageId == null || /^\d{1,40}$/.test(fields.snPageId)
      ? []
      : [violation("snPageId", "NOT_A_PAGE", "snPageId must be 1 to 40 digits.")]),
    ...(terms.length > MAX_TERMS
      ? [violation("acceptTerms", "TOO_MANY", `acceptTerms must be at most ${MAX_TERMS}.`)]
      : terms.flatMap((each) => checkText("acceptTerms", each, 1, 255))),
  ];
}

/** The terms accepted so far with those that are accepted now; the first time counts. */
export function withTerms(
  before: readonly { terms: string; acceptedAt: string }[],
  accepted: readonly string[],
  now: Date,
): { terms: string; acceptedAt: string }[] {
  const known = new Set(before.map(({ terms }) => terms));
  const added = [...new Set(accepted)].filter((terms) => !known.has(terms));
  return [...before, ...added.map((terms) => ({ terms, acceptedAt: now.toISOString() }))];
}
