import type { RequestContext } from "../../lib/context.js";
import type { DateRange } from "../../lib/date-range.js";
import { keysOf } from "../../lib/keys.js";
import { defineTogether } from "../../lib/read-together.js";
import {
  agreed,
  breakdownsOf,
  type ColumnFilter,
  firstRows,
  firstRowsByDay,
  visibleRows,
  refuseTooManyDays,
  type RowPage,
  rowsAfter,
} from "./breakdown.report.js";
import { type Facts, withRates } from "./currency-rate.table.js";

/** What a report over an advertisable's days asks; equal questions of several advertisables share a statement. */
export interface SumsQuestion {
  advertisableEid: string;
  range: DateRange;
  currency: string;
  filters: readonly ColumnFilter[];
}

interface SumsTable<S extends object> {
  /** The table, one row or more for each advertisable and day, with its currency: `reporting.site_metric`. */
  table: string;
  /** Whether it is in partitions of a month. */
  byMonth: boolean;
  /** SQL of each sum over rows `d`, amounts converted by RATE_FACTOR. */
  sums: Readonly<Record<keyof S & string, string>>;
  /** The columns that a row of the daily list has besides its day, by their names there. */
  keys: Readonly<Record<string, { column: string; type: "text" | "boolean" }>>;
  /** The column that the breakdown by entity tells apart. */
  entity: string;
}

const SCOPE = "d.advertisable_eid";

const defineBreakdown = breakdownsOf<SumsQuestion>({
  entityOf: ({ advertisableEid }) => advertisableEid,
  shape: ({ advertisableEid: _tenant, ...shared }) => shared,
});

interface SumsKey {
  question: SumsQuestion;
}

interface PageKey extends SumsKey {
  page: RowPage;
}

/** What tells of which advertisable a row is. */
interface Scoped {
  scopeEid: string;
}

/** The breakdowns of a table of daily sums, each one statement for all questions that differ in their advertisable only. */
export function defineDailySums<S extends object, K extends object = object>(spec: SumsTable<S>) {
  const sums = keysOf(spec.sums)
    .map((name) => `${spec.sums[name]} as "${name}"`)
    .join(", ");
  const keys = Object.entries(spec.keys).map(([name, { column, type }]) => ({ name, sql: `d.${column}`, type }));
  const keyColumns = keys.map(({ sql, name }) => `${sql} as "${name}"`);
  const rowKey = ["d.day", ...keys.map(({ sql }) => sql)].join(", ");
  const afterKey = `(${rowKey}) > (${["?::date", ...keys.map(({ type }) => `?::${type}`)].join(", ")})`;

  /** FROM and WHERE, without rates: the days of the questions' advertisables, as far as the viewer may see them. */
  function facts({ viewer }: RequestContext, questions: readonly SumsQuestion[]): Facts {
    const { currency, filters } = agreed(questions);
    const where = visibleRows(viewer, questions, { byMonth: spec.byMonth, filters });
    return { from: { sql: `${spec.table} d`, bindings: [] }, currency, where };
  }

  // A summary and its breakdowns are one answer.
  const together = defineTogether();

  const summary = defineBreakdown<SumsKey, S & Scoped>(
    () => null,
    async (context, questions) => {
      const from = withRates(facts(context, questions));
      return await together(context).rows(
        `select ${SCOPE} as "scopeEid", ${sums} from ${from.sql} group by 1`,
        from.bindings,
      );
    },
  );

  const byDate = defineBreakdown<SumsKey, S & Scoped & { date: string }>(
    () => null,
    async (context, questions) => {
      refuseTooManyDays(questions);
      const from = withRates(facts(context, questions));
      return await together(context).rows(
        `select ${SCOPE} as "scopeEid", d.day as date, ${sums} from ${from.sql} group by 1, 2 order by 1, 2`,
        from.bindings,
      );
    },
  );

  const byEntity = defineBreakdown<PageKey, S & Scoped & { entity: string }>(
    ({ page }) => page,
    async (context, questions, { page }) => {
      const column = `d.${spec.entity}`;
      const from = rowsAfter(withRates(facts(context, questions)), `${column} > ?`, page);
      return await together(context).rows(
        firstRows(questions, SCOPE, `${column} as entity, ${sums}`, column, `${SCOPE}, ${column}`, from),
        [...from.bindings, page.limit],
      );
    },
  );

  const rows = defineBreakdown<PageKey, S & K & Scoped & { date: string }>(
    ({ page }) => page,
    async (context, questions, { question: { range }, page }) => {
      const inOrder = questions.length === 1;
      const from = rowsAfter(withRates(facts(context, questions), { inOrder }), afterKey, page);
      if (inOrder) {
        const first = firstRowsByDay(SCOPE, [...keyColumns, sums].join(", "), keys, from, { range, page });
        return await context.sql.rows(first.sql, first.bindings);
      }
      const columns = ["d.day as date", ...keyColumns, sums].join(", ");
      return await context.sql.rows(firstRows(questions, SCOPE, columns, rowKey, `${SCOPE}, ${rowKey}`, from), [
        ...from.bindings,
        page.limit,
      ]);
    },
  );

  return {
    /** Null where there are no rows. */
    summary: async (context: RequestContext, question: SumsQuestion) =>
      (await summary(context, { question }))[0] ?? null,
    byDate: async (context: RequestContext, question: SumsQuestion) => await byDate(context, { question }),
    byEntity: async (context: RequestContext, question: SumsQuestion, page: RowPage) =>
      await byEntity(context, { question, page }),
    rows: async (context: RequestContext, question: SumsQuestion, page: RowPage) =>
      await rows(context, { question, page }),
  };
}
