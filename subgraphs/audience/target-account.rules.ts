import { checkInstant, checkLine } from "../../lib/checks.js";
import { badInput, type Violation } from "../../lib/errors.js";
import { MAX_DOMAINS, readDomains, siteDomain } from "./domain-attributes.rules.js";

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

/** Conditions on a company; all but the rank are lists of texts. */
interface CompanyFields {
  trafficRank?: RangeFields | null;
  country?: readonly string[] | null;
  domain?: readonly string[] | null;
  industry?: readonly string[] | null;
  revenue?: readonly string[] | null;
  size?: readonly string[] | null;
  technologies?: readonly string[] | null;
}

/** The parts of criteria that can be wrong. */
export interface CriteriaFields {
  companyAttributes?: CompanyFields | null;
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
    const refuse = (field: string, code: string, must: string): void => {
      const message = `items.${index}.${field} must be ${must}.`;
      violations.push({ path: ["input", "items", index, field], code, message });
    };
    if (domain === null) refuse("domain", "NOT_A_DOMAIN", "a domain such as example.com");
    if (item.score != null && !(item.score >= 0 && item.score <= 100)) refuse("score", "OUT_OF_RANGE", "from 0 to 100");
    const [line] = checkLine("source", item.source, 1, 255);
    if (line !== undefined) refuse("source", line.code, "one line of 1 to 255 characters");
    violations.push(...checkInstant(["items", index, "crmSyncedAt"], item.crmSyncedAt));
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

/** What a number of a range may be. */
interface Bounds {
  most: number;
  whole: boolean;
}

const BOUNDS: Readonly<Record<"trafficRank" | "cookieCount" | "score", Bounds>> = {
  trafficRank: { most: 2_147_483_647, whole: true },
  cookieCount: { most: Number.MAX_SAFE_INTEGER, whole: true },
  score: { most: 100, whole: false },
};

/** What is wrong with criteria, which stand in a field of the input. */
export function checkCriteria(
  criteria: CriteriaFields | null | undefined,
  field: "criteria" | "discover" = "criteria",
): Violation[] {
  if (criteria == null) return [];
  const { search, companyAttributes, cookieCount, score, grades } = criteria;
  const { trafficRank, ...texts } = { ...companyAttributes };
  const found: Violation[] = [
    ...Object.entries(texts).flatMap(([name, values]) => checkValues(["companyAttributes", name], values)),
    ...checkRange(["companyAttributes", "trafficRank"], trafficRank, BOUNDS.trafficRank),
    ...checkRange(["cookieCount"], cookieCount, BOUNDS.cookieCount),
    ...checkRange(["score"], score, BOUNDS.score),
    // A list of nothing fits no account, and inverted then means all of them.
    ...(grades?.length === 0 ? [refusal(["grades"], "grades must have at least one grade.")] : []),
    ...(search?.attributes?.length === 0
      ? [refusal(["search", "attributes"], "search must have at least one attribute.")]
      : []),
    ...(search == null || isPlain(search.value)
      ? []
      : [refusal(["search", "value"], "search must have 1 to 255 characters.")]),
  ];
  return found.map((each) => ({ ...each, path: ["input", field, ...each.path] }));
}

function checkValues(path: readonly string[], values: readonly string[] | null | undefined): Violation[] {
  if (values == null) return [];
  const name = String(path.at(-1));
  if (values.length < 1 || values.length > MAX_VALUES || !values.every(isPlain))
    return [refusal(path, `${name} must have 1 to ${MAX_VALUES} values of 1 to 255 characters.`)];
  return name === "domain" ? readDomains(path, values).violations : [];
}

function checkRange(path: readonly string[], range: RangeFields | null | undefined, bounds: Bounds): Violation[] {
  const { from = null, to = null } = { ...range };
  const name = String(path.at(-1));
  const fits = (value: number | null): boolean =>
    value === null || (value >= 0 && value <= bounds.most && (!bounds.whole || Number.isInteger(value)));
  if (!fits(from) || !fits(to)) {
    const must = `${bounds.whole ? "whole numbers" : "numbers"} from 0 to ${bounds.most}`;
    return [refusal(path, `${name}: from and to must be ${must}.`)];
  }
  if (from === null || to === null || from <= to) return [];
  return [refusal(path, `${name}: from must not be above to.`)];
}

function isPlain(text: string): boolean {
  return text.length >= 1 && text.length <= 255 && !text.includes("\0") && text.isWellFormed();
}

function refusal(path: readonly string[], message: string): Violation {
  return { path, code: "NOT_ACCEPTED", message };
}
