import { badInput, type Violation } from "../../lib/errors.js";
import { MAX_DOMAINS, readDomains, siteDomain } from "./domain-attributes.rules.js";
import { checkLine } from "./target-account-list.rules.js";

/** An account as a client sends it. */
export interface ItemFields {
  domain: string;
  score?: number | null;
  crmSyncedAt?: Date | null;
  source?: string | null;
}

interface RangeFields {
  from?: number | null;
  to?: number | null;
}

/** The parts of criteria that can be wrong. */
export interface CriteriaFields {
  companyAttributes?: object | null;
  cookieCount?: RangeFields | null;
  score?: RangeFields | null;
  search?: { value: string; attributes?: readonly unknown[] | null } | null;
  grades?: readonly unknown[] | null;
}

/** What a deletion may say. */
export interface DeletionFields {
  domains?: readonly string[] | null;
  criteria?: CriteriaFields | null;
  force: boolean;
  inverted: boolean;
}

/** An account as it is written; null leaves what is there. */
export interface AccountItem {
  domain: string;
  score: number | null;
  crmSyncedAt: Date | null;
  source: string | null;
}

/** The items with their domains as they are kept; of two with one domain the last holds. */
export function readItems(items: readonly ItemFields[]): { items: AccountItem[]; violations: Violation[] } {
  if (items.length < 1 || items.length > MAX_DOMAINS) {
    const message = `items must have 1 to ${MAX_DOMAINS} accounts.`;
    return { items: [], violations: [{ path: ["input", "items"], code: "TOO_MANY", message }] };
  }
  const byDomain = new Map<string, AccountItem>();
  const violations: Violation[] = [];
  for (const [index, item] of items.entries()) {
    const domain = siteDomain(item.domain);
    const refuse = (field: string, code: string, message: string): void => {
      violations.push({ path: ["input", "items", index, field], code, message: `items: ${message}` });
    };
    if (domain === null) refuse("domain", "NOT_A_DOMAIN", "write a domain such as example.com.");
    if (item.score != null && !(item.score >= 0 && item.score <= 100))
      refuse("score", "OUT_OF_RANGE", "score must be from 0 to 100.");
    if (checkLine("source", item.source, 255).length > 0)
      refuse("source", "LENGTH", "source must have 1 to 255 characters and no line breaks.");
    if (domain === null) continue;
    byDomain.set(domain, {
      domain,
      score: item.score ?? null,
      crmSyncedAt: item.crmSyncedAt ?? null,
      source: item.source ?? null,
    });
  }
  return { items: [...byDomain.values()], violations };
}

/** Accounts of which nothing is known but their domains. */
export function bareItems(domains: readonly string[]): AccountItem[] {
  return [...new Set(domains)].map((domain) => ({ domain, score: null, crmSyncedAt: null, source: null }));
}

/** Whether a condition is given at all; an object of nothing but nulls is none. */
function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== "object" || Array.isArray(value) || Object.values(value).some(saysSomething);
}

/** What is to be deleted: the domains as they are kept, or null for all. Throws BAD_USER_INPUT. */
export function readDeletion(input: DeletionFields): {
  domains: string[] | null;
  violations: Violation[];
} {
  const { domains: texts, criteria, force, inverted } = input;
  if (texts == null && !saysSomething(criteria)) {
    const message = "Give domains or filters, or force to delete all accounts.";
    if (!force) throw badInput(["input", "domains"], "MISSING", message);
    if (inverted) throw badInput(["input", "inverted"], "MISSING", "inverted needs domains or filters.");
  }
  if (texts == null) return { domains: null, violations: checkCriteria(criteria) };
  if (texts.length === 0) throw badInput(["input", "domains"], "MISSING", "domains must have at least one domain.");
  const { domains, violations } = readDomains(["input", "domains"], texts);
  return { domains, violations: [...violations, ...checkCriteria(criteria)] };
}

/** Values of one condition at most. */
const MAX_VALUES = 1_000;

export function checkCriteria(criteria: CriteriaFields | null | undefined): Violation[] {
  if (criteria == null) return [];
  const { search, companyAttributes, cookieCount, score, grades } = criteria;
  const company = Object.entries<unknown>({ ...companyAttributes });
  const texts = company.flatMap(([field, value]) =>
    Array.isArray(value) && (value.length < 1 || value.length > MAX_VALUES || !value.every(isPlain))
      ? [refusal(field, `${field} must have 1 to ${MAX_VALUES} values of 1 to 255 characters.`)]
      : [],
  );
  const trafficRank = company.find(([field]) => field === "trafficRank")?.[1];
  const ranges: Record<string, RangeFields | null | undefined> = {
    trafficRank: isRange(trafficRank) ? trafficRank : null,
    cookieCount,
    score,
  };
  return [
    ...texts,
    ...Object.entries(ranges).flatMap(([field, range]) =>
      range?.from != null && range.to != null && range.from > range.to
        ? [refusal(field, `${field}: from must not be above to.`)]
        : [],
    ),
    // A list of nothing fits no account, and inverted then means all of them.
    ...(grades?.length === 0 ? [refusal("grades", "grades must have at least one grade.")] : []),
    ...(search?.attributes?.length === 0
      ? [refusal("search", "search must have at least one attribute, or not say any.")]
      : []),
    ...(search == null || isPlain(search.value) ? [] : [refusal("search", "search must have 1 to 255 characters.")]),
  ];
}

function isRange(value: unknown): value is RangeFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPlain(text: unknown): boolean {
  return (
    typeof text === "string" && text.length >= 1 && text.length <= 255 && !text.includes("\0") && text.isWellFormed()
  );
}

function refusal(field: string, message: string): Violation {
  return { path: ["input", "criteria", field], code: "NOT_ACCEPTED", message };
}
