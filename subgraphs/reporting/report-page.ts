import { Buffer } from "node:buffer";
import { badInput } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";

/** A page of report rows from at most one row more than it may hold. */
export function reportPage<R, N>(
  rows: readonly R[],
  size: number,
  after: string | null | undefined,
  key: (row: R) => readonly string[],
  toNode: (row: R) => N,
): Page<N> {
  const edges = rows.slice(0, size).map((row) => ({
    node: toNode(row),
    cursor: Buffer.from(JSON.stringify(key(row))).toString("base64url"),
  }));
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

/** The key in a cursor of `reportPage`, of the given length; BAD_USER_INPUT for anything else. */
export function rowKey(cursor: string | null | undefined, length: number): string[] | null {
  if (cursor == null) return null;
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    key = null;
  }
  const fits =
    Array.isArray(key) &&
    key.length === length &&
    key.every((part) => typeof part === "string" && !part.includes("\0"));
  // Of a longer key the first part is a day.
  if (!fits || !Array.isArray(key) || (length > 1 && !/^\d{4}-\d\d-\d\d$/.test(key[0]))) {
    throw badInput(["after"], "BAD_CURSOR", "after must be an endCursor of the same breakdown.");
  }
  return key;
}
