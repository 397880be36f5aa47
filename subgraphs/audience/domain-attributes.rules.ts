import { isHostDomain, normaliseDomain } from "../../lib/domain.js";
import type { Violation } from "../../lib/errors.js";

/** Domains of one request at most. */
export const MAX_DOMAINS = 1_000;

/** A domain of a site as it is kept, or null for what is none: wildcards and names without a point among it. */
export function siteDomain(text: string): string | null {
  const domain = normaliseDomain(text.trim());
  return domain !== null && isHostDomain(domain) ? domain : null;
}

/** The domains as they are kept, in their order; `violations` says which are none. */
export function readDomains(
  path: readonly (string | number)[],
  texts: readonly string[],
): { domains: string[]; violations: Violation[] } {
  const field = path.at(-1) ?? "domains";
  if (texts.length > MAX_DOMAINS) {
    return {
      domains: [],
      violations: [{ path, code: "TOO_MANY", message: `${field} must have at most ${MAX_DOMAINS} domains.` }],
    };
  }
  const read = texts.map((text) => siteDomain(text));
  return {
    domains: read.filter((domain) => domain !== null),
    violations: read.flatMap((domain, index) =>
      domain === null
        ? [
            {
              path: [...path, index],
              code: "NOT_A_DOMAIN",
              message: `${field}.${index} must be a domain such as example.com.`,
            },
          ]
        : [],
    ),
  };
}
