import { isDeepStrictEqual } from "node:util";
import { AppError, type Violation } from "../../lib/errors.js";
import type { Input, Parameter, Parameters } from "./parameter.js";

/** Where a route's inputs may come from; a body is what was parsed, whatever its type. */
export interface Sources {
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** Whether the body is JSON, whose lists are no repeated parameters. */
  isJson?: boolean;
  /** What the path names. */
  path?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a route's parameters from query and body alike. Unknown ones are ignored. A parameter that
 * stands in both must mean the same in both: the one that is checked is the one that is used.
 * Throws BAD_USER_INPUT with a violation for each parameter that is not accepted.
 */
export function bind<P extends Parameters>(parameters: P, sources: Sources): Input<P> {
  const body = fieldsOf(sources.body);
  const violations: Violation[] = [];
  const input: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    for (const key of [...Object.keys(sources.query), ...Object.keys(body)]) {
      if (key.startsWith(`${name}[`))
        violations.push(violation(name, "INVALID", `Write ${name} as a comma list or repeat it, without brackets.`));
    }
    const fromPath = valuesOf(sources.path ?? {}, name);
    const fromQuery = fromPath ?? valuesOf(sources.query, name, parameter);
    const fromBody = fromPath === null ? valuesOf(body, name, parameter, sources.isJson) : null;
    if (fromQuery === null && fromBody === null) {
      if (parameter.required) violations.push(violation(name, "MISSING", `${name} is required.`));
      input[name] = parameter.absent;
      continue;
    }
    const [read, other] = [fromQuery, fromBody].filter((raw) => raw !== null).map((raw) => parameter.read(raw));
    if (other !== undefined && !isDeepStrictEqual(read, other))
      violations.push(violation(name, "MISMATCH", `${name} has one value in the query and another in the body.`));
    else if (read !== undefined && "value" in read) input[name] = read.value;
    else if (read !== undefined && "violations" in read)
      violations.push(...read.violations.map((each) => ({ ...each, path: [name, ...each.path] })));
    else if (read !== undefined) violations.push(violation(name, read.code, `${name} must be ${read.must}.`));
  }
  const [first] = violations;
  if (first !== undefined) throw new AppError("BAD_USER_INPUT", first.message, { violations });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each was read by its own type, or we have thrown
  return input as Input<P>;
}

type HowRead = Pick<Parameter<unknown>, "readsEmpty" | "readsWhole" | "keepsItems">;

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined || body === null || body === "") return {};
  if (typeof body !== "object" || Array.isArray(body)) {
    throw new AppError("BAD_USER_INPUT", "The body must be a JSON object or a form.");
  }
  return { ...body };
}

/**
 * The values of a field, or null when it is not given; an empty text and an empty list count as not given, unless
 * they are read. Null is then a value of its own: as an item of a list it is undefined, which no list may hold. A list
 * whose items are to be kept is one value.
 */
function valuesOf(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  { readsEmpty = false, readsWhole = false, keepsItems = false }: HowRead = {},
  isJson = false,
): unknown[] | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || (!readsEmpty && (value === null || value === ""))) return null;
  if (readsWhole || !Array.isArray(value)) return [value];
  if (keepsItems && isJson && value.length > 0) return [value];
  if (readsEmpty) return value.map((item: unknown) => item ?? undefined);
  return value.length === 0 ? null : value;
}

function violation(field: string, code: string, message: string): Violation {
  return { path: [field], code, message };
}
