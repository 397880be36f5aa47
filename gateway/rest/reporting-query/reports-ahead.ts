import { ADAPTER_PAGE_LIMIT } from "../../../lib/context.js";
import { type DateRange, daysBetween } from "../../../lib/date-range.js";
import type { MetricSource } from "./metric-fields.js";
import type { ReportedNode, ReportVariables } from "./metrics-operations.js";
import { MAX_ROWS } from "./row-budget.js";

/** What can be read together with its reports. */
export type ReportedKind = "campaign" | "adGroup" | "ad";

/** What is asked for of the reports of objects of one kind. */
export interface WantedReports {
  range: DateRange;
  currency: string;
  /** What of each part; null for a part that is not asked for. */
  summary: readonly MetricSource[] | null;
  byDate: readonly MetricSource[] | null;
}

interface Ahead {
  wanted: WantedReports;
  variables: ReportVariables;
  found: Map<string, ReportedNode>;
}

/**
 * Reports that are read together with the objects of a list, for one request: asked for afterwards they would cost a
 * look-up of the same objects more. One question for each kind is enough: whatever is asked besides, or of objects that
 * came another way, is asked for by itself.
 */
export class ReportsAhead {
  readonly #byKind = new Map<ReportedKind, Ahead>();

  /** Lists of this kind that are read from now on come with these reports. */
  want(kind: ReportedKind, wanted: WantedReports): void {
    const sources = sourcesOf(wanted);
    // How many rows there are is known only once they are read: not more of them than a request may make.
    const isTooMuch =
      wanted.byDate !== null && daysBetween(wanted.range.start, wanted.range.end) > MAX_ROWS / ADAPTER_PAGE_LIMIT;
    if (this.#byKind.has(kind) || sources.size === 0 || isTooMuch) return;
    const { range, currency, summary, byDate } = wanted;
    const variables = {
      range: { between: { start: range.start, endExclusive: range.end } },
      currency,
      summary: summary !== null && summary.length > 0,
      byDate: byDate !== null && byDate.length > 0,
      delivered: sources.has("delivered"),
      attributed: sources.has("attributed"),
    };
    this.#byKind.set(kind, { wanted, variables, found: new Map() });
  }

  /** How lists of a kind ask for their reports; undefined where nobody wants them. */
  variablesOf(kind: ReportedKind): ReportVariables | undefined {
    return this.#byKind.get(kind)?.variables;
  }

  keep(kind: ReportedKind, nodes: readonly ReportedNode[]): void {
    for (const node of nodes) this.#byKind.get(kind)?.found.set(node.eid, node);
  }

  /** The objects of a kind that came with all that is asked. */
  found(kind: string, asked: WantedReports): ReadonlyMap<string, ReportedNode> {
    const ahead = isReported(kind) ? this.#byKind.get(kind) : undefined;
    return ahead !== undefined && covers(ahead, asked) ? ahead.found : NONE;
  }
}

const NONE: ReadonlyMap<string, ReportedNode> = new Map();

function isReported(kind: string): kind is ReportedKind {
  return kind === "campaign" || kind === "adGroup" || kind === "ad";
}

function sourcesOf({ summary, byDate }: WantedReports): Set<MetricSource> {
  return new Set([...(summary ?? []), ...(byDate ?? [])]);
}

function covers({ wanted, variables }: Ahead, asked: WantedReports): boolean {
  const { range, currency } = wanted;
  if (range.start !== asked.range.start || range.end !== asked.range.end || currency !== asked.currency) return false;
  if ((asked.summary ?? []).length > 0 && !variables.summary) return false;
  if ((asked.byDate ?? []).length > 0 && !variables.byDate) return false;
  const there = sourcesOf(wanted);
  return [...sourcesOf(asked)].every((source) => there.has(source));
}
