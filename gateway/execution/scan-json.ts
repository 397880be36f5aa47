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

/** What may stand behind a backslash, but for u. */
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'));

/** Digits of a number that is surely one of 32 bits. */
const SAFE_DIGITS = 9;

/** Bytes of a number, and digits of its exponent, that are surely those of a finite one. */
const LONGEST_NUMBER = 40;
const LONGEST_EXPONENT = 2;

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

function escape(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? END;
  if (ESCAPED.has(byte)) return at + 1;
  if (byte !== SMALL_U || !/^[\da-f]{4}$/i.test(bytes.toString("latin1", at + 1, at + 5))) return UNFIT;
  return at + 5;
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

/** A finite number; not -0, which nobody writes. */
export function number(bytes: Buffer, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  const isZero = bytes[first] === ZERO;
  let at = isZero ? first + 1 : digits(bytes, first);
  if (at === first) return UNFIT;
  if (bytes[at] === POINT) {
    const fraction = digits(bytes, at + 1);
    if (fraction === at + 1) return UNFIT;
    at = fraction;
  } else if (isZero && first > start) return UNFIT;
  if (bytes[at] === SMALL_E || bytes[at] === BIG_E) {
    const sign = bytes[at + 1];
    const power = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
    const end = digits(bytes, power);
    if (end === power || end - power > LONGEST_EXPONENT) return UNFIT;
    at = end;
  }
  return at - start > LONGEST_NUMBER ? UNFIT : at;
}

function digits(bytes: Buffer, start: number): number {
  let at = start;
  for (let byte = bytes[at]; byte !== undefined && byte >= ZERO && byte <= NINE; byte = bytes[at]) at += 1;
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
