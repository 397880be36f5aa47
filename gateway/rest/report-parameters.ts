import { eid, type Parameter, someOf } from "./parameter.js";
import { rangeParameters } from "./report-range.js";

/** Parts that an answer of /reportsvc can have. */
export type Breakdown = "entity" | "date" | "summary";
const BREAKDOWNS: readonly Breakdown[] = ["entity", "date", "summary"];

export const breakdowns = someOf("entity, date and summary: which parts the answer has.", BREAKDOWNS);

/** The same where nobody has to say. */
export function breakdownsOr(absent: Breakdown): Parameter<Breakdown[]> {
  return { ...breakdowns, required: false, absent: [absent] };
}

/** What every report of /reportsvc is asked. */
export const reportParameters = { advertisable_eid: eid("EID of the advertisable."), ...rangeParameters };

/** The variables that say which parts the operation is to answer. */
export function breakdownVariables(asked: readonly Breakdown[]) {
  return { summary: asked.includes("summary"), date: asked.includes("date"), entity: asked.includes("entity") };
}

export const BREAKDOWN_DECLARATIONS = "$summary: Boolean!, $date: Boolean!, $entity: Boolean!";

/** The parts of a report that were asked for, in the form of /reportsvc (decisions, section 2). */
export function breakdownResults<M, R extends object>(
  report: { summary?: M; entity?: { entity: string; metrics: M }[]; date?: { date: string; metrics: M }[] },
  row: (metrics: M) => R,
) {
  return {
    results: {
      ...(report.summary !== undefined && { summary: row(report.summary) }),
      ...(report.entity !== undefined && {
        entity: report.entity.map((each) => ({ entity: each.entity, ...row(each.metrics) })),
      }),
      ...(report.date !== undefined && {
        date: report.date.map((each) => ({ date: each.date, ...row(each.metrics) })),
      }),
    },
  };
}
