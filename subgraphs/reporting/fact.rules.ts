import { parseReportDate } from "../../lib/date-range.js";
import { isEid } from "../../lib/eid.js";
import { badInput } from "../../lib/errors.js";
import { remembered } from "./delivery-row.rules.js";
import { normaliseDomain } from "../../lib/domain.js";
import {
  plainAmount,
  plainBy,
  plainDay,
  plainDayOfTime,
  plainDigits,
  plainDomain,
  plainEid,
  plainOptionalEid,
  plainText,
  plainTime,
  plainWeight,
  plainWord,
} from "./plain-fields.rules.js";
import { copyLine, JOINT, type RowFormat } from "./row-format.rules.js";

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

const TOUCHES = ["IMPRESSION", "CLICK"];
const PRODUCTS = ["RT", "PR", "SR"];

/** How the text of each kind is read, as Postgres writes the value, or null; what it must be; its type there; how a plain field is read. */
const KINDS = {
  day: {
    read: (text: string) => {
      const day = /^\d{4}-/.test(text) ? parseReportDate(text) : null;
      return day !== null && day >= FIRST_DAY && day <= LAST_DAY ? day : null;
    },
    must: `a day from ${FIRST_DAY} to ${LAST_DAY} as YYYY-MM-DD`,
    type: "date",
    plain: plainDay,
  },
  eid: {
    read: (text: string) => (isEid(text) ? text : null),
    must: "an EID of 22 characters",
    type: "text",
    plain: plainEid,
  },
  name: {
    read: (text: string) => (isText(text) && text !== "" ? text : null),
    must: `a text of 1 to ${MAX_TEXT_LENGTH} characters`,
    type: "text",
    plain: plainText(1, MAX_TEXT_LENGTH),
  },
  digest: {
    read: (text: string) => (isText(text) && !text.includes("@") ? text : null),
    must: `a digest of at most ${MAX_TEXT_LENGTH} characters, never an e-mail address itself`,
    type: "text",
    plain: plainText(0, MAX_TEXT_LENGTH, 0x40),
  },
  label: {
    read: (text: string) => (isText(text) ? text : null),
    must: `a text of at most ${MAX_TEXT_LENGTH} characters`,
    type: "text",
    plain: plainText(0, MAX_TEXT_LENGTH),
  },
  note: {
    read: (text: string) => (isText(text, MAX_NOTE_LENGTH) ? text : null),
    must: `a text of at most ${MAX_NOTE_LENGTH} characters`,
    type: "text",
    plain: plainText(0, MAX_NOTE_LENGTH),
  },
  // An ad is known by three of these, which stand in one column with a control character between them.
  identifier: {
    read: (text: string) => (isText(text) && text !== "" && !/[\t\n\r]/.test(text) ? text : null),
    must: `a text of 1 to ${MAX_TEXT_LENGTH} characters without line breaks or tabs`,
    type: "text",
    plain: plainText(1, MAX_TEXT_LENGTH),
  },
  optionalEid: {
    read: (text: string) => (text === "" || isEid(text) ? text : null),
    must: "an EID of 22 characters, or empty",
    type: "text",
    plain: plainOptionalEid,
  },
  time: { read: parseTime, must: TIME, type: "timestamptz", plain: plainTime },
  dayOfTime: {
    read: (text: string) => parseTime(text)?.slice(0, 10) ?? null,
    must: TIME,
    type: "date",
    plain: plainDayOfTime,
  },
  touch: {
    read: (text: string) => oneOf(TOUCHES, text),
    must: "impression or click",
    type: "text",
    plain: plainWord(TOUCHES),
  },
  product: {
    read: (text: string) => oneOf(PRODUCTS, text),
    must: "RT, PR or SR",
    type: "text",
    plain: plainWord(PRODUCTS),
  },
  weight: {
    read: (text: string) => (/^(0(\.\d{1,12})?|1(\.0{1,12})?)$/.test(text) ? text : null),
    must: "a decimal from 0 to 1",
    type: "numeric",
    plain: plainWeight,
  },
  domain: { read: (text: string) => normaliseDomain(text), must: "a domain", type: "text", plain: plainDomain },
  flag: {
    read: readFlag,
    must: "true or false",
    type: "boolean",
    plain: plainBy(readFlag),
  },
  count: {
    read: (text: string) => (/^\d{1,10}$/.test(text) && Number(text) <= MAX_COUNT ? text : null),
    must: `a whole number from 0 to ${MAX_COUNT}`,
    type: "bigint",
    plain: plainDigits(9),
  },
  amount: {
    read: (text: string) => (AMOUNT.test(text) ? text : null),
    must: "a plain decimal from 0",
    type: "numeric",
    plain: plainAmount,
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

function readFlag(text: string): string | null {
  return Object.hasOwn(FLAGS, text) ? (FLAGS[text] ?? null) : null;
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
 * How the records of a file with the given header are staged: the values in the order of `columns`, the first `joined` of
 * them in one column. Columns that the table has no place for are left out.
 *
 * @throws BAD_USER_INPUT when the header lacks a column or has it twice.
 */
export function factFormat(
  columns: readonly FactColumn[],
  header: readonly string[],
  { hasLine = false, joined = 1 } = {},
): RowFormat {
  const names = header.map((name) => name.trim());
  const positions = positionsOf(columns, names);
  const readers = readersOf(columns);
  return {
    hasLine,
    columns: columns.map(({ kind, absent = "" }, index) => ({
      position: positions[index] ?? null,
      constant: absent,
      plain: KINDS[kind].plain,
      isJoined: index < joined - 1,
    })),
    read: (line, record) => {
      if (record.length !== header.length)
        return { reason: `it has ${record.length} fields, the header ${header.length}` };
      // A column of the file that is read twice is bad once.
      const problems = new Set<string>();
      const values = columns.map((column, index) => {
        const text = record[positions[index] ?? -1]?.trim() ?? column.absent ?? "";
        const value = readers[index]?.(text) ?? null;
        if (value === null) problems.add(`${column.header} "${excerpt(text)}" is not ${KINDS[column.kind].must}`);
        return value ?? "";
      });
      if (problems.size > 0) return { reason: [...problems].join("; ") };
      const staged = [values.slice(0, joined).join(JOINT), ...values.slice(joined)];
      return { staged: copyLine(hasLine ? [String(line), ...staged] : staged) };
    },
  };
}

/** Where a file with columns of these names has each column; null where it has not. */
function positionsOf(columns: readonly FactColumn[], names: readonly string[]): (number | null)[] {
  const found = `The file has the columns ${names.join(", ")}.`;
  const missing = columns.filter((column) => column.absent === undefined && !names.includes(column.header));
  if (missing.length > 0) {
    const lacking = missing.map((column) => column.header);
    throw badInput(lacking, "COLUMN_MISSING", `The file lacks ${lacking.join(", ")}. ${found}`);
  }
  const twice = columns.find((column) => names.indexOf(column.header) !== names.lastIndexOf(column.header));
  if (twice !== undefined)
    throw badInput([twice.header], "COLUMN_TWICE", `The column ${twice.header} is there twice. ${found}`);
  return columns.map((column) => (names.includes(column.header) ? names.indexOf(column.header) : null));
}
