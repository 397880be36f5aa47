import type { Use } from "../finding.js";
import type { Row } from "../outcome.js";
import type { Format } from "./format.js";

/** Rows that are written out; a person reads a screen. */
const SHOWN = 12;
const SHOWN_USES = 4;

/** What a person needs to act: what refuses first, each with who uses it and the safe path. */
export const text: Format = ({ rows, exitCode, baseline }) => {
  const refusing = rows.filter(({ refuses }) => refuses);
  const warned = rows.filter(({ refuses, level }) => !refuses && level !== "safe");
  const safe = rows.filter(({ level }) => level === "safe");
  const shown = [...refusing, ...warned];
  const lines = [
    ...shown.slice(0, SHOWN).flatMap(rowLines),
    ...(shown.length > SHOWN ? [`… and ${shown.length - SHOWN} more; --format json has them all.`] : []),
    ...safe.slice(0, SHOWN).map(safeLine),
    ...(safe.length > SHOWN ? [`  … and ${safe.length - SHOWN} more that are safe`] : []),
  ];
  const verdict = ["The schema is fine", "The schema is refused", "The schema does not compose"][exitCode] ?? "";
  const counts = `${refusing.length} refused, ${warned.length} to look at, ${safe.length} safe`;
  return { text: `${[...lines, `${verdict}: ${counts}; compared with ${baseline}.`].join("\n")}\n` };
};

function rowLines(row: Row): string[] {
  const where = row.location === null ? "" : ` (${row.location.file}:${row.location.line})`;
  const uses = row.uses.slice(0, SHOWN_USES).map((use) => `    used by ${useText(use)}`);
  return [
    `${row.refuses ? "✗" : "!"} ${row.kind === "lint" ? "lint" : row.level} ${row.code} ${row.coordinate ?? ""}${where}`,
    `    ${row.message}${row.related.length > 0 ? `, with ${row.related.length} related` : ""}`,
    ...(row.reason === null ? [] : [`    ${row.reason}`]),
    ...uses,
    ...(row.uses.length > SHOWN_USES ? [`    and by ${row.uses.length - SHOWN_USES} more operations`] : []),
    ...(row.remedy === null ? [] : [`    → ${row.remedy}`]),
  ];
}

function safeLine({ message, reason }: Row): string {
  return `  safe ${message}${reason === null ? "" : ` — ${reason}`}`;
}

/** `GET /path (the old interface) at 3:5, called by app (last 2026-11-01)` */
export function useText({ operation, source, at, clients }: Use): string {
  const who = clients.length === 0 ? "" : `, called by ${clients.join(", ")}`;
  return `${operation} (${source})${at === "" ? "" : ` at ${at}`}${who}`;
}
