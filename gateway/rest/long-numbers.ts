/** JSON's numbers of more digits than a number of JavaScript holds, such as identifiers of 64 bits. */

declare global {
  interface JSON {
    /** JSON that JSON.stringify writes as it stands; ECMAScript 2026, which the compiler's library does not know yet. */
    rawJSON(text: string): object;
  }
}

/** A whole number of 16 digits or more where a value can stand; within a text it does no harm. */
const LONG = /(?:^|[\s:,[])-?\d{16,}(?![\d.eE])/;

/** A number with all its digits, in a value that becomes JSON, where none begins with a zero. */
export function exactNumber(digits: string): object {
  return JSON.rawJSON(BigInt(digits).toString());
}

/** The value of a JSON text that is known to be good; a whole number that would lose digits is the text of them. */
export function withLongNumbers(text: string, value: unknown): unknown {
  return LONG.test(text) ? JSON.parse(text, keepDigits) : value;
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === "number" ? numberOf(context?.source ?? String(value)) : value;
}

/** The value of a number as JSON writes it; a whole number that would lose digits is the text of them. */
export function numberOf(source: string): number | string {
  const value = Number(source);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(source) ? value : source;
}
