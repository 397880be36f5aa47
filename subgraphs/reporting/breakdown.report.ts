import type { RequestContext } from "../../lib/context.js";
import type { Condition } from "../../lib/database.js";
import { type DateRange, daysBetween } from "../../lib/date-range.js";
import { badInput } from "../../lib/errors.js";
import { defineLoader } from "../../lib/loader.js";

/** A page of rows: how many, and the key of the row that they come after. */
export interface RowPage {
  limit: number;
  after: readonly string[] | null;
}

/** What reports on entities are asked: which entity, and what else. */
interface EntityQuestion {
  entityEid: string;
  range: DateRange;
}

/**
 * One loader for one kind of breakdown: rows by entity, one statement for all questions of a shape. `shape` says
 * which questions differ only in whose rows they ask for, `extra` what else of a key has to agree.
 */
export function breakdownsOf<Q extends EntityQuestion>(shape: (question: Q) => unknown) {
  return function defineBreakdown<K extends { question: Q }, R extends { scopeEid: string }>(
    extra: (key: K) => unknown,
    run: (context: RequestContext, questions: readonly Q[], key: K) => Promise<R[]>,
  ): (context: RequestContext, key: K) => Promise<R[]> {
    const shapeText = (key: K): string => JSON.stringify([shape(key.question), extra(key)]);
    const keyText = (key: K): string => `${key.question.entityEid} ${shapeText(key)}`;
    const load = defineLoader<K, R[]>(async (keys, context) => {
      const found = new Map<string, R[]>();
      for (const group of Map.groupBy(keys, shapeText).values()) {
        const [first] = group;
        if (first === undefined) continue;
        const questions = group.map((key) => key.question);
        const rows = Map.groupBy(await run(context, questions, first), (row) => row.scopeEid);
        for (const key of group) found.set(keyText(key), rows.get(key.question.entityEid) ?? []);
      }
      return found;
    }, keyText);
    return async (context, key) => (await load(context, key)) ?? [];
  };
}

/** Days × entities of one statement at most: what a request may hold in memory. */
const MAX_DAILY_ROWS = 100_000;

/** BAD_USER_INPUT when the days of all questions are more rows than a request may hold. */
export function refuseTooManyDays(questions: readonly EntityQuestion[]): void {
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
       ) ranked where page_row <= ?`;
}

/** The source with the rows after a page's key only. */
export function rowsAfter(from: Condition, condition: string, page: RowPage): Condition {
  if (page.after === null) return from;
  return { sql: `${from.sql} and ${condition}`, bindings: [...from.bindings, ...page.after] };
}
