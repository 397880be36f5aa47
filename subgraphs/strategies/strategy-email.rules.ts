import { isCountry } from "../../lib/country.js";
import { normaliseAddress } from "../../lib/email-address.js";
import type { Violation } from "../../lib/errors.js";
import { checkText, checkUrl, violation, checkLine } from "../../lib/checks.js";
import type { StrategyEmail } from "./strategy-email.type.js";

/** E-mails of a strategy at most (own). */
const MAX_EMAILS = 20;

/** What is wrong with a strategy's e-mails; null and what is not given pass. */
export function checkEmail(email: StrategyEmail | null | undefined): Violation[] {
  if (email == null) return [];
  const emails = email.emails ?? [];
  return [
    ...checkLine(["email", "senderName"], email.senderName, 1, 255),
    ...checkAddress(email.senderAddress),
    ...checkText(["email", "footerPostalAddress"], email.footerPostalAddress, 1, 1_000),
    ...checkCountry(email.optinCountry),
    ...(emails.length > MAX_EMAILS
      ? [violation(["email", "emails"], "TOO_MANY", `emails must be at most ${MAX_EMAILS}.`)]
      : []),
    ...emails.flatMap((each, index) => {
      const at = (field: string) => ["email", "emails", index, field];
      return [
        ...checkText(at("body"), each.body, 0, 20_000),
        ...checkUrl(at("ctaDestination"), each.ctaDestination),
        ...checkLine(at("ctaLabel"), each.ctaLabel, 1, 255),
        ...checkLine(at("emailSubject"), each.emailSubject, 1, 255),
        ...checkLine(at("headline"), each.headline, 1, 255),
        ...checkUrl(at("heroImageUrl"), each.heroImageUrl),
      ];
    }),
  ];
}

function checkAddress(address: string | null | undefined): Violation[] {
  if (address == null || (address === address.trim() && normaliseAddress(address) !== null)) return [];
  return [violation(["email", "senderAddress"], "NOT_AN_ADDRESS", "senderAddress must be an e-mail address.")];
}

function checkCountry(country: string | null | undefined): Violation[] {
  if (country == null || isCountry(country)) return [];
  const message = "optinCountry must be a country as two upper-case letters of ISO 3166-1, such as US.";
  return [violation(["email", "optinCountry"], "NOT_A_COUNTRY", message)];
}

/** The e-mails as the table keeps them: every field is there, null where nothing was given. */
export function wholeEmail(email: StrategyEmail): StrategyEmail {
  return {
    senderName: email.senderName ?? null,
    senderAddress: email.senderAddress ?? null,
    footerPostalAddress: email.footerPostalAddress ?? null,
    optin: email.optin ?? false,
    optinCountry: email.optinCountry ?? null,
    emails: (email.emails ?? []).map((each) => ({
      body: each.body ?? null,
      ctaDestination: each.ctaDestination ?? null,
      ctaLabel: each.ctaLabel ?? null,
      emailSubject: each.emailSubject ?? null,
      headline: each.headline ?? null,
      heroImageUrl: each.heroImageUrl ?? null,
    })),
  };
}
