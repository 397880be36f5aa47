import { isFields, optionalObject } from "./json-parameters.js";
import { type Parameter, refusingEmpty } from "./parameter.js";

/** Filters of target accounts in the graph's words. */
export type Criteria = Readonly<Record<string, unknown>>;

const GRADES = ["A", "B", "C", "D", "F"];

const SEARCHED: Readonly<Record<string, string>> = {
  domain: "DOMAIN",
  company_name: "COMPANY_NAME",
  country: "COUNTRY",
  industry: "INDUSTRY",
};

const TEXT_FIELDS = ["country", "domain", "industry", "revenue", "size", "technologies"];

/** What a reader makes of a value that the documents have no such thing for. */
class Unreadable extends Error {}

const MUST =
  "an object with any of company_attributes {traffic_rank {from, to}; country, domain, industry, revenue, size, technologies, each {values: [text]}}, cookie_count {from, to}, grades [A, B, C, D, F], is_matched, is_scored, score {from, to}, search {attributes: [domain, company_name, country, industry], value}";

/** The filters of a JSON body; an unknown field is refused, as without it more would be deleted than was meant. */
export function filtersParameter(description: string): Parameter<Criteria | undefined> {
  return refusingEmpty(
    optionalObject(description, MUST, (value) => {
      try {
        return readCriteria(value);
      } catch (error) {
        if (error instanceof Unreadable) return undefined;
        throw error;
      }
    }),
  );
}

function readCriteria(value: unknown): Criteria {
  return fieldsOf(value, {
    company_attributes: (company) => ({
      companyAttributes: fieldsOf(company, {
        traffic_rank: (range) => ({ trafficRank: rangeOf(range) }),
        ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, (each: unknown) => ({ [field]: valuesOf(each) })])),
      }),
    }),
    cookie_count: (range) => ({ cookieCount: rangeOf(range) }),
    grades: (grades) => ({ grades: textsOf(grades).map((grade) => oneOf(grade, GRADES)) }),
    is_matched: (flag) => ({ isMatched: flagOf(flag) }),
    is_scored: (flag) => ({ isScored: flagOf(flag) }),
    score: (range) => ({ score: rangeOf(range) }),
    search: (search) => ({ search: searchOf(search) }),
  });
}

type Readers = Readonly<Record<string, (value: unknown) => Record<string, unknown>>>;

function fieldsOf(value: unknown, readers: Readers): Record<string, unknown> {
  if (!isFields(value)) throw new Unreadable();
  const read: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader === undefined) throw new Unreadable();
    if (each !== null) Object.assign(read, reader(each));
  }
  return read;
}

function rangeOf(value: unknown): Record<string, unknown> {
  return fieldsOf(value, { from: (from) => ({ from: numberOf(from) }), to: (to) => ({ to: numberOf(to) }) });
}

function valuesOf(value: unknown): string[] {
  if (!isFields(value) || Object.keys(value).some((key) => key !== "values")) throw new Unreadable();
  return textsOf(value["values"]);
}

function searchOf(value: unknown): { attributes: string[]; value: string } {
  if (!isFields(value) || typeof value["value"] !== "string") throw new Unreadable();
  const attributes = textsOf(value["attributes"]).map((name) => SEARCHED[oneOf(name, Object.keys(SEARCHED))] ?? "");
  return { attributes, value: value["value"] };
}

function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) throw new Unreadable();
  return value.map((each: unknown) => {
    if (typeof each !== "string" || each.includes("\0")) throw new Unreadable();
    return each;
  });
}

function oneOf(text: string, values: readonly string[]): string {
  if (!values.includes(text)) throw new Unreadable();
  return text;
}

/** A whole number of more digits than JavaScript keeps comes as text (`long-numbers.ts`): the graph says that it is out of range. */
function numberOf(given: unknown): number {
  const value = typeof given === "string" && /^-?\d{16,300}$/.test(given) ? Number(given) : given;
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Unreadable();
  return value;
}

function flagOf(value: unknown): boolean {
  if (typeof value !== "boolean") throw new Unreadable();
  return value;
}
