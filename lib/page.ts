import type { RequestContext } from "./context.js";
import { AMONG, type Binding, type Condition, sqlStateOf, visibleTo } from "./database.js";
import type { Viewer } from "./viewer.js";
import { decodeCursor, encodeCursor } from "./cursor.js";
import { badInput } from "./errors.js";
import { defineLoader } from "./loader.js";

/** Rows of a page when the client does not say. */
export const DEFAULT_PAGE_SIZE = 25;

export interface OrderTerm {
  field: string;
  direction: "ASC" | "DESC";
}

/** One filter: operators by field, `{status: {in: ["PAUSED"]}, name: {contains: "x"}}`. */
export type Filter = object;

/** The arguments that every connection takes. */
export interface PageArgs {
  first?: number | null;
  after?: string | null;
  filter?: Filter | null;
  orderBy?: readonly OrderTerm[] | null;
}

export interface Edge<T> {
  node: T;
  cursor: string;
}

export interface Page<T> {
  nodes: T[];
  readonly edges: Edge<T>[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/** How a list may be ordered. */
export interface ListOrder {
  /** Column that holds the noun's EID, the last key of every order. */
  eid: string;
  /** Column of each field that an order may name; none of them is null. */
  orders: Readonly<Record<string, string>>;
  /** Order without `orderBy`. */
  defaultOrder: readonly OrderTerm[];
}

/** How a noun is listed: where its rows come from and which fields may filter and order them. */
export interface ListSpec<R extends object, T> extends ListOrder {
  /** FROM clause, the noun's own table under the alias `t`: `entities.campaign t`. */
  from: string;
  /** Column that holds the EID of what the list belongs to: `t.advertisable_eid`. */
  parent: string;
  /** What restricts the rows to those that the viewer may see, of a table without an advertisable; `visibleTo` when not given. */
  visible?(viewer: Viewer): Condition;
  /** SELECT list; must not use the names that begin with `page_`. */
  columns: readonly string[];
  /** The filter that holds for each field that the client's filter does not name. */
  defaultFilter?: Readonly<Record<string, object>>;
  /** Column of each field that a filter may name. */
  filters: Readonly<Record<string, string>>;
  toNode(row: R): T;
}

/** What a list belongs to: its EID, with that of its advertisable where that is another one. */
export type PageParent = string | { eid: string; advertisableEid: string };

interface PageKey {
  parent: string;
  /** The advertisable of the parent, where it is known. */
  tenant: string | null;
  args: PageArgs;
  /** The arguments written out, and the parent with them: pages that agree in the first share a statement. */
  argsText: string;
  text: string;
}

interface PageRow {
  /** Of pages of several parents only. */
  page_parent: string;
  page_cursor: unknown[];
}

/**
 * A loader of pages: however many parents ask with the same arguments, one statement answers them
 * all. Cursors are keysets (the ordering columns of a row), so that rows that come or go meanwhile
 * shift nothing.
 */
export function definePages<R extends object, T>(
  spec: ListSpec<R, T>,
): (context: RequestContext, parent: PageParent, args: PageArgs) => Promise<Page<T>> {
  const load = defineLoader<PageKey, Page<T>>(async (keys, context) => {
    const pages = new Map<string, Page<T>>();
    for (const group of Map.groupBy(keys, (key) => key.argsText).values()) {
      for (const [key, page] of await loadPages(spec, group, context)) pages.set(key, page);
    }
    return pages;
  }, textOf);
  return async (context, parent, args) => {
    const [eid, tenant] = typeof parent === "string" ? [parent, null] : [parent.eid, parent.advertisableEid];
    const argsText = JSON.stringify(args);
    return (await load(context, { parent: eid, tenant, args, argsText, text: `${eid} ${argsText}` })) ?? EMPTY_PAGE;
  };
}

/** How many rows of a list a filter leaves, of those that the viewer may see. */
export function defineCount<R extends object, T>(
  spec: Omit<ListSpec<R, T>, "parent">,
): (context: RequestContext, filter: Filter | null | undefined) => Promise<number> {
  return async (context, filter) => {
    const conditions = [
      spec.visible?.(context.viewer) ?? visibleTo(context.viewer, "t.advertisable_eid"),
      ...filterConditions(spec, filter ?? {}),
    ];
    const [row] = await context.sql.rows<{ count: string }>(
      `select count(*) as count from ${spec.from} where ${conditions.map((condition) => condition.sql).join(" and ")}`,
      conditions.flatMap((condition) => condition.bindings),
    );
    return Number(row?.count ?? 0);
  };
}

const EMPTY_PAGE: Page<never> = {
  nodes: [],
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

function textOf(key: PageKey): string {
  return key.text;
}

async function loadPages<R extends object, T>(
  spec: ListSpec<R, T>,
  keys: readonly PageKey[],
  context: RequestContext,
): Promise<Map<string, Page<T>>> {
  const args = keys[0]?.args ?? {};
  const size = pageSize(args.first, context.pageLimit);
  const order = orderOf(spec, args.orderBy);
  const conditions = [
    spec.visible?.(context.viewer) ?? visibleTo(context.viewer, "t.advertisable_eid"),
    ...parentConditions(spec, keys),
    ...filterConditions(spec, args.filter ?? {}),
    ...(args.after == null
      ? []
      : [keysetCondition(order, decodeCursor(args.after, signature(order), order.length) ?? [])]),
  ];
  const orderSql = order.map((term) => `${term.column} ${term.direction}`).join(", ");
  const select = `select ${spec.columns.join(", ")},
      json_build_array(${order.map((term) => term.column).join(", ")}) as page_cursor`;
  const from = `from ${spec.from} where ${conditions.map((condition) => condition.sql).join(" and ")}`;
  // One parent's page is read off an index and stops there; of several parents the rows are numbered.
  const statement = context.sql.rows<R & PageRow>(
    keys.length === 1
      ? `${select} ${from} order by ${orderSql} limit ?`
      : `select * from (
           ${select}, ${spec.parent} as page_parent, row_number() over (partition by ${spec.parent} order by ${orderSql}) as page_row ${from}
         ) ranked where page_row <= ? order by page_parent, page_row`,
    [...conditions.flatMap((condition) => condition.bindings), size + 1],
  );
  const rows = await statement.catch((error: unknown) => {
    // A cursor is the client's text: one whose values don't fit their columns is bad input.
    if (args.after == null || !sqlStateOf(error)?.startsWith("22")) throw error;
    throw badInput(["after"], "BAD_CURSOR", "after must be an endCursor of the same list in the same order.");
  });
  const [only, ...others] = keys;
  if (only !== undefined && others.length === 0) return new Map([[only.text, toPage(spec, rows, size, args, order)]]);
  const byParent = Map.groupBy(rows, (row) => row.page_parent);
  return new Map(keys.map((key) => [key.text, toPage(spec, byParent.get(key.parent) ?? [], size, args, order)]));
}

/** One parent is named by `=`: PostgreSQL reads nothing in an index's order where a column before it is compared by `= any`. */
function parentConditions({ parent }: { parent: string }, keys: readonly PageKey[]): Condition[] {
  const [key, ...others] = keys;
  if (key === undefined || others.length > 0)
    return [{ sql: `${parent} = ${AMONG}`, bindings: [keys.map((each) => each.parent)] }];
  return [
    { sql: `${parent} = ?`, bindings: [key.parent] },
    ...(key.tenant === null ? [] : [{ sql: "t.advertisable_eid = ?", bindings: [key.tenant] }]),
  ];
}

function toPage<R extends object, T>(
  spec: ListSpec<R, T>,
  rows: readonly (R & PageRow)[],
  size: number,
  args: PageArgs,
  order: readonly OrderColumn[],
): Page<T> {
  const shown = rows.slice(0, size);
  const list = signature(order);
  const cursorOf = (row: R & PageRow): string => encodeCursor(list, row.page_cursor);
  const [first, last] = [shown.at(0), shown.at(-1)];
  return {
    nodes: shown.map((row) => spec.toNode(row)),
    // Most clients ask for nodes, and the cursors of all rows cost as much as the rest of the page.
    get edges() {
      return shown.map((row) => ({ node: spec.toNode(row), cursor: cursorOf(row) }));
    },
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: args.after != null,
      startCursor: first === undefined ? null : cursorOf(first),
      endCursor: last === undefined ? null : cursorOf(last),
    },
  };
}

/** Rows of one page: 1 to the limit, 25 when nothing is said. */
export function pageSize(first: number | null | undefined, limit: number): number {
  const size = first ?? DEFAULT_PAGE_SIZE;
  if (size < 1 || size > limit) throw badInput(["first"], "OUT_OF_RANGE", `first must be from 1 to ${limit}.`);
  return size;
}

interface OrderColumn extends OrderTerm {
  column: string;
}

function orderOf(spec: ListOrder, orderBy: readonly OrderTerm[] | null | undefined): OrderColumn[] {
  const terms = orderBy == null || orderBy.length === 0 ? spec.defaultOrder : orderBy;
  if (new Set(terms.map((term) => term.field)).size < terms.length) {
    throw badInput(["orderBy"], "REPEATED", "orderBy must name each field once.");
  }
  const columns = terms.map((term) => {
    const column = spec.orders[term.field];
    if (column === undefined) throw badInput(["orderBy"], "UNKNOWN_FIELD", `orderBy can't use ${term.field}.`);
    return { ...term, column };
  });
  // The EID makes the order total; it follows the last term so that one index serves both.
  return [...columns, { field: "eid", direction: columns.at(-1)?.direction ?? "ASC", column: spec.eid }];
}

/**
 * Rows after a cursor: `(a, b) > (?, ?)`, which an index answers, or where the directions differ
 * `(a > ?) or (a = ? and b < ?) or …`.
 */
function keysetCondition(order: readonly OrderColumn[], values: readonly Binding[]): Condition {
  const [first] = order;
  if (order.every((term) => term.direction === first?.direction)) {
    return {
      sql: `(${order.map((term) => term.column).join(", ")}) ${first?.direction === "ASC" ? ">" : "<"} (${order.map(() => "?").join(", ")})`,
      bindings: values,
    };
  }
  const bindings: Binding[] = [];
  const alternatives = order.map((term, index) => {
    const equal = order.slice(0, index).map((before, position) => {
      bindings.push(values[position] ?? null);
      return `${before.column} = ?`;
    });
    bindings.push(values[index] ?? null);
    return `(${[...equal, `${term.column} ${term.direction === "ASC" ? ">" : "<"} ?`].join(" and ")})`;
  });
  return { sql: `(${alternatives.join(" or ")})`, bindings };
}

/** What a cursor belongs to: using one with another order would skip or repeat rows. */
function signature(order: readonly OrderColumn[]): string {
  return order.map((term) => `${term.field}:${term.direction}`).join(",");
}

const OPERATORS: Readonly<Record<string, (column: string, value: Binding) => Condition>> = {
  eq: (column, value) => ({ sql: `${column} = ?`, bindings: [value] }),
  in: (column, value) => ({ sql: `${column} = ${isEidColumn(column) ? AMONG : "any(?)"}`, bindings: [value] }),
  notIn: (column, value) => ({ sql: `${column} <> all(?)`, bindings: [value] }),
  contains: (column, value) => ({ sql: `${column} ilike ?`, bindings: [`%${escapeLike(value)}%`] }),
  startsWith: (column, value) => ({ sql: `${column} ilike ?`, bindings: [`${escapeLike(value)}%`] }),
  from: (column, value) => ({ sql: `${column} >= ?`, bindings: [value] }),
  until: (column, value) => ({ sql: `${column} < ?`, bindings: [value] }),
};

/** Columns of EIDs, which may be named by the hundred; of the others some hold no text. */
function isEidColumn(column: string): boolean {
  return /(?:^|[._])eid$/.test(column);
}

function escapeLike(value: Binding): string {
  if (typeof value !== "string") throw new TypeError("a text filter holds something else");
  return value.replace(/[\\%_]/g, "\\$&");
}

function filterConditions(
  spec: Pick<ListSpec<never, unknown>, "filters" | "defaultFilter">,
  filter: Filter,
): Condition[] {
  const conditions: Condition[] = [];
  const given = Object.entries(filter).filter(([, operators]) =>
    Object.values(operators ?? {}).some((value) => value != null),
  );
  for (const [field, operators] of Object.entries({ ...spec.defaultFilter, ...Object.fromEntries(given) })) {
    const column = spec.filters[field];
    if (column === undefined) throw badInput(["filter", field], "UNKNOWN_FIELD", `filter can't use ${field}.`);
    for (const [name, value] of Object.entries(operators)) {
      if (value == null) continue;
      const operator = OPERATORS[name];
      if (operator === undefined) throw new TypeError(`no operator ${name}`);
      conditions.push(operator(column, bindable(value)));
    }
  }
  return conditions;
}

function bindable(value: unknown): Binding {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number" || value instanceof Date)
    return value;
  throw new TypeError("a filter holds a value that no statement can carry");
}
