/**
 * Fields that need no second look: read as bytes and written as COPY's text format has them, several times faster
 * than by way of strings. What is not plain is not bad; whoever reads it by its text decides that, and of what both read
 * they make the same.
 */

/** Where bytes are written, one after the other. */
export interface ByteWriter {
  bytes: Uint8Array;
  at: number;
}

/** Writes the value of the field from `start` up to `end`; false, whatever it has written, when the field is not plain. */
export type ReadPlain = (from: Uint8Array, start: number, end: number, to: ByteWriter) => boolean;

const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function copy(from: Uint8Array, start: number, end: number, to: ByteWriter): true {
  const { bytes } = to;
  let { at } = to;
  for (let index = start; index < end; index += 1) bytes[at++] = from[index] ?? 0;
  to.at = at;
  return true;
}

/** A text of printable ASCII that neither trimming nor COPY would change, without the byte `never`. */
export function plainText(min: number, max: number, never = BACKSLASH): ReadPlain {
  return (from, start, end, to) => {
    const length = end - start;
    if (length === 0) return min === 0;
    if (length < min || length > max || from[start] === 0x20 || from[end - 1] === 0x20) return false;
    const { bytes } = to;
    let { at } = to;
    for (let index = start; index < end; index += 1) {
      const byte = from[index] ?? 0;
      if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH || byte === never) return false;
      bytes[at++] = byte;
    }
    to.at = at;
    return true;
  };
}

/** A whole number of at most so many digits. */
export function plainDigits(max: number): ReadPlain {
  return (from, start, end, to) => {
    if (end === start || end - start > max) return false;
    for (let index = start; index < end; index += 1) if (!isDigit(from[index])) return false;
    return copy(from, start, end, to);
  };
}

/** A decimal from 0 with at most 30 digits before and 20 after its point. */
export const plainAmount: ReadPlain = (from, start, end, to) => {
  let point = end;
  for (let index = start; index < end; index += 1) {
    const byte = from[index];
    if (byte === POINT && point === end) point = index;
    else if (!isDigit(byte)) return false;
  }
  if (point === start || point - start > 30) return false;
  if (point < end && (point === end - 1 || end - point > 21)) return false;
  return copy(from, start, end, to);
};

/** A decimal from 0 to 1 with at most 12 digits after its point; 1 itself without any. */
export const plainWeight: ReadPlain = (from, start, end, to) => {
  if (end - start === 1) return (from[start] === 0x30 || from[start] === 0x31) && copy(from, start, end, to);
  return from[start] === 0x30 && from[start + 1] === POINT && end - start <= 14 && plainAmount(from, start, end, to);
};

/** Two digits as a number; NaN for what is none. */
function twoDigits(from: Uint8Array, start: number): number {
  const [tens, ones] = [from[start], from[start + 1]];
  if (tens === undefined || ones === undefined || !isDigit(tens) || !isDigit(ones)) return Number.NaN;
  return (tens - 0x30) * 10 + ones - 0x30;
}

const DAYS_OF_MONTH = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether there is a day of the years 2000 to 2099 as YYYY-MM-DD; in them every fourth year is a leap year. */
function hasDay(from: Uint8Array, start: number): boolean {
  if (twoDigits(from, start) !== 20 || from[start + 4] !== MINUS || from[start + 7] !== MINUS) return false;
  const year = twoDigits(from, start + 2);
  const month = twoDigits(from, start + 5);
  const day = twoDigits(from, start + 8);
  const last = month === 2 && year % 4 === 0 ? 29 : (DAYS_OF_MONTH[month] ?? 0);
  return year >= 0 && day >= 1 && day <= last;
}

/** A day from 2000-01-01 to 2099-12-31 as YYYY-MM-DD. */
export const plainDay: ReadPlain = (from, start, end, to) =>
  end - start === 10 && hasDay(from, start) && copy(from, start, end, to);

/** Where the time in UTC ends that starts here, without the Z; 0 when there is none to the millisecond. */
function endOfTime(from: Uint8Array, start: number, end: number): number {
  const isWithZone = from[end - 1] === 0x5a;
  const last = isWithZone ? end - 1 : end;
  const length = last - start;
  if (length < 19 || !hasDay(from, start)) return 0;
  const separator = from[start + 10];
  if (separator !== 0x54 && separator !== 0x20) return 0;
  if (from[start + 13] !== COLON || from[start + 16] !== COLON) return 0;
  const inRange =
    twoDigits(from, start + 11) <= 23 && twoDigits(from, start + 14) <= 59 && twoDigits(from, start + 17) <= 59;
  if (!inRange) return 0;
  if (length === 19) return last;
  if (from[start + 19] !== POINT || length < 21 || length > 23) return 0;
  for (let index = start + 20; index < last; index += 1) if (!isDigit(from[index])) return 0;
  return last;
}

/** A time as YYYY-MM-DDThh:mm:ss in UTC, with or without milliseconds. */
export const plainTime: ReadPlain = (from, start, end, to) => {
  const last = endOfTime(from, start, end);
  if (last === 0) return false;
  copy(from, start, last, to);
  to.bytes[to.at++] = 0x5a;
  return true;
};

/** The day of such a time. */
export const plainDayOfTime: ReadPlain = (from, start, end, to) =>
  endOfTime(from, start, end) !== 0 && copy(from, start, start + 10, to);

function isAlphanumeric(byte: number | undefined): boolean {
  return byte !== undefined && (isDigit(byte) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
}

/** An EID. */
export const plainEid: ReadPlain = (from, start, end, to) => {
  if (end - start !== 22) return false;
  for (let index = start; index < end; index += 1) {
    const byte = from[index];
    if (!isAlphanumeric(byte) && byte !== MINUS && byte !== 0x5f) return false;
  }
  return copy(from, start, end, to);
};

/** An EID or nothing. */
export const plainOptionalEid: ReadPlain = (from, start, end, to) => start === end || plainEid(from, start, end, to);

/** A domain in lower case that keeps all its labels: no punycode, no address, no www, or nothing. */
export const plainDomain: ReadPlain = (from, start, end, to) => {
  if (start === end) return true;
  if (end - start > 253 || (from[start] === 0x77 && from[start + 1] === 0x77 && from[start + 2] === 0x77)) return false;
  let label = start;
  for (let index = start; index <= end; index += 1) {
    const byte = index === end ? POINT : from[index];
    if (byte === POINT) {
      // Names of other scripts are written after "xn--", and what ends in a number is an address.
      if (label === index || (from[label] === 0x78 && from[label + 1] === 0x6e)) return false;
      if (index === end && isDigit(from[label])) return false;
      label = index + 1;
    } else if (byte === undefined || (!isDigit(byte) && (byte < 0x61 || byte > 0x7a) && byte !== MINUS)) return false;
  }
  return copy(from, start, end, to);
};

/** One of the words in upper case, in whatever case. */
export function plainWord(words: readonly string[]): ReadPlain {
  const known = words.map((word) => Buffer.from(word));
  return (from, start, end, to) => {
    for (const word of known) {
      if (word.length !== end - start) continue;
      let index = 0;
      // Of the letters that make a word only the case may differ, which is this bit.
      while (index < word.length && ((from[start + index] ?? 0) & 0xdf) === word[index]) index += 1;
      if (index === word.length) return copy(word, 0, word.length, to);
    }
    return false;
  };
}

/** A text in printable ASCII that `read` gives a value of, in printable ASCII as well. */
export function plainBy(read: (text: string) => string | null): ReadPlain {
  return (from, start, end, to) => {
    if (from[start] === 0x20 || from[end - 1] === 0x20) return false;
    let text = "";
    for (let index = start; index < end; index += 1) {
      const byte = from[index] ?? 0;
      if (byte < 0x20 || byte > 0x7e) return false;
      text += String.fromCharCode(byte);
    }
    const value = read(text);
    if (value === null) return false;
    for (let index = 0; index < value.length; index += 1) to.bytes[to.at++] = value.charCodeAt(index);
    return true;
  };
}
