import { DateTime } from "luxon";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { badInput } from "../../lib/errors.js";

const text = Type.Optional(Type.String());
const name = Type.Optional(Type.String({ minLength: 1 }));

const Columns = Type.Object(
  {
    date: name,
    ad: name,
    campaign: name,
    adGroup: name,
    impressions: name,
    clicks: name,
    cost: name,
    reportedConversions: name,
    extraCost: name,
    network: name,
    inventorySource: name,
    domain: name,
  },
  { additionalProperties: false },
);

const Constants = Type.Object(
  {
    campaign: text,
    adGroup: text,
    reportedConversions: text,
    extraCost: text,
    network: text,
    inventorySource: text,
    domain: text,
  },
  { additionalProperties: false },
);

const MappingParts = Type.Object(
  { columns: Type.Optional(Columns), constants: Type.Optional(Constants), dateFormat: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
type MappingParts = Static<typeof MappingParts>;

/** What a row of deliveries is made of, as a mapping names it. */
export type DeliveryField = keyof Static<typeof Columns>;

/** Fields that a source may leave out: no extra cost, and "not said" for the others. */
const OPTIONAL: readonly DeliveryField[] = ["extraCost", "network", "inventorySource", "domain"];

const DEFAULT_DATE_FORMAT = "yyyy-MM-dd";

/** How the columns of a CSV file become deliveries. */
export interface DeliveryMapping {
  /** The column of each field. */
  readonly columns: Readonly<Partial<Record<DeliveryField, string>>>;
  /** Fields whose column may be missing in the file. */
  readonly ifPresent: readonly DeliveryField[];
  /** The value of each field that is the same in all rows. */
  readonly constants: Readonly<Partial<Record<DeliveryField, string>>>;
  /** How dates are written, in Luxon's format tokens: `dd-MM-yyyy`. */
  readonly dateFormat: string;
}

/**
 * The mapping that a file (parsed JSON, null without one) and the flags over it make:
 * `{columns: {date: "Date", …}, constants: {network: "facebook"}, dateFormat: "dd-MM-yyyy"}`.
 * Without a file each field is read from the column of its own name, optional ones where they are present.
 *
 * @throws BAD_USER_INPUT for what is no mapping, or none that tells all that a delivery needs.
 */
export function deliveryMapping(file: unknown, flags: unknown = {}): DeliveryMapping {
  const base =
    file === null
      ? { columns: Object.fromEntries(Object.keys(Columns.properties).map((field) => [field, field])) }
      : file;
  check(base, "the mapping");
  check(flags, "the options");
  const columns: Partial<Record<DeliveryField, string>> = { ...base.columns, ...flags.columns };
  const constants: Partial<Record<DeliveryField, string>> = { ...base.constants, ...flags.constants };
  for (const field of fieldsOf(flags.columns)) delete constants[field];
  for (const field of fieldsOf(flags.constants)) delete columns[field];

  const twice = fieldsOf(columns).filter((field) => constants[field] !== undefined);
  if (twice.length > 0)
    throw badInput(
      ["columns"],
      "COLUMN_AND_CONSTANT",
      `${twice.join(", ")}: give either a column or a constant, not both.`,
    );
  const missing = fieldsOf(Columns.properties).filter(
    (field) => columns[field] === undefined && constants[field] === undefined && !OPTIONAL.includes(field),
  );
  if (missing.length > 0)
    throw badInput(["columns"], "FIELD_MISSING", `The mapping does not say which column holds ${missing.join(", ")}.`);

  const dateFormat = flags.dateFormat ?? base.dateFormat ?? DEFAULT_DATE_FORMAT;
  if (!tellsDays(dateFormat)) {
    throw badInput(
      ["dateFormat"],
      "NOT_A_FORMAT",
      `The date format "${dateFormat}" does not tell day, month and year, such as dd-MM-yyyy does.`,
    );
  }
  const ifPresent =
    file === null ? OPTIONAL.filter((field) => columns[field] === field && flags.columns?.[field] === undefined) : [];
  return { columns, ifPresent, constants, dateFormat };
}

/** The fields that a part of a mapping speaks of. */
export function fieldsOf(record: object | undefined): DeliveryField[] {
  return Object.keys(record ?? {}).filter((key): key is DeliveryField => Object.hasOwn(Columns.properties, key));
}

function check(parts: unknown, what: string): asserts parts is MappingParts {
  if (Value.Check(MappingParts, parts)) return;
  const problems = Value.Errors(MappingParts, parts).flatMap((error) => {
    const place = error.instancePath === "" ? what : error.instancePath.slice(1).replaceAll("/", ".");
    if (error.keyword === "additionalProperties")
      return [`${place} can't have ${error.params.additionalProperties.join(", ")}`];
    // The other half of an additional property's error.
    return error.keyword === "boolean" ? [] : [`${place} ${error.message}`];
  });
  throw badInput(
    [],
    "NOT_A_MAPPING",
    `${problems.join("; ")}. The fields are ${Object.keys(Columns.properties).join(", ")}.`,
  );
}

/** Whether a date written in the format can be read back. */
function tellsDays(format: string): boolean {
  const day = DateTime.fromISO("2023-08-31", { zone: "utc" });
  return DateTime.fromFormat(day.toFormat(format), format, { zone: "utc" }).toISODate() === day.toISODate();
}
