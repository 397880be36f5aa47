import type { RequestContext } from "../../lib/context.js";
import { AMONG, type Binding, type Condition, visibleAmong } from "../../lib/database.js";
import { addDays, type DateRange, daysBetween, startOfMonth } from "../../lib/date-range.js";
import { badInput } from "../../lib/errors.js";
import { keysOf } from "../../lib/keys.js";
import { answerOrRefusal, defineLoader } from "../../lib/loader.js";
import type { Viewer } from "../../lib/viewer.js";
import { requireRate } from "./currency-rate.table.js";

/** A page of rows: how many, and the key of the row that they come after. */
export interface RowPage {
  limit: number;
  after: readonly string[] | null;
}

/** What every report is asked, besides what is its own. */
interface Question {
  advertisableEid: string;
  range: DateRange;
  currency: string;
}

/**
 * One loader for one kind of breakdown: rows by the entity that a question is about, one statement for all questions of a
 * shape. `shape` says which questions differ only in whose rows they ask for, `extra` what else of a key has to agree.
 */
export function breakdownsOf<Q extends Question>({
  entityOf,
  shape,
}: {
  entityOf: (question: Q) => string;
  shape: (question: Q) => unknown;
}) {
  return function defineBreakdown<K extends { question: Q }, R extends { scopeEid: string }>(
    extra: (key: K) => unknown,
    run: (context: RequestContext, questions: readonly Q[], key: K) => Promise<R[]>,
  ): (context: RequestContext, key: K) => Promise<R[]> {
    interface Asked {
      key: K;
      /** All that the key asks but whose rows. */
      shape: string;
      text: string;
    }
    const load = defineLoader<Asked, R[]>(
      async (keys, context) => {
        const found = new Map<string, R[] | Error>();
        for (const group of Map.groupBy(keys, (asked) => asked.shape).values()) {
          const { key } = agreed(group);
          const questions = group.map((asked) => asked.key.question);
          // Where it is refused what these ask, they fail, and the others do not.
          const rows = await answerOrRefusal(async () => {
            const all = await run(context, questions, key);
            if (all.length === 0) await requireRate(context, key.question.currency);
            return Map.groupBy(all, (row) => row.scopeEid);
          });
          for (const asked of group)
            found.set(asked.text, rows instanceof Error ? rows : (rows.get(entityOf(asked.key.question)) ?? []));
        }
        return found;
      },
      (asked) => asked.text,
    );
    return async (context, key) => {
      const shapeText = JSON.stringify([shape(key.question), extra(key)]);
      return (await load(context, { key, shape: shapeText, text: `${entityOf(key.question)} ${shapeText}` })) ?? [];
    };
  };
}

/** Days × entities of one statement at most: what a request may hold in memory. */
const MAX_DAILY_ROWS = 100_000;

/** BAD_USER_INPUT when the days of all questions are more rows than a request may hold. */
export function refuseTooManyDays(questions: readonly Question[]): void {
  const days = questions.reduce((total, { range }) => total + daysBetween(range.start, range.end), 0);
  if (days <= MAX_DAILY_ROWS) return;
  throw badInput(
    ["range"],
    "TOO_MANY_ROWS",
    `Ask for fewer days or fewer entities: at most ${MAX_DAILY_ROWS} rows by date at once.`,
  );
}

/**
 * The first rows of each question by `order`. Of one question they come off the table's order and the
 * statement stops at the last; of several they are numbered.
 */
export function firstRows(
  questions: readonly unknown[],
  scope: string,
  columns: string,
  order: string,
  group: string,
  from: Condition,
): string {
  return questions.length === 1
    ? `select ${scope} as "scopeEid", ${columns} from ${from.sql} group by ${group} order by ${order} limit ?`
    : `select * from (
         select ${scope} as "scopeEid", ${columns}, row_number() over (partition by ${scope} order by ${order}) as page_row
         from ${from.sql} group by ${group}
       ) ranked where page_row <= ? order by "scopeEid", page_row`;
}

/** What rows must hold in a column: that value, or one of several. */
export interface ColumnFilter {
  column: string;
  value: readonly string[] | string | boolean;
}

/** What a filter says of columns, by the column of each of its fields; a field that is not given says nothing. */
export function columnFilters<N extends string>(
  columns: Readonly<Record<N, string>>,
  filter: Readonly<Partial<Record<N, readonly string[] | null>>>,
): ColumnFilter[] {
  return keysOf(columns).flatMap((name) => {
    const value = filter[name];
    return value == null ? [] : [{ column: columns[name], value }];
  });
}

interface AskedRows {
  /** The entities that are asked about, by their column; whole advertisables without them. */
  entities?: { column: string; eids: readonly string[] };
  byMonth: boolean;
  filters: readonly ColumnFilter[];
}

/**
 * The condition on rows `d` that leaves those of the questions: of their advertisables as far as the viewer sees them, of
 * their entities and days, and what their filters leave. The questions agree in their days.
 */
export function visibleRows(
  viewer: Viewer,
  questions: readonly Question[],
  { entities, byMonth, filters }: AskedRows,
): Condition {
  const tenants = questions.map(({ advertisableEid }) => advertisableEid);
  const conditions = [
    visibleAmong(viewer, tenants, "d.advertisable_eid"),
    ...(entities === undefined || entities.column === "advertisable_eid"
      ? []
      : [isAmong(entities.column, entities.eids)]),
    daysOf(agreed(questions).range, byMonth),
    ...filters.map(({ column, value }) =>
      typeof value === "object" ? isAmong(column, value) : { sql: `d.${column} = ?`, bindings: [value] },
    ),
  ];
  return {
    sql: conditions.map(({ sql }) => sql).join(" and "),
    bindings: conditions.flatMap(({ bindings }): readonly Binding[] => bindings),
  };
}

function isAmong(column: string, values: readonly string[]): Condition {
  return { sql: `d.${column} = ${AMONG}`, bindings: [[...values]] };
}

/** The first of questions that are asked together: what all of them agree in can be read off it. */
export function agreed<Q>(questions: readonly Q[]): Q {
  const [question] = questions;
  if (question === undefined) throw new TypeError("a report without a question");
  return question;
}

/**
 * The rows `d` of a range of days. Of a table in partitions of a month the months are named in the text, where the
 * planner sees them before it knows any values: a statement that is planned once for all days would else be about the whole
 * history, and is planned each time for as long as PostgreSQL takes that to be cheaper.
 */
function daysOf({ start, end }: DateRange, byMonth: boolean): Condition {
  const days = "d.day >= ? and d.day < ?";
  if (!byMonth) return { sql: days, bindings: [start, end] };
  const months = `d.day >= date '${startOfMonth(start)}' and d.day < date '${startOfMonth(addDays(end, -1), 1)}'`;
  return { sql: `${months} and ${days}`, bindings: [start, end] };
}

/** The source with the rows after a page's key only. */
export function rowsAfter(from: Condition, condition: string, page: RowPage): Condition {
  if (page.after === null) return from;
  return { sql: `${from.sql} and ${condition}`, bindings: [...from.bindings, ...page.after] };
}

/**
 * The first rows of one question after a page's key, day by day: those of the next two months first, and all others only
 * where these are not enough. A statement on a few months is planned in a tenth of the time that all months take, and pages
 * of a long report are many.
 */
export async function rowsByDay<R>(
  range: DateRange,
  page: RowPage,
  run: (range: DateRange, page: RowPage) => Promise<R[]>,
): Promise<R[]> {
  const after = page.after?.[0] ?? range.start;
  const start = after > range.start ? after : range.start;
  const near = startOfMonth(start, 2);
  const rows = await run({ start, end: near < range.end ? near : range.end }, page);
  if (rows.length >= page.limit || near >= range.end) return rows;
  return [...rows, ...(await run({ start: near, end: range.end }, { ...page, limit: page.limit - rows.length }))];
}

/**
 * The first rows of one question by day and `key`, the columns of a day's rows by their SQL and their names in
 * `columns`. Days are taken one after the other until there are enough rows, since a page of a long report must
 * not read all that comes after it, which is what the planner does where it expects fewer rows than there are.
 */
export function firstRowsByDay(
  scope: string,
  columns: string,
  key: readonly { sql: string; name: string }[],
  from: Condition,
  { range, page }: { range: DateRange; page: RowPage },
): Condition {
  const sqlOfKey = key.map(({ sql }) => sql).join(", ");
  const names = key.map(({ name }) => `"${name}"`).join(", ");
  const after = page.after?.[0] ?? range.start;
  return {
    sql: `select * from (
        select of_day.* from generate_series(?::date, ?::date - 1, interval '1 day') as each_day (day)
        cross join lateral (
          select ${scope} as "scopeEid", d.day as date, ${columns} from ${from.sql} and d.day = each_day.day::date
          group by ${scope}, d.day, ${sqlOfKey} order by ${sqlOfKey} limit ?
        ) of_day limit ?
      ) page order by date, ${names}`,
    bindings: [after > range.start ? after : range.start, range.end, ...from.bindings, page.limit, page.limit],
  };
}
