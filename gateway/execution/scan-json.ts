/**
 * Passes over JSON in bytes as `JSON.stringify` spells it, without spaces. Every function takes the position at which a
 * value should begin and returns the one behind it, or UNFIT where there is no such value. The bytes end with END, which is
 * part of no value, so that nothing is read behind them.
 */
export const UNFIT = -1;

/** Behind the last byte of the text. */
export const END = 0;

export const COMMA = 44;
export const NULL = 110;
const QUOTE = 34;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const BIG_E = 69;
const SMALL_E = 101;
const BACKSLASH = 92;
const SPACE = 32;
const SMALL_U = 117;

/** What stands behind a backslash, but for u. */
const ESCAPED = new Set(Buffer.from('"\\bfnrt'));

/** Behind u, a control character that has no letter of its own. */
const CONTROL = /^00(?:0[0-7be-f]|1[0-9a-f])$/;

/** Digits of a number that is surely one of 32 bits. */
const SAFE_DIGITS = 9;

/** Digits, with the point, of a number that surely comes out of a double as it went in. */
const PLAIN_DIGITS = 15;

/** Bytes above which no double is written. */
const LONGEST_NUMBER = 30;

export function startsWith(bytes: Buffer, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

export function constant(bytes: Buffer, at: number, text: string): number {
  return startsWith(bytes, at, text) ? at + text.length : UNFIT;
}

export function string(bytes: Buffer, start: number): number {
  if (bytes[start] !== QUOTE) return UNFIT;
  let at = start + 1;
  for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[at]) {
    if (byte === undefined || byte < SPACE) return UNFIT;
    at = byte === BACKSLASH ? escape(bytes, at + 1) : at + 1;
    if (at < 0) return UNFIT;
  }
  return at + 1;
}

/** As `JSON.stringify` escapes: what it does not have to, and halves of a pair of surrogates, are left to it. */
function escape(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? END;
  if (ESCAPED.has(byte)) return at + 1;
  return byte === SMALL_U && CONTROL.test(bytes.toString("latin1", at + 1, at + 5)) ? at + 5 : UNFIT;
}

/** A whole number of 32 bits; not -0, which nobody writes. */
export function int(bytes: Buffer, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  if (bytes[first] === ZERO) return first === start ? first + 1 : UNFIT;
  const end = digits(bytes, first);
  const count = end - first;
  if (count <= SAFE_DIGITS) return count === 0 ? UNFIT : end;
  const value = Number(bytes.toString("latin1", start, Math.min(end, first + LONGEST_NUMBER)));
  return (value | 0) === value ? end : UNFIT;
}

/** A number as `JSON.stringify` writes it, so that it is the same to who reads more digits than a double has. */
export function number(bytes: Buffer, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  const point = digits(bytes, first);
  let at = bytes[point] === POINT ? digits(bytes, point + 1) : point;
  const hasPower = bytes[at] === SMALL_E || bytes[at] === BIG_E;
  // With so few digits only zeros at either end can be spelled in several ways.
  const isShort = point > first && at - first <= PLAIN_DIGITS && bytes[first] !== ZERO;
  const last = bytes[at - 1];
  if (!hasPower && isShort && (at === point || (isDigit(last) && last !== ZERO))) return at;
  if (hasPower) {
    const sign = bytes[at + 1];
    at = digits(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
  }
  if (at === start || at - start > LONGEST_NUMBER) return UNFIT;
  const text = bytes.toString("latin1", start, at);
  return JSON.stringify(Number(text)) === text ? at : UNFIT;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function digits(bytes: Buffer, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at += 1;
  return at;
}

export function boolean(bytes: Buffer, at: number): number {
  const end = constant(bytes, at, "true");
  return end < 0 ? constant(bytes, at, "false") : end;
}

export function nothing(bytes: Buffer, at: number): number {
  return constant(bytes, at, "null");
}

/** A string, number or boolean. */
export function scalar(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === QUOTE) return string(bytes, at);
  return byte === MINUS || (byte !== undefined && byte >= ZERO && byte <= NINE)
    ? number(bytes, at)
    : boolean(bytes, at);
}
