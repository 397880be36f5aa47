import type { RequestContext } from "../../lib/context.js";
import { AMONG, type Binding, type Condition, type Sql, visibleAmong } from "../../lib/database.js";
import { type DateRange, daysBetween } from "../../lib/date-range.js";
import { badInput } from "../../lib/errors.js";
import { keysOf } from "../../lib/keys.js";
import { defineLoader } from "../../lib/loader.js";
import { defineTogether } from "../../lib/read-together.js";
import { answersByShape, daysOf, firstRowsByDay } from "./breakdown.report.js";
import { type Facts, requireRate, withRates } from "./currency-rate.table.js";

/** What a report over an advertisable's days asks; equal questions of several advertisables share a statement. */
export interface SumsQuestion {
  advertisableEid: string;
  range: DateRange;
  currency: string;
  /** What the rows must hold, by column. */
  filters: readonly { column: string; value: readonly string[] | string | boolean }[];
}

/** A page of rows: how many, and the key of the row that they come after. */
interface SumsPage {
  limit: number;
  after: readonly string[] | null;
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

/** Days × advertisables of one statement at most: what a request may hold in memory. */
const MAX_DAILY_ROWS = 100_000;

/** The breakdowns of a table of daily sums, each one statement for all questions that differ in their advertisable only. */
export function defineDailySums<S extends object, K extends object = object>(spec: SumsTable<S>) {
  const sums = keysOf(spec.sums)
    .map((name) => `${spec.sums[name]} as "${name}"`)
    .join(", ");
  const keys = Object.entries(spec.keys);
  const rowKey = ["d.day", ...keys.map(([, { column }]) => `d.${column}`)];

  // A summary and its breakdowns are one answer.
  const together = defineTogether();

  const summary = breakdown<null, S>(async (context, questions) => {
    const from = withRates(facts(context, spec, questions));
    return await together(context).rows(
      `select d.advertisable_eid as tenant, ${sums} from ${from.sql} group by 1`,
      from.bindings,
    );
  });

  const byDate = breakdown<null, S & { date: string }>(async (context, questions) => {
    refuseTooMany(questions);
    const from = withRates(facts(context, spec, questions));
    return await together(context).rows(
      `select d.advertisable_eid as tenant, d.day as date, ${sums} from ${from.sql} group by 1, 2 order by 1, 2`,
      from.bindings,
    );
  });

  const byEntity = breakdown<SumsPage, S & { entity: string }>(async (context, questions, page) => {
    const column = `d.${spec.entity}`;
    const from = after(withRates(facts(context, spec, questions)), `${column} > ?`, page);
    return await firstRows(together(context), questions, `${column} as entity, ${sums}`, [column], from, page.limit);
  });

  const rows = breakdown<SumsPage, S & K & { date: string }>(async (context, questions, page) => {
    const given = ["?::date", ...keys.map(([, { type }]) => `?::${type}`)];
    const condition = `(${rowKey.join(", ")}) > (${given.join(", ")})`;
    const inOrder = questions.length === 1;
    const from = after(withRates(facts(context, spec, questions), { inOrder }), condition, page);
    const columns = keys.map(([name, { column }]) => `d.${column} as "${name}"`);
    const [question] = questions;
    if (questions.length === 1 && question !== undefined) {
      const selected = ["d.advertisable_eid as tenant", ...columns, sums].join(", ");
      const named = keys.map(([name, { column }]) => ({ sql: `d.${column}`, name }));
      const first = firstRowsByDay("d.advertisable_eid", selected, named, from, { range: question.range, page });
      return await context.sql.rows(first.sql, first.bindings);
    }
    return await firstRows(
      context.sql,
      questions,
      ["d.day as date", ...columns, sums].join(", "),
      rowKey,
      from,
      page.limit,
    );
  });

  return {
    summary: async (context: RequestContext, question: SumsQuestion): Promise<S | null> =>
      (await summary(context, question, null))[0] ?? null,
    byDate: async (context: RequestContext, question: SumsQuestion) => await byDate(context, question, null),
    byEntity,
    rows,
  };
}

function refuseTooMany(questions: readonly SumsQuestion[]): void {
  const days = questions.map(({ range }) => daysBetween(range.start, range.end));
  if (days.reduce((total, each) => total + each, 0) <= MAX_DAILY_ROWS) return;
  throw badInput(
    ["range"],
    "TOO_MANY_ROWS",
    `Ask for fewer days or fewer entities: at most ${MAX_DAILY_ROWS} rows by date at once.`,
  );
}

/** FROM and WHERE, without rates: the days of the questions' advertisables, as far as the viewer may see them. */
function facts(
  context: RequestContext,
  { table, byMonth }: { table: string; byMonth: boolean },
  questions: readonly SumsQuestion[],
): Facts {
  const [question] = questions;
  if (question === undefined) throw new TypeError("a report without a question");
  const visible = visibleAmong(
    context.viewer,
    questions.map((each) => each.advertisableEid),
    "d.advertisable_eid",
  );
  const filters = question.filters.map(({ column, value }): { sql: string; binding: Binding } =>
    typeof value === "object"
      ? { sql: `d.${column} = ${AMONG}`, binding: [...value] }
      : { sql: `d.${column} = ?`, binding: value },
  );
  const inRange = daysOf(question.range, byMonth);
  return {
    from: { sql: `${table} d`, bindings: [] },
    currency: question.currency,
    where: {
      sql: [visible.sql, inRange.sql, ...filters.map(({ sql }) => sql)].join(" and "),
      bindings: [...visible.bindings, ...inRange.bindings, ...filters.map(({ binding }) => binding)],
    },
  };
}

function after(from: Condition, condition: string, page: SumsPage): Condition {
  if (page.after === null) return from;
  return { sql: `${from.sql} and ${condition}`, bindings: [...from.bindings, ...page.after] };
}

/** The first rows of each question in the order of `key`; of one question the statement stops at the last. */
async function firstRows<R extends object>(
  sql: Pick<Sql, "rows">,
  questions: readonly SumsQuestion[],
  columns: string,
  key: readonly string[],
  from: Condition,
  limit: number,
): Promise<R[]> {
  const tenant = "d.advertisable_eid";
  const group = [tenant, ...key].join(", ");
  const order = key.join(", ");
  return await sql.rows<R>(
    questions.length === 1
      ? `select ${tenant} as tenant, ${columns} from ${from.sql} group by ${group} order by ${order} limit ?`
      : `select * from (
           select ${tenant} as tenant, ${columns}, row_number() over (partition by ${tenant} order by ${order}) as page_row
           from ${from.sql} group by ${group}
         ) ranked where page_row <= ? order by tenant, page_row`,
    [...from.bindings, limit],
  );
}

/** A loader of rows by advertisable: questions that agree in all else are asked together. */
function breakdown<P, R extends object>(
  run: (context: RequestContext, questions: readonly SumsQuestion[], page: P) => Promise<(R & { tenant: string })[]>,
): (context: RequestContext, question: SumsQuestion, page: P) => Promise<R[]> {
  interface Key {
    question: SumsQuestion;
    page: P;
    /** All that the key asks but of which advertisable. */
    shape: string;
    text: string;
  }
  const load = defineLoader<Key, R[]>(
    (keys, context) =>
      answersByShape(
        keys,
        ({ question }) => question.advertisableEid,
        async (group, { question, page }) => {
          const rows = await run(
            context,
            group.map((key) => key.question),
            page,
          );
          if (rows.length === 0) await requireRate(context, question.currency);
          return Map.groupBy(rows, (row): string => row.tenant);
        },
      ),
    (key) => key.text,
  );
  return async (context, question, page) => {
    const { advertisableEid, ...asked } = question;
    const shape = JSON.stringify([asked, page]);
    return (await load(context, { question, page, shape, text: `${advertisableEid} ${shape}` })) ?? [];
  };
}
