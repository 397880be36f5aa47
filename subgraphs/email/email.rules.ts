import type { Violation } from "../../lib/errors.js";
import { checkText, checkInteger, violation } from "../../lib/checks.js";
import { checkHttpUrl, checkHeaderLine } from "./checks.js";

/** E-mails that a campaign has at most (own). */
export const MAX_EMAILS = 50;

const MAX_BODY = 50_000;
/** A year. */
const MAX_DELAY = 8_760;

/** Hours between two e-mails when nothing is said (own); the first one comes at once. */
const DEFAULT_DELAY = 24;

/** The fields of an e-mail that a client may send; undefined and null are "nothing to check". */
export interface EmailFields {
  body?: string | null | undefined;
  headline?: string | null | undefined;
  ctaDestination?: string | null | undefined;
  ctaLabel?: string | null | undefined;
  heroImageUrl?: string | null | undefined;
  emailSubject?: string | null | undefined;
  previewText?: string | null | undefined;
  utmCampaign?: string | null | undefined;
  utmSource?: string | null | undefined;
  utmMedium?: string | null | undefined;
  delayHours?: number | null | undefined;
}

/** What is wrong with an e-mail; `at` leads to it in the input. */
export function checkEmail(fields: EmailFields, at: readonly (string | number)[]): Violation[] {
  return [
    ...checkText("body", fields.body, 1, MAX_BODY),
    ...checkHeaderLine("headline", fields.headline),
    ...checkHttpUrl("ctaDestination", fields.ctaDestination),
    ...checkHeaderLine("ctaLabel", fields.ctaLabel),
    ...checkHttpUrl("heroImageUrl", fields.heroImageUrl),
    ...checkHeaderLine("emailSubject", fields.emailSubject),
    ...checkHeaderLine("previewText", fields.previewText),
    ...checkHeaderLine("utmCampaign", fields.utmCampaign),
    ...checkHeaderLine("utmSource", fields.utmSource),
    ...checkHeaderLine("utmMedium", fields.utmMedium),
    ...checkInteger("delayHours", fields.delayHours, 0, MAX_DELAY),
  ].map((each) => ({ ...each, path: ["input", ...at, ...each.path.slice(1)] }));
}

/** The e-mails of a new campaign. */
export function checkEmails(all: readonly EmailFields[]): Violation[] {
  if (all.length > MAX_EMAILS) return [violation("emails", "TOO_MANY", `emails must be at most ${MAX_EMAILS}.`)];
  return all.flatMap((fields, index) => checkEmail(fields, ["emails", index]));
}

/** Whether an e-mail says enough to be sent; a campaign passes over those that don't. */
export function isComplete({ emailSubject, body }: CompletableEmail): boolean {
  return emailSubject !== null && body !== null;
}

/** What of e-mails of a campaign that runs is taken away though it needs it; `changes` are in the order of their positions. */
export function checkRunningEmails(
  changes: readonly { before: CompletableEmail; after: CompletableEmail }[],
): Violation[] {
  return changes.flatMap(({ before, after }, index) => {
    if (!isComplete(before)) return [];
    return (["emailSubject", "body"] as const)
      .filter((field) => after[field] === null)
      .map((field) => ({
        ...violation(field, "NEEDED_TO_RUN", `${field} is needed while the campaign runs; pause it first.`),
        path: ["input", "emails", index, field],
      }));
  });
}

interface CompletableEmail {
  emailSubject: string | null;
  body: string | null;
}

/** An e-mail's own hours, or those of one about which nothing is said. */
export function delayOf(position: number, delayHours: number | null | undefined): number {
  return delayHours ?? (position === 1 ? 0 : DEFAULT_DELAY);
}
