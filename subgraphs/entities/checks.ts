import { violation } from "../../lib/checks.js";
import { normaliseDomain } from "../../lib/domain.js";
import type { Violation } from "../../lib/errors.js";

const MAX_DOMAINS = 1_000;

const DOMAIN = /^(?=.{1,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Domains as reports keep them too: lower case, in the letters of DNS, without www. and a final point; what is none stays. */
export function normalDomains(domains: readonly string[] | null | undefined): string[] | undefined {
  return domains?.map((domain) => normaliseDomain(domain.trim()) ?? domain);
}

export function checkDomains(field: string, domains: readonly string[] | undefined): Violation[] {
  if (domains === undefined) return [];
  if (domains.length > MAX_DOMAINS)
    return [violation(field, "TOO_MANY", `${field} must have at most ${MAX_DOMAINS} domains.`)];
  return domains.flatMap((domain, index) => {
    if (DOMAIN.test(domain)) return [];
    const which = domains.length === 1 ? "" : `; number ${index + 1} is none`;
    return [violation([field, index], "NOT_A_DOMAIN", `${field}: write a domain, such as example.com${which}.`)];
  });
}
