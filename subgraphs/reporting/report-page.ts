import { decodeCursor, encodeCursor } from "../../lib/cursor.js";
import { parseReportDate } from "../../lib/date-range.js";
import { badInput } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";

/** A page of report rows from at most one row more than it may hold; `breakdown` tells its cursors from others'. */
export function reportPage<R, N>(
  breakdown: string,
  rows: readonly R[],
  size: number,
  after: string | null | undefined,
  key: (row: R) => readonly string[],
  toNode: (row: R) => N,
): Page<N> {
  const edges = rows.slice(0, size).map((row) => ({ node: toNode(row), cursor: encodeCursor(breakdown, key(row)) }));
  return {
    nodes: edges.map((edge) => edge.node),
    edges,
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** The key in a cursor of this breakdown; BAD_USER_INPUT for anything else. */
export function rowKey(cursor: string | null | undefined, breakdown: string, length: number): string[] | null {
  return decodeCursor(cursor, breakdown, length)?.map(String) ?? null;
}

/** The same for a breakdown whose key begins with a day. */
export function dailyRowKey(cursor: string | null | undefined, breakdown: string, length: number): string[] | null {
  const key = rowKey(cursor, breakdown, length);
  if (key === null || parseReportDate(key[0] ?? "") !== null) return key;
  throw badInput(["after"], "BAD_CURSOR", "after must be an endCursor of the same breakdown.");
}
