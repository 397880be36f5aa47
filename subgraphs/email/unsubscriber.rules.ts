import { normaliseAddress } from "../../lib/email-address.js";
import type { Violation } from "../../lib/errors.js";
import { violation } from "../../lib/checks.js";

/** People who are unsubscribed at a time at most (own). */
export const MAX_UNSUBSCRIBERS = 10_000;

export function checkUnsubscribers(texts: readonly string[]): Violation[] {
  if (texts.length <= MAX_UNSUBSCRIBERS) return [];
  return [
    violation(
      "emailAddresses",
      "TOO_MANY_UNSUBSCRIBERS",
      `emailAddresses must be at most ${MAX_UNSUBSCRIBERS}; send them in parts.`,
    ),
  ];
}

/** The addresses among some texts, each once as it is kept, and the texts that are none. */
export function readAddresses(texts: readonly string[]): { addresses: Set<string>; ignored: string[] } {
  const addresses = new Set<string>();
  const ignored: string[] = [];
  for (const text of texts) {
    const address = normaliseAddress(text);
    if (address === null) ignored.push(text);
    else addresses.add(address);
  }
  return { addresses, ignored };
}
