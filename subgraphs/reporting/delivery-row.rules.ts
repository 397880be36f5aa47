import { parseDate } from "../../lib/date-range.js";
import { parseDecimal } from "../../lib/decimal.js";
import { badInput } from "../../lib/errors.js";
import { type DeliveryField, type DeliveryMapping, fieldsOf } from "./delivery-mapping.rules.js";
import { normaliseDomain } from "../../lib/domain.js";
import {
  plainAmount,
  plainBy,
  plainDay,
  plainDigits,
  plainDomain,
  plainText,
  type ReadPlain,
} from "./plain-fields.rules.js";
import { copyLine, JOINT, type RowFormat } from "./row-format.rules.js";

/** One row as it is staged: texts that Postgres reads as the columns' types. */
export interface DeliveryRow {
  day: string;
  campaign: string;
  adGroup: string;
  ad: string;
  network: string;
  inventorySource: string;
  domain: string;
  impressions: string;
  clicks: string;
  cost: string;
  extraCost: string;
  reportedConversions: string;
}

/** A row, or the reason why it is none. */
export type ReadRow = (record: readonly string[]) => DeliveryRow | string;

/** Days that a partition may be made for; a mistyped year would make one that nobody wants. */
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2099-12-31";

/** The format whose days are written here as they are in the file. */
const ISO_FORMAT = "yyyy-MM-dd";

const MAX_TEXT_LENGTH = 255;

/** Texts that are remembered at most, of those that rows repeat and that are dear to read. */
const MEMORY = 10_000;

/** What a column or a constant does not give. */
const ABSENT: Readonly<Partial<Record<DeliveryField, string>>> = {
  extraCost: "0",
  network: "",
  inventorySource: "",
  domain: "",
};

/**
 * Reads the rows of a file with the given header.
 *
 * @throws BAD_USER_INPUT when the header lacks a mapped column or has it twice; the message names the columns found.
 */
export function deliveryRowReader(mapping: DeliveryMapping, header: readonly string[]): ReadRow {
  const value = fieldValues(mapping, header);
  const readDay = remembered((text) => parseDate(text, mapping.dateFormat));
  const readDomain = remembered(normaliseDomain);

  return (record) => {
    if (record.length !== header.length) return `it has ${record.length} fields, the header ${header.length}`;
    const problems: string[] = [];
    // A file has no time for messages that nobody reads: they are made for bad values only.
    const count = (field: DeliveryField): string => {
      const text = value(record, field);
      if (!isCount(text))
        problems.push(`${field} "${excerpt(text)}" is not a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
      return text;
    };
    const amount = (field: DeliveryField): string => {
      const text = value(record, field);
      if (!isAmount(text)) problems.push(`${field} "${excerpt(text)}" is not a plain decimal from 0`);
      return text;
    };
    const label = (field: DeliveryField, min: number): string => {
      const text = value(record, field);
      if (!isLabel(text, min))
        problems.push(
          `${field} "${excerpt(text)}" does not have ${min} to ${MAX_TEXT_LENGTH} characters without control characters`,
        );
      return text;
    };

    const day = readDay(value(record, "date"));
    if (day === null || day < FIRST_DAY || day > LAST_DAY) {
      problems.push(
        `date "${excerpt(value(record, "date"))}" is not a day from ${FIRST_DAY} to ${LAST_DAY}, written as ${mapping.dateFormat}`,
      );
    }
    const domain = readDomain(value(record, "domain"));
    if (domain === null) problems.push(`domain "${excerpt(value(record, "domain"))}" is not a domain`);
    const row: DeliveryRow = {
      day: day ?? "",
      campaign: label("campaign", 1),
      adGroup: label("adGroup", 1),
      ad: label("ad", 1),
      network: label("network", 0),
      inventorySource: label("inventorySource", 0),
      domain: domain ?? "",
      impressions: count("impressions"),
      clicks: count("clicks"),
      cost: amount("cost"),
      extraCost: amount("extraCost"),
      reportedConversions: count("reportedConversions"),
    };
    return problems.length === 0 ? row : problems.join("; ");
  };
}

/** Where a file with the given header has the fields that it has. */
function positionsOf(mapping: DeliveryMapping, header: readonly string[]): ReadonlyMap<DeliveryField, number> {
  const names = header.map((column) => column.trim());
  const found = `The file has ${names.length === 0 ? "no header" : `the columns ${names.join(", ")}`}.`;
  const positions = new Map<DeliveryField, number>();
  const missing: string[] = [];
  for (const field of fieldsOf(mapping.columns)) {
    const column = mapping.columns[field] ?? field;
    const position = names.indexOf(column);
    if (position === -1 && mapping.ifPresent.includes(field)) continue;
    if (position === -1) missing.push(column === field ? column : `${column} (${field})`);
    else if (names.lastIndexOf(column) !== position)
      throw badInput([column], "COLUMN_TWICE", `The column ${column} is there twice. ${found}`);
    else positions.set(field, position);
  }
  if (missing.length > 0) throw badInput(missing, "COLUMN_MISSING", `The file lacks ${missing.join(", ")}. ${found}`);
  return positions;
}

/** What all rows have in a field that the file does not have. */
function constantOf(mapping: DeliveryMapping, field: DeliveryField): string {
  return (mapping.constants[field] ?? ABSENT[field] ?? "").trim();
}

/** The text of a field in a record, without the spaces around it. */
function fieldValues(
  mapping: DeliveryMapping,
  header: readonly string[],
): (record: readonly string[], field: DeliveryField) => string {
  const positions = positionsOf(mapping, header);
  return (record, field) => {
    const position = positions.get(field);
    return position === undefined ? constantOf(mapping, field) : (record[position]?.trim() ?? "");
  };
}

/** The fields in the order in which they are staged; the three that name the ad stand in one column. */
const STAGED = [
  "date",
  "campaign",
  "adGroup",
  "ad",
  "network",
  "inventorySource",
  "domain",
  "impressions",
  "clicks",
  "cost",
  "extraCost",
  "reportedConversions",
] as const satisfies readonly DeliveryField[];

/** How plain fields are read. */
function plainReaders(dateFormat: string): Readonly<Record<DeliveryField, ReadPlain>> {
  const day = remembered((text) => {
    const read = parseDate(text, dateFormat);
    return read !== null && read >= FIRST_DAY && read <= LAST_DAY ? read : null;
  });
  const name = plainText(1, MAX_TEXT_LENGTH);
  const label = plainText(0, MAX_TEXT_LENGTH);
  const count = plainDigits(15);
  return {
    date: dateFormat === ISO_FORMAT ? plainDay : plainBy(day),
    campaign: name,
    adGroup: name,
    ad: name,
    network: label,
    inventorySource: label,
    domain: plainDomain,
    impressions: count,
    clicks: count,
    cost: plainAmount,
    extraCost: plainAmount,
    reportedConversions: count,
  };
}

/**
 * How the rows of a file with the given header are staged.
 *
 * @throws BAD_USER_INPUT as `deliveryRowReader`.
 */
export function deliveryFormat(mapping: DeliveryMapping, header: readonly string[]): RowFormat {
  const positions = positionsOf(mapping, header);
  const plain = plainReaders(mapping.dateFormat);
  const read = deliveryRowReader(mapping, header);
  return {
    hasLine: true,
    columns: STAGED.map((field) => ({
      position: positions.get(field) ?? null,
      constant: constantOf(mapping, field),
      plain: plain[field],
      isJoined: field === "campaign" || field === "adGroup",
    })),
    read: (line, record) => {
      const row = read(record);
      if (typeof row === "string") return { reason: row };
      const { day, campaign, adGroup, ad, network, inventorySource, domain } = row;
      const { impressions, clicks, cost, extraCost, reportedConversions } = row;
      const names = [[campaign, adGroup, ad].join(JOINT), network, inventorySource, domain];
      return {
        staged: copyLine([String(line), day, ...names, impressions, clicks, cost, extraCost, reportedConversions]),
      };
    },
  };
}

function isCount(text: string): boolean {
  return /^\d{1,16}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;
}

function isAmount(text: string): boolean {
  return parseDecimal(text)?.gte(0) === true && !text.startsWith("-");
}

function isLabel(text: string, min: number): boolean {
  // U+FFFD is what bytes become that are no UTF-8.
  // oxlint-disable-next-line no-control-regex -- control characters are just what this looks for
  return text.length >= min && text.length <= MAX_TEXT_LENGTH && !/[\u0000-\u001F\u007F\uFFFD]/.test(text);
}

function excerpt(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a terminal must not obey what a file holds
  const safe = text.replace(/[\u0000-\u001F\u007F-\u009F]/g, "\uFFFD");
  return safe.length > 40 ? `${safe.slice(0, 40)}…` : safe;
}

/** The function with a memory that begins anew when it is full. */
export function remembered(read: (text: string) => string | null): (text: string) => string | null {
  const known = new Map<string, string | null>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = read(text);
      if (known.size >= MEMORY) known.clear();
      known.set(text, value);
    }
    return value;
  };
}
