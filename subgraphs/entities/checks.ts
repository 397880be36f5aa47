import { violation } from "../../lib/checks.js";
import type { Violation } from "../../lib/errors.js";

const MAX_DOMAINS = 1_000;

const DOMAIN = /^(?=.{1,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export function checkDomains(field: string, domains: readonly string[] | undefined): Violation[] {
  if (domains === undefined) return [];
  if (domains.length > MAX_DOMAINS)
    return [violation(field, "TOO_MANY", `${field} must have at most ${MAX_DOMAINS} domains.`)];
  return domains.flatMap((domain, index) =>
    DOMAIN.test(domain)
      ? []
      : [
          {
            path: ["input", field, index],
            code: "NOT_A_DOMAIN",
            message: `${field}: write a domain in lower case, such as example.com.`,
          },
        ],
  );
}
