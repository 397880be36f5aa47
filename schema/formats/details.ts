import type { Row } from "../outcome.js";
import { useText } from "./text.js";

/** A row in a few sentences, for formats that have one text for it. */
export function detailsOf({ message, reason, uses, remedy }: Row): string {
  const used = uses.map((use) => `Used by ${useText(use)}.`);
  return [`${message}.`, ...(reason === null ? [] : [reason]), ...used, ...(remedy === null ? [] : [remedy])].join(" ");
}

/** What stays the same from one run to the next. */
export function fingerprintOf({ kind, code, coordinate, message }: Row): string {
  return `${kind} ${code} ${coordinate ?? message}`;
}
