import { isDeepStrictEqual } from "node:util";
import { type FieldNode, getArgumentValues, type GraphQLField, type GraphQLResolveInfo, isObjectType } from "graphql";
import type { Clock } from "../../../lib/clock.js";
import { badInput } from "../../../lib/errors.js";
import { type ListArgs, leavesOut } from "./list-filter.js";
import type { BreakdownQuestion } from "./breakdown-reader.js";
import { addSums, METRIC_FIELDS, type MetricSource, type MetricSums, zeros } from "./metric-fields.js";
import { type MetricsKind, sendsMails } from "./metrics-operations.js";
import {
  type AskedMetrics,
  type MetricRow,
  metricRow,
  type MetricsOfObject,
  type MetricsParts,
} from "./metrics-reader.js";
import type { QueryContext, Resolve } from "./query-context.js";
import { currencyOf, rangeOf, type ReportArgs } from "./report-range.js";
import type { ReportedKind } from "./reports-ahead.js";
import { selectedFields, type Selecting } from "./selected-fields.js";

/** What has metrics. */
export interface Measured {
  eid: string;
  /** Not given for an advertisable, which is its own. */
  advertisableEid?: string;
  /** Whether it is a campaign of e-mails. */
  isEmail?: boolean;
  isUniversal?: boolean;
}

/** Campaigns of e-mails, and universal campaigns with their ad groups, have reports of their own. */
function kindOf(kind: MetricsKind, { isEmail = false, isUniversal = false }: Measured): MetricsKind {
  if (kind === "campaign" && isEmail) return "emailCampaign";
  if (!isUniversal) return kind;
  return kind === "campaign" ? "universalCampaign" : "universalAdGroup";
}

interface MetricResult extends MetricsOfObject {
  kind: MetricsKind;
  advertisableEid: string;
  question: BreakdownQuestion;
}

/** Days of breakdowns that are made of single conversions; the graph's own limit. */
const MAX_CREDIT_DAYS = 90;

/** Which sources the fields below a part of the metrics need; null for a part that is not asked for. */
function sourcesOf(
  fields: readonly FieldNode[],
  part: string,
  kind: MetricsKind,
  info: Selecting,
): MetricSource[] | null {
  const parts = fields.filter(({ name }) => name.value === part);
  return parts.length === 0 ? null : sourcesBelow(parts, kind, info);
}

function sourcesBelow(parents: readonly FieldNode[], kind: MetricsKind, info: Selecting): MetricSource[] {
  const sources = selectedFields(parents, info).flatMap(({ name }) => METRIC_FIELDS[name.value]?.needs ?? []);
  return [...new Set(sources)].filter((source) => has(kind, source));
}

/** Only an advertisable has a site, and an e-mail nothing but its mails. */
function has(kind: MetricsKind, source: MetricSource): boolean {
  if (source === "mailed") return sendsMails(kind);
  return source === "visited" ? kind === "advertisable" : kind !== "email";
}

/** What one field asks; its arguments are the same for all its objects. */
function askedOf(args: ReportArgs, { asked, clock }: QueryContext, { fieldNodes }: GraphQLResolveInfo): AskedMetrics {
  let metrics = asked.get(fieldNodes);
  if (metrics === undefined) asked.set(fieldNodes, (metrics = { shared: sharedOf(args, clock), parts: new Map() }));
  return metrics;
}

/** Rejects with BAD_USER_INPUT. */
async function sharedOf(args: ReportArgs, clock: Clock): AskedMetrics["shared"] {
  return { range: rangeOf(args, clock), currency: currencyOf(args) };
}

function partsOf({ parts }: AskedMetrics, kind: MetricsKind, info: GraphQLResolveInfo): MetricsParts {
  let found = parts.get(kind);
  if (found === undefined) {
    const fields = selectedFields(info.fieldNodes, info);
    const summary = sourcesOf(fields, "summary", kind, info);
    parts.set(kind, (found = { summary, byDate: sourcesOf(fields, "byDate", kind, info) }));
  }
  return found;
}

/** The metrics of an object, as much of them as is selected below. */
export function metricsOf(kind: MetricsKind): Resolve<Measured, ReportArgs> {
  return async (measured, args, context, info): Promise<MetricResult> => {
    const { eid, advertisableEid = eid } = measured;
    const own = kindOf(kind, measured);
    const asked = askedOf(args, context, info);
    const question = { eid, ...(await asked.shared) };
    const found = await context.metrics({ ...question, kind: own, ...partsOf(asked, own, info) });
    return { ...found, kind, advertisableEid, question };
  };
}

/** The types of this interface whose objects can be read with their reports. */
const REPORTED_TYPES: Readonly<Record<ReportedKind, string>> = { campaign: "Campaign", adGroup: "Adgroup", ad: "Ad" };

/**
 * Has the reports read together with a list whose objects are asked for metrics in its selection: all of its objects, and
 * for the same days in the same currency.
 */
export function wantReports(
  kind: ReportedKind,
  list: readonly FieldNode[],
  args: ListArgs,
  { ahead, clock }: QueryContext,
  info: GraphQLResolveInfo,
): void {
  if (leavesOut(args)) return;
  const metrics = selectedFields(list, info).filter(({ name }) => name.value === "metrics");
  const type = info.schema.getType(REPORTED_TYPES[kind]);
  const definition = isObjectType(type) ? type.getFields()["metrics"] : undefined;
  const [first] = metrics;
  if (first === undefined || definition === undefined) return;
  try {
    const shared = metrics.map((node) => {
      const asked: ReportArgs = getArgumentValues(definition, node, info.variableValues);
      return { range: rangeOf(asked, clock), currency: currencyOf(asked) };
    });
    const [same] = shared;
    if (same === undefined || !shared.every((each) => isDeepStrictEqual(each, same))) return;
    const fields = selectedFields(metrics, info);
    const summary = sourcesOf(fields, "summary", kind, info);
    ahead.want(kind, { ...same, summary, byDate: sourcesOf(fields, "byDate", kind, info) });
  } catch {
    // Days or a currency that are none are told where they are asked for.
  }
}

/** A list whose objects come with their reports, as far as its selection asks for metrics. */
export function withReports<S, A extends ListArgs>(
  kind: ReportedKind,
  read: (source: S, args: A, context: QueryContext) => unknown,
): Resolve<S, A> {
  return (source, args, context, info) => {
    wantReports(kind, info.fieldNodes, args, context, info);
    return read(source, args, context);
  };
}

const byDomain: Resolve<MetricResult> = async ({ kind, question }, _args, { breakdowns }) =>
  kind === "advertisable" ? await breakdowns.domains(question) : null;

const byCountry: Resolve<MetricResult> = async ({ kind, advertisableEid, question }, _args, { breakdowns, clock }) => {
  if (kind !== "campaign") return null;
  const { start, end } = question.range;
  rangeOf({ start, end }, clock, MAX_CREDIT_DAYS);
  return await breakdowns.countries(advertisableEid, question);
};

export const METRIC_RESOLVERS = {
  MetricResult: { byDomain, byCountry },
  Metrics: Object.fromEntries(
    Object.entries(METRIC_FIELDS).map(([name, { value }]): [string, Resolve<MetricRow>] => [
      name,
      ({ sums }) => value(sums),
    ]),
  ),
};

/** A namespace of the query, with where its own fields are asked for. */
export interface Scope {
  fieldNodes: readonly FieldNode[];
}

/** What `metrics` of the objects of the scope's own fields are asked for, each object, range and currency once. */
export function metricsTotalOf(kind: MetricsKind): Resolve<Scope> {
  return async (scope, _args, context, info): Promise<MetricRow> => {
    const questions = new Map<string, ScopedQuestion>();
    for (const asked of await Promise.all(
      selectedFields(scope.fieldNodes, info).map((node) => questionsOf(kind, node, scope, context, info)),
    )) {
      for (const question of asked) questions.set(JSON.stringify(question), question);
    }
    const all = [...questions.values()];
    if (new Set(all.map(({ currency }) => currency)).size > 1)
      throw badInput(
        ["currency"],
        "SEVERAL_CURRENCIES",
        "Metrics are added up in one currency: ask for all in the same.",
      );
    const found = await Promise.all(
      all.map((question) =>
        context.metrics({ ...question, summary: sourcesBelow(info.fieldNodes, question.kind, info), byDate: null }),
      ),
    );
    const sums = found.flatMap(({ summary }) => summary?.sums ?? []);
    const nothing = (): MetricSums => zeros(new Set(sourcesBelow(info.fieldNodes, kind, info)));
    return metricRow(sums.length === 0 ? nothing() : addSums(sums));
  };
}

interface ScopedQuestion extends BreakdownQuestion {
  kind: MetricsKind;
}

/** The metrics that one field of the scope asks of each of its objects. */
async function questionsOf(
  kind: MetricsKind,
  node: FieldNode,
  scope: Scope,
  context: QueryContext,
  info: GraphQLResolveInfo,
): Promise<ScopedQuestion[]> {
  const metrics = selectedFields([node], info).filter(({ name }) => name.value === "metrics");
  const field = info.parentType.getFields()[node.name.value];
  if (metrics.length === 0 || field === undefined) return [];
  const value: unknown = await field.resolve?.(
    scope,
    getArgumentValues(field, node, info.variableValues),
    context,
    info,
  );
  const objects = (Array.isArray(value) ? value : [value]).filter(isMeasured);
  const type = info.schema.getType(typeNameOf(field));
  const definition = type !== undefined && "getFields" in type ? type.getFields()["metrics"] : undefined;
  if (definition === undefined || !("args" in definition)) return [];
  return metrics.flatMap((each) => {
    const args: ReportArgs = getArgumentValues(definition, each, info.variableValues);
    const shared = { range: rangeOf(args, context.clock), currency: currencyOf(args) };
    return objects.map((object) => ({ eid: object.eid, kind: kindOf(kind, object), ...shared }));
  });
}

function typeNameOf({ type }: GraphQLField<unknown, unknown>): string {
  return type.toString().replaceAll(/[[\]!]/g, "");
}

function isMeasured(value: unknown): value is Measured {
  return typeof value === "object" && value !== null && "eid" in value;
}
