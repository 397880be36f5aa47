import { parseReportDate } from "../../lib/date-range.js";
import { isEid } from "../../lib/eid.js";
import { badInput } from "../../lib/errors.js";
import { remembered } from "./delivery-row.rules.js";
import { normaliseDomain } from "../../lib/domain.js";

/** A column of a file of facts and of the table that it goes into. */
export interface FactColumn {
  /** Its name in the file's header. */
  header: string;
  /** Its name in the table. */
  column: string;
  kind: keyof typeof KINDS;
  /** Whether it is a part of the key; the others are values that add up. */
  isKey: boolean;
  /** What stands for a column that the file lacks, in the form of the file; without it the file must have it. */
  absent?: string;
}

/** Days that a partition may be made for; a mistyped year would make one that nobody wants. */
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2099-12-31";
const MAX_COUNT = 1_000_000_000;
/** What `parseDecimal` of lib/decimal takes, from 0; a decimal of its own for each row would take too long. */
const AMOUNT = /^\d{1,30}(\.\d{1,20})?$/;
const MAX_TEXT_LENGTH = 255;
const MAX_NOTE_LENGTH = 4_000;
const TIME = `a time from ${FIRST_DAY} to ${LAST_DAY} as YYYY-MM-DDThh:mm:ss, in UTC unless it says otherwise`;

const FLAGS: Readonly<Record<string, string>> = { true: "true", "1": "true", false: "false", "0": "false" };

/** How the text of each kind is read, as Postgres writes the value, or null; what it must be; and its type there. */
const KINDS = {
  day: {
    read: (text: string) => {
      const day = /^\d{4}-/.test(text) ? parseReportDate(text) : null;
      return day !== null && day >= FIRST_DAY && day <= LAST_DAY ? day : null;
    },
    must: `a day from ${FIRST_DAY} to ${LAST_DAY} as YYYY-MM-DD`,
    type: "date",
  },
  eid: { read: (text: string) => (isEid(text) ? text : null), must: "an EID of 22 characters", type: "text" },
  name: {
    read: (text: string) => (isText(text) && text !== "" ? text : null),
    must: `a text of 1 to ${MAX_TEXT_LENGTH} characters`,
    type: "text",
  },
  digest: {
    read: (text: string) => (isText(text) && !text.includes("@") ? text : null),
    must: `a digest of at most ${MAX_TEXT_LENGTH} characters, never an e-mail address itself`,
    type: "text",
  },
  label: {
    read: (text: string) => (isText(text) ? text : null),
    must: `a text of at most ${MAX_TEXT_LENGTH} characters`,
    type: "text",
  },
  note: {
    read: (text: string) => (isText(text, MAX_NOTE_LENGTH) ? text : null),
    must: `a text of at most ${MAX_NOTE_LENGTH} characters`,
    type: "text",
  },
  // An ad is known by three of these, which stand in one column with a control character between them.
  identifier: {
    read: (text: string) => (isText(text) && text !== "" && !/[\t\n\r]/.test(text) ? text : null),
    must: `a text of 1 to ${MAX_TEXT_LENGTH} characters without line breaks or tabs`,
    type: "text",
  },
  optionalEid: {
    read: (text: string) => (text === "" || isEid(text) ? text : null),
    must: "an EID of 22 characters, or empty",
    type: "text",
  },
  time: { read: parseTime, must: TIME, type: "timestamptz" },
  dayOfTime: { read: (text: string) => parseTime(text)?.slice(0, 10) ?? null, must: TIME, type: "date" },
  touch: {
    read: (text: string) => oneOf(["IMPRESSION", "CLICK"], text),
    must: "impression or click",
    type: "text",
  },
  product: { read: (text: string) => oneOf(["RT", "PR", "SR"], text), must: "RT, PR or SR", type: "text" },
  weight: {
    read: (text: string) => (/^(0(\.\d{1,12})?|1(\.0{1,12})?)$/.test(text) ? text : null),
    must: "a decimal from 0 to 1",
    type: "numeric",
  },
  domain: { read: (text: string) => normaliseDomain(text), must: "a domain", type: "text" },
  flag: {
    read: (text: string) => (Object.hasOwn(FLAGS, text) ? (FLAGS[text] ?? null) : null),
    must: "true or false",
    type: "boolean",
  },
  count: {
    read: (text: string) => (/^\d{1,10}$/.test(text) && Number(text) <= MAX_COUNT ? text : null),
    must: `a whole number from 0 to ${MAX_COUNT}`,
    type: "bigint",
  },
  amount: {
    read: (text: string) => (AMOUNT.test(text) ? text : null),
    must: "a plain decimal from 0",
    type: "numeric",
  },
} as const;

/** The Postgres type that a column is staged as. */
export function typeOf({ kind }: FactColumn): string {
  return KINDS[kind].type;
}

/** Kinds that rows repeat and that are dear to read. */
const REPEATED: readonly FactColumn["kind"][] = ["day", "domain"];

/** What reads each column's text: of two columns that stand for one of the file the second is for nothing. */
function readersOf(columns: readonly FactColumn[]): ((text: string) => string | null)[] {
  let lastText = "";
  let lastTime: string | null = null;
  const time = (text: string): string | null => {
    if (text !== lastText) [lastText, lastTime] = [text, parseTime(text)];
    return lastTime;
  };
  return columns.map(({ kind }) => {
    if (kind === "time") return time;
    if (kind === "dayOfTime") return (text) => time(text)?.slice(0, 10) ?? null;
    const { read } = KINDS[kind];
    return REPEATED.includes(kind) ? remembered(read) : read;
  });
}

/** Texts keep line breaks and tabs, as what they name may have them; U+FFFD is what bytes become that are no UTF-8. */
function isText(text: string, maxLength = MAX_TEXT_LENGTH): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are just what this looks for
  return text.length <= maxLength && !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFD]/.test(text);
}

const TIME_PARTS = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)(Z|[+-]\d{2}:?\d{2})?$/;

/** A time of ISO 8601 in UTC, to the millisecond; null for what is none. */
function parseTime(text: string): string | null {
  const [, day = "", time = "", zone = "Z"] = TIME_PARTS.exec(text) ?? [];
  // JavaScript moves a 30 February into March.
  if (parseReportDate(day) === null) return null;
  const millis = Date.parse(`${day}T${time}${zone.replace(/(\d{2})(\d{2})$/, "$1:$2")}`);
  if (Number.isNaN(millis)) return null;
  const utc = new Date(millis).toISOString();
  return utc >= FIRST_DAY && utc.slice(0, 10) <= LAST_DAY ? utc : null;
}

function oneOf(values: readonly string[], text: string): string | null {
  const value = text.toUpperCase();
  return values.includes(value) ? value : null;
}

function excerpt(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a terminal must not obey what a file holds
  const safe = text.replace(/[\u0000-\u001F\u007F-\u009F]/g, "\uFFFD");
  return safe.length > 40 ? `${safe.slice(0, 40)}…` : safe;
}

/**
 * Reads the records of a file with the given header: the values in the order of `columns`, or the reason
 * why a record is bad. Columns that the table has no place for are left out.
 *
 * @throws BAD_USER_INPUT when the header lacks a column or has it twice.
 */
export function factReader(
  columns: readonly FactColumn[],
  header: readonly string[],
): (record: readonly string[]) => string[] | string {
  const names = header.map((name) => name.trim());
  const found = `The file has the columns ${names.join(", ")}.`;
  const missing = columns.filter((column) => column.absent === undefined && !names.includes(column.header));
  if (missing.length > 0) {
    const lacking = missing.map((column) => column.header);
    throw badInput(lacking, "COLUMN_MISSING", `The file lacks ${lacking.join(", ")}. ${found}`);
  }
  const twice = columns.find((column) => names.indexOf(column.header) !== names.lastIndexOf(column.header));
  if (twice !== undefined)
    throw badInput([twice.header], "COLUMN_TWICE", `The column ${twice.header} is there twice. ${found}`);

  const positions = columns.map((column) => names.indexOf(column.header));
  const readers = readersOf(columns);
  return (record) => {
    if (record.length !== header.length) return `it has ${record.length} fields, the header ${header.length}`;
    let problems: Set<string> | null = null;
    const values = columns.map((column, index) => {
      const text = record[positions[index] ?? -1]?.trim() ?? column.absent ?? "";
      const value = readers[index]?.(text) ?? null;
      if (value === null) {
        // A column of the file that is read twice is bad once.
        problems ??= new Set();
        problems.add(`${column.header} "${excerpt(text)}" is not ${KINDS[column.kind].must}`);
      }
      return value ?? "";
    });
    return problems === null ? values : [...problems].join("; ");
  };
}
