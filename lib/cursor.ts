import { Buffer } from "node:buffer";
import { badInput } from "./errors.js";

/** One key value of a row as a cursor carries it. */
export type CursorValue = string | number;

/** An opaque place in a list: what the list is, and the key of a row in it. */
export function encodeCursor(list: string, key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString("base64url");
}

/**
 * The key in a cursor of this very list; null when none is given. BAD_USER_INPUT for a cursor of
 * another list or order, with which rows would be skipped or repeated, and for one that we never made.
 */
export function decodeCursor(cursor: string | null | undefined, list: string, length: number): CursorValue[] | null {
  if (cursor == null) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    parts = null;
  }
  const [of, ...key]: unknown[] = Array.isArray(parts) ? parts : [];
  if (of !== list || key.length !== length || !key.every(isCursorValue)) {
    throw badInput(["after"], "BAD_CURSOR", "after must be an endCursor of the same list in the same order.");
  }
  return key;
}

function isCursorValue(part: unknown): part is CursorValue {
  return typeof part === "number" || (typeof part === "string" && !part.includes("\0"));
}
