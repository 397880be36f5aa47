import type { RequestContext } from "../../lib/context.js";
import type { RowPage } from "./breakdown.report.js";

/** Pages that are read at once. */
const PAGES = 6;

/** Rows that were read for the next pages of a long answer. */
interface RowsAhead<R> {
  /** What is asked, and after which row. */
  text: string;
  rows: R[];
  /** Whether there are no others after these. */
  isEnd: boolean;
}

/** They are kept from page to page; what a transaction changes meanwhile is seen by the next read. */
class Kept<R> {
  readonly isWorthKeeping = true;
  ahead: RowsAhead<R> | null = null;

  clearAll(): void {
    this.ahead = null;
  }
}

/**
 * Reads rows for pages of an answer that is made page by page in one request (an export): several pages at once, since a
 * statement takes as long to plan as to run, while the pages stay so short that other requests need not wait for them.
 * `shape` is all that is asked but the page, `keyOf` the key of a row as a page's `after` has it.
 */
export function defineRowsAhead<R>(keyOf: (row: R) => readonly string[]) {
  const definition = {};
  return async (
    context: RequestContext,
    shape: string,
    page: RowPage,
    read: (page: RowPage) => Promise<R[]>,
  ): Promise<R[]> => {
    if (!context.isPaged) return await read(page);
    const known = context.loaders.get(definition);
    // The one entry under this definition is made below.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const kept = (known as Kept<R> | undefined) ?? new Kept<R>();
    if (known === undefined) context.loaders.set(definition, kept);
    const { ahead } = kept;
    const isNext = ahead?.text === textOf(shape, page.after) && (ahead.isEnd || ahead.rows.length >= page.limit);
    const limit = (page.limit - 1) * PAGES + 1;
    const rows = isNext ? ahead.rows : await read({ ...page, limit });
    const isEnd = isNext ? ahead.isEnd : rows.length < limit;
    const shown = rows.slice(0, page.limit);
    // The last row of a page is there to tell that there is another page, which begins with it.
    const last = shown.at(-2);
    kept.ahead =
      last === undefined ? null : { text: textOf(shape, keyOf(last)), rows: rows.slice(shown.length - 1), isEnd };
    return shown;
  };
}

function textOf(shape: string, after: readonly string[] | null): string {
  return `${shape} ${JSON.stringify(after)}`;
}
