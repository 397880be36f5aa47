import fc from "fast-check";
import { addDays } from "../../lib/date-range.js";

/** Random documents of the old reporting query, written so that their answers tell what was asked. */

/** The day that the clock of a service says which is asked for them. */
export const TODAY = "2023-09-01";

export type Level = "Advertisable" | "Campaign" | "Adgroup" | "Ad";
export type ListedLevel = Exclude<Level, "Advertisable">;

/** One question about metrics: under which name, with which arguments, what it asks. */
export interface Question {
  args: Record<string, string | number | null>;
  range: { start: string; end: string };
  currency: string;
  fields: string[];
  parts: ("summary" | "byDate")[];
}

const FIELDS = [
  "impressions",
  "clicks",
  "cost",
  "ctr",
  "cpc",
  "cpm",
  "conversions",
  "clickThroughs",
  "viewThroughs",
  "revenue",
  "clickRevenue",
  "viewRevenue",
  "cpa",
  "roas",
  "averageOrderValue",
  "ctcRate",
  "vtcRate",
  "siteVisitors",
  "sends",
  "emailClicks",
  "frequency",
];

const day = fc.integer({ min: -45, max: 3 }).map((days) => addDays(TODAY, days));

export const range = fc.oneof(
  fc.tuple(day, fc.integer({ min: 0, max: 40 })).map(([start, days]) => {
    const end = addDays(start, days);
    return { args: { start, end }, range: { start, end } };
  }),
  fc.tuple(day, fc.nat({ max: 9 })).map(([start, pastDays]) => {
    const end = addDays(start, pastDays);
    return { args: { start, end, pastDays }, range: { start, end } };
  }),
  fc
    .integer({ min: -45, max: 0 })
    .map((days) => addDays(TODAY, days))
    .map((start) => ({ args: { start, end: null }, range: { start, end: TODAY } })),
  day.map((end) => ({ args: { end }, range: { start: addDays(end, -30), end } })),
  fc
    .integer({ min: 0, max: 50 })
    .map((pastDays) => ({ args: { pastDays }, range: { start: addDays(TODAY, -pastDays), end: TODAY } })),
  fc.constant({ args: {}, range: { start: TODAY, end: TODAY } }),
);

export const question: fc.Arbitrary<Question> = fc
  .tuple(
    range,
    fc.constantFrom("USD", "USD", "EUR", "JPY", null),
    fc.subarray(FIELDS, { minLength: 1 }),
    fc.subarray(["summary", "byDate"] as const, { minLength: 1 }),
  )
  .map(([{ args, range: days }, currency, fields, parts]) => ({
    args: { ...args, ...(currency !== null && { currency }) },
    range: days,
    currency: currency ?? "USD",
    fields,
    parts,
  }));

export interface Filter {
  isActive?: boolean | null;
  statuses?: string[];
  excludeStatuses?: string[];
  types?: string[];
  channels?: string[];
}

const STATUSES = ["running", "ended", "paused", "review", "draft", "rejected", "deleted"];
const TYPES = ["prospecting", "blended", "retargeting"];
const CHANNELS = ["email", "social", "web"];

function filterOf(level: ListedLevel): fc.Arbitrary<Filter> {
  const common = {
    isActive: fc.constantFrom(true, false, null),
    statuses: fc.subarray(STATUSES),
    excludeStatuses: fc.subarray(STATUSES, { maxLength: 3 }),
  };
  if (level === "Campaign")
    return fc.record({ ...common, types: fc.subarray(TYPES), channels: fc.subarray(CHANNELS) }, { requiredKeys: [] });
  return fc.record(
    { ...common, types: fc.subarray(level === "Ad" ? ["liquid", "image", "nothing"] : ["web", "nothing"]) },
    { requiredKeys: [] },
  );
}

/** What is selected of an object: numbers of questions, and lists with their filters. */
export interface Selection {
  metrics: number[];
  lists: { level: ListedLevel; filter: Filter; below: Selection }[];
}

const CHILDREN = {
  Advertisable: ["Campaign", "Adgroup", "Ad"],
  Campaign: ["Adgroup"],
  Adgroup: ["Ad"],
  Ad: [],
} as const;
const LISTS = { Campaign: "campaigns", Adgroup: "adgroups", Ad: "ads" } as const;
export const QUESTIONS = 3;

function selectionOf(level: Level, depth = 0): fc.Arbitrary<Selection> {
  const children: readonly ListedLevel[] = CHILDREN[level];
  const metrics = fc.subarray(
    Array.from({ length: QUESTIONS }, (_, n) => n),
    { maxLength: 2 },
  );
  if (children.length === 0) return fc.record({ metrics, lists: fc.constant([]) });
  const list = fc.constantFrom(...children).chain((child) =>
    fc.record({
      level: fc.constant(child),
      filter: fc.oneof(fc.constant({}), filterOf(child)),
      below: selectionOf(child, depth + 1),
    }),
  );
  return fc.record({ metrics, lists: fc.array(list, { maxLength: depth === 0 ? 2 : 1 }) });
}

export interface Root {
  level: Level;
  /** The field of the namespace. */
  by: "byEID" | "byEIDs" | "parent";
  eids: number[];
  filter: Filter;
  below: Selection;
}

export const root: fc.Arbitrary<Root> = fc
  .constantFrom<Level>("Advertisable", "Advertisable", "Campaign", "Adgroup", "Ad")
  .chain((level) =>
    fc.record({
      level: fc.constant(level),
      by: fc.constantFrom(
        ...(level === "Advertisable" ? (["byEID", "byEIDs"] as const) : (["byEID", "byEIDs", "parent"] as const)),
      ),
      eids: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 5 }),
      filter: level === "Advertisable" ? fc.constant({}) : fc.oneof(fc.constant({}), filterOf(level)),
      below: selectionOf(level),
    }),
  );

export function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return Array.isArray(value)
    ? `[${value.map(literal).join(", ")}]`
    : Object.entries(value)
        .map(([name, each]) => `${name}: ${literal(each)}`)
        .join(", ");
}

export function argumentsOf(given: object): string {
  const text = literal(given);
  return text === "" ? "" : `(${text})`;
}

/** The document's part of an object; names say what was asked. */
function selectionText(level: Level, { metrics, lists }: Selection, questions: readonly Question[]): string {
  const measured = metrics.map((n) => `m${n}: metrics${argumentsOf(questions[n]?.args ?? {})} { ...Q${n} }`);
  const listed = lists.map(
    ({ level: child, filter, below }, n) =>
      `l${n}: ${LISTS[child]}${argumentsOf(filter)} { ${selectionText(child, below, questions)} }`,
  );
  return ["eid", ...(level === "Advertisable" ? [] : ["status"]), ...measured, ...listed].join(" ");
}

const PLURAL = { Advertisable: "advertisables", Campaign: "campaigns", Adgroup: "adgroups", Ad: "ads" } as const;

/** A root with the EIDs that it asks for. */
export interface Asked {
  root: Root;
  eids: string[];
  parent: { field: string; argument: string; eid: string };
}

function rootText(
  { root: { level, by, filter, below }, eids, parent }: Asked,
  n: number,
  questions: readonly Question[],
): string {
  const name = level.toLowerCase();
  const selection = selectionText(level, below, questions);
  const field =
    by === "byEID"
      ? `byEID(${name}: ${literal(eids[0])})`
      : by === "byEIDs"
        ? `byEIDs(${PLURAL[level]}: ${literal(eids)})`
        : `${parent.field}(${[`${parent.argument}: ${literal(parent.eid)}`, literal(filter)].filter((each) => each !== "").join(", ")})`;
  return `r${n}: ${name} { found: ${field} { ${selection} } }`;
}

/** The document of some roots. */
export function documentText(all: readonly Asked[], questions: readonly Question[]): string {
  const text = `{ ${all.map((each, n) => rootText(each, n, questions)).join(" ")} }`;
  const used = questions.flatMap(({ fields, parts }, n) => {
    const selected = parts.map((part) => `${part} { ${part === "byDate" ? "date " : ""}...R${n} }`);
    return text.includes(`...Q${n}`)
      ? [`fragment Q${n} on MetricResult { ${selected.join(" ")} } fragment R${n} on Metrics { ${fields.join(" ")} }`]
      : [];
  });
  return [text, ...used].join(" ");
}

const PARENTS = {
  Campaign: ["Advertisable"],
  Adgroup: ["Advertisable", "Campaign"],
  Ad: ["Advertisable", "Adgroup"],
} as const;

/** @param eidsOf What a level can be asked for by. */
export function asked(given: Root, eidsOf: (level: Level) => readonly string[]): Asked {
  const { level, eids: picks } = given;
  const pick = (of: Level, n: number): string => eidsOf(of)[n % eidsOf(of).length] ?? "";
  const parents: readonly Level[] = level === "Advertisable" ? ["Advertisable"] : PARENTS[level];
  const parent = parents[picks.length % parents.length] ?? "Advertisable";
  return {
    root: given,
    eids: picks.map((n) => pick(level, n)),
    parent: { field: `by${parent}`, argument: parent.toLowerCase(), eid: pick(parent, picks[0] ?? 0) },
  };
}
