import { type GraphQLSchema, isEnumType, isInputObjectType, isIntrospectionType, isObjectType } from "graphql";
import type { Violation } from "../../lib/errors.js";
import type { RestRoute } from "./route.js";

/** The names of the graph that stand in its messages, and that the old interface writes in its own way. */
export interface GraphWords {
  /** Fields of inputs and arguments of several words: `startDate`. */
  readonly fields: ReadonlySet<string>;
  /** Values of enums: `ADMIN_REVIEW`. */
  readonly values: ReadonlySet<string>;
}

/** What says how a route names the fields of the graph. */
type Named = Pick<RestRoute, "parameters" | "names">;

/** Enums whose values are also what people call the things: a PNG image, a CSV feed. */
const NAMES_OF_THINGS: ReadonlySet<string> = new Set(["ErrorCode", "ImageFormat", "FeedType"]);

const WORD = /[A-Za-z]\w*/g;

/** Nothing that means anything: whatever reads it says what it wants instead. */
const NONSENSE = "\u0001";

export function graphWords(schema: GraphQLSchema): GraphWords {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const inputs = types.filter(isInputObjectType).flatMap((type) => Object.keys(type.getFields()));
  const args = types
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).flatMap((field) => field.args.map((arg) => arg.name)));
  const values = types
    .filter(isEnumType)
    .filter((type) => !NAMES_OF_THINGS.has(type.name))
    .flatMap((type) => type.getValues().map((value) => value.name));
  return {
    fields: new Set([...inputs, ...args].filter((name) => /^[a-z].*[A-Z]/.test(name))),
    // A value of one letter is a word of English.
    values: new Set(values.filter((value) => value.length > 1)),
  };
}

/** A message of the graph in the words of the old interface: its parameters, and its values in lower case. */
export function messageInOldWords(message: string, route: Named, words: GraphWords): string {
  return message.replaceAll(WORD, (word) => {
    if (words.fields.has(word)) return parameterOf(word, route) ?? String(oldName(word, route));
    const own = /^[A-Z]/.test(word) ? route.names?.[word] : undefined;
    if (own !== undefined || !words.values.has(word)) return own ?? word;
    return saidBy(route).has(word) ? word : word.toLowerCase();
  });
}

/**
 * A violation by the name that the old interface has for what stands at its path: `["input", "displayName"]`
 * is the parameter display_name, `["input", "adminUnits", 3, "geoType"]` is admin_units.3.geo_type. An entry of a
 * list that may come joined by commas is the whole parameter: it has no place that a client could name.
 */
export function inOldWords(violation: Violation, route: Named, words: GraphWords): Violation {
  for (const [at, part] of violation.path.entries()) {
    const field = String(part);
    const known = parameterOf(field, route);
    if (known === undefined) continue;
    // Under a name of its own a parameter need not be a list where the graph has one.
    const isWhole = known === route.names?.[field] || route.parameters[known]?.takesCommas === true;
    const rest = isWhole ? [] : violation.path.slice(at + 1).map((each) => oldName(each, route));
    const message = violation.message.replaceAll(WORD, (word) => (word === field ? known : word));
    return { ...violation, path: [known, ...rest], message: messageInOldWords(message, route, words) };
  }
  const path = violation.path.filter((part, index) => index > 0 || part !== "input");
  return {
    ...violation,
    path: path.map((part) => oldName(part, route)),
    message: messageInOldWords(violation.message, route, words),
  };
}

/** What the range of a report is made of in the old interface. */
const RANGE_BEGINS_AT = "start_date";

/** The parameter of a route that a field of the graph comes from. */
function parameterOf(field: string, { parameters, names = {} }: Named): string | undefined {
  const name = snakeCase(field);
  const range = field === "range" ? RANGE_BEGINS_AT : undefined;
  return [names[field], name, name.replace(/_eid(s?)$/, "$1"), range].find(
    (each) => each !== undefined && Object.hasOwn(parameters, each),
  );
}

/** The name of what stands within a parameter, where the names of other parameters are not meant. */
function oldName(part: string | number, { parameters, names = {} }: Named): string | number {
  if (typeof part === "number") return part;
  const name = names[part];
  return name === undefined || Object.hasOwn(parameters, name) ? snakeCase(part) : name;
}

/** Words by which a route's own parameters say what they take: some values are in upper case there too. */
function saidBy({ parameters }: Named): Set<string> {
  const said = Object.values(parameters).flatMap((parameter) => {
    const read = parameter.read([NONSENSE]);
    return "must" in read ? [...read.must.matchAll(WORD)].map(([word]) => word) : [];
  });
  return new Set(said);
}

function snakeCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
