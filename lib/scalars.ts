import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from "graphql";
import { GraphQLCurrency, GraphQLDateTimeISO, GraphQLLocalDate, GraphQLSafeInt } from "graphql-scalars";
import { Big } from "big.js";
import { FIRST_DAY, LAST_DAY, parseReportDate } from "./date-range.js";
import { parseDecimal, plain } from "./decimal.js";

export const Count = new GraphQLScalarType({
  ...GraphQLSafeInt.toConfig(),
  name: "Count",
  description: "A whole number of things, up to 9,007,199,254,740,991; a JSON number.",
});

export const CurrencyCode = new GraphQLScalarType({
  ...GraphQLCurrency.toConfig(),
  name: "CurrencyCode",
  description: "A currency as three upper-case letters of ISO 4217, such as USD.",
  parseValue: (input) => currencyFrom(input),
  parseLiteral: (node) => currencyFrom(node.kind === Kind.STRING ? node.value : undefined),
});

export const CalendarDate = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  name: "Date",
  description: `A calendar day as YYYY-MM-DD, in UTC, from ${FIRST_DAY} to ${LAST_DAY}.`,
  parseValue: (input) => dayFrom(input),
  parseLiteral: (node) => dayFrom(node.kind === Kind.STRING ? node.value : undefined),
  // Days come from Postgres or from lib/date-range; checking each again would be a tenth of a long report's time.
  serialize(day) {
    if (typeof day !== "string") throw new TypeError("a Date field holds something else");
    return day;
  },
});

export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: "DateTime",
  description: "An instant as ISO 8601 in UTC with milliseconds, such as 2026-01-31T12:00:00.000Z.",
});

/** Whether a text is a currency of ISO 4217: what is none could be kept, and never be shown. */
export function isCurrency(code: string): boolean {
  // The library's list is read without regard to case.
  if (code !== code.toUpperCase()) return false;
  try {
    GraphQLCurrency.parseValue(code);
    return true;
  } catch {
    return false;
  }
}

function currencyFrom(input: unknown): string {
  if (typeof input === "string" && isCurrency(input)) return input;
  throw new GraphQLError("A CurrencyCode is three upper-case letters of ISO 4217, such as USD.", {
    extensions: { code: "BAD_USER_INPUT" },
  });
}

function dayFrom(input: unknown): string {
  const day = typeof input === "string" && /^\d{4}-/.test(input) ? parseReportDate(input) : null;
  if (day !== null) return day;
  throw new GraphQLError(`A Date is a day from ${FIRST_DAY} to ${LAST_DAY}, such as "2026-01-31".`, {
    extensions: { code: "BAD_USER_INPUT" },
  });
}

function decimalFrom(input: unknown): Big {
  const text = typeof input === "number" ? String(input) : input;
  const value = typeof text === "string" ? parseDecimal(text) : null;
  if (value === null) {
    throw new GraphQLError('A Decimal is digits with an optional sign and fraction, such as "12.50".', {
      extensions: { code: "BAD_USER_INPUT" },
    });
  }
  return value;
}

export const DecimalScalar = new GraphQLScalarType<Big, string>({
  name: "Decimal",
  description:
    "An exact decimal number. Answers are JSON strings, so that no digit is lost; inputs may be strings or numbers of at most 30 digits before and 20 after the point, without exponent.",
  serialize(value) {
    if (value instanceof Big) return plain(value);
    // Text was written by us with as many decimals as are meant, such as the 2 of an amount.
    if (typeof value === "string" && parseDecimal(value) !== null) return value;
    throw new TypeError("a Decimal field holds something else");
  },
  parseValue: decimalFrom,
  parseLiteral(node: ValueNode) {
    const isNumber = node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT;
    return decimalFrom(isNumber ? node.value : undefined);
  },
});
