import { stringify } from "csv-stringify/sync";

/** What a spreadsheet would take for a formula; an apostrophe in front makes it text (decisions, section 5). */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Lines of RFC 4180 with CRLF. Numbers stand as they are, texts are guarded against formulas. An exact amount is a text
 * that the guard leaves alone, as amounts are never below 0.
 */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  const guarded = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : cell)),
  );
  return stringify(guarded, { record_delimiter: "\r\n" });
}
