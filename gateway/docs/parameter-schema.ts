import type { Parameter } from "../rest/parameter.js";

/** A JSON Schema (2020-12) as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a parameter takes. */
export interface ParameterShape {
  schema: JsonSchema;
  /** A value that it takes; undefined where its words suggest none. */
  example: unknown;
  /** Whether it takes a part of a multipart form. */
  isFile: boolean;
}

const EXAMPLE_EID = "2A6UQFBYK2222222222224";
const DAY = "2026-01-31";

/** Nothing that means anything: whatever reads it says what it wants instead. */
const NONSENSE = "\u0001";

/**
 * A parameter's shape. It is read off the words in which the parameter refuses what it does not take, so that what is
 * documented and what is checked cannot part; an example that the parameter would not take is none.
 */
export function shapeOf(name: string, parameter: Parameter<unknown>): ParameterShape {
  const read = parameter.read([NONSENSE]);
  const { schema, example } =
    "must" in read ? ofWords(read.must) : "value" in read ? text(exampleText(name)) : ANYTHING;
  const isFile = "must" in read && read.must.startsWith("one file");
  const isTaken = "value" in parameter.read(Array.isArray(example) ? example : [example]);
  return {
    schema: { ...schema, description: parameter.description },
    example: isTaken ? example : undefined,
    isFile,
  };
}

interface Shape {
  schema: JsonSchema;
  example: unknown;
}

/** From the most special to the most general; the first that matches counts. */
const WORDINGS: readonly [RegExp, (found: RegExpExecArray) => Shape][] = [
  [/^an EID of 22 characters(, or all)?/, () => ({ schema: EID_SCHEMA, example: EXAMPLE_EID })],
  [/^EIDs? of 22 characters/, () => ({ schema: EID_SCHEMA, example: EXAMPLE_EID })],
  [/^a list .*such as (\{.*\})/, ([, json]) => listOf(ofJson(json))],
  [/^an object such as (\{.*\})$/, ([, json]) => ofJson(json)],
  [/^a (?:list|JSON array) of objects/, () => ({ schema: { type: "array", items: { type: "object" } }, example: [] })],
  [/^an object/, () => ({ schema: { type: "object" }, example: undefined })],
  [/^left out/, () => ({ schema: { not: {} }, example: undefined })],
  [/^a list of (.*), joined by commas or repeated$/, ([, each]) => listOf(ofWords(each ?? ""))],
  [/^(?:one of|values among|at least one of) (.*)$/, ([, values]) => oneOf((values ?? "").split(", "))],
  [/^(?:a whole number|whole numbers) from (-?\d+) to (\d+)/, ([, from, to]) => integer(Number(from), Number(to))],
  [/^true or false/, () => ({ schema: { type: "boolean" }, example: true })],
  [/^a number/, () => ({ schema: { type: "number" }, example: 1.5 })],
  [
    /^one file/,
    () => ({
      schema: { type: "string", contentMediaType: "application/octet-stream" },
      example: "R0lGODlhAQABAAAAACw=",
    }),
  ],
  [/^a day/, () => ({ schema: { type: "string", format: "date" }, example: DAY })],
  [/^a date-time/, () => ({ schema: { type: "string", format: "date-time" }, example: `${DAY}T12:00:00Z` })],
  [/^an amount/, () => ({ schema: { type: "string", pattern: "^\\d{1,12}(\\.\\d{1,2})?$" }, example: "12.50" })],
  [/^three upper-case letters/, () => ({ schema: { type: "string", pattern: "^[A-Z]{3}$" }, example: "USD" })],
  [/^two upper-case letters/, () => ({ schema: { type: "string", pattern: "^[A-Z]{2}$" }, example: "US" })],
  [/such as (\S+)$/, ([, example]) => ({ schema: { type: "string" }, example })],
];

/** A value with parts of its own, whose words are about those. */
const ANYTHING: Shape = { schema: {}, example: undefined };

const EID_SCHEMA = { type: "string", pattern: "^[A-Za-z0-9_-]{22}$" };

function ofWords(words: string): Shape {
  for (const [pattern, make] of WORDINGS) {
    const found = pattern.exec(words);
    if (found !== null) return make(found);
  }
  return text("text");
}

function text(example: string): Shape {
  return { schema: { type: "string" }, example };
}

function exampleText(name: string): string {
  if (/e?mail/.test(name)) return "someone@example.com";
  if (/url|link/.test(name)) return "https://www.example.com/";
  if (/domain/.test(name)) return "example.com";
  return `Example ${name.replaceAll("_", " ")}`;
}

function oneOf(values: readonly string[]): Shape {
  return { schema: { type: "string", enum: values }, example: values[0] };
}

function integer(minimum: number, maximum: number): Shape {
  const bounds = { minimum, ...(Number.isSafeInteger(maximum) && { maximum }) };
  return { schema: { type: "integer", ...bounds }, example: Math.min(Math.max(minimum, 30), maximum) };
}

function listOf({ schema, example }: Shape): Shape {
  return { schema: { type: "array", items: schema }, example: [example] };
}

/** The wording's own example. */
function ofJson(json = "{}"): Shape {
  let example: unknown;
  try {
    example = JSON.parse(json);
  } catch {
    // Words in the manner of JSON.
    return { schema: { type: "object" }, example: undefined };
  }
  return { schema: { type: "object" }, example: filled(example) };
}

/** Words that stand for values are values. */
function filled(value: unknown): unknown {
  if (value === "an EID of 22 characters") return EXAMPLE_EID;
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each)]));
}
