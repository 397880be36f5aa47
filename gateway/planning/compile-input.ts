import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from "graphql";

/** In place of a value that is anything but usual: the library says what it is, or what is wrong with it. */
export const UNUSUAL = Symbol("unusual");

/** What `coerceInputValue` of graphql-js makes of a value, or UNUSUAL. */
export type CoerceInput = (value: unknown) => unknown;

/** Whether a value is one of the type's own already, so that coercing would give it back. */
const FITS = new Map<unknown, (value: unknown) => boolean>([
  [GraphQLString, (value) => typeof value === "string"],
  [GraphQLID, (value) => typeof value === "string"],
  [GraphQLInt, (value) => typeof value === "number" && (value | 0) === value],
  [GraphQLFloat, (value) => typeof value === "number" && Number.isFinite(value)],
  [GraphQLBoolean, (value) => typeof value === "boolean"],
]);

/** Compiles the coercing of values of a type, which the library does by looking at the type again for each value. */
export function compileInput(type: GraphQLInputType): CoerceInput {
  const coerce = memoised(new Map())(isNonNullType(type) ? type.ofType : type);
  return isNonNullType(type) ? (value) => (value == null ? UNUSUAL : coerce(value)) : coerce;
}

type Compile = (type: GraphQLInputType) => CoerceInput;

/** Of each type once, since an input may hold others of its own type. */
function memoised(known: Map<GraphQLInputType, CoerceInput>): Compile {
  function compile(type: GraphQLInputType): CoerceInput {
    const before = known.get(type);
    if (before !== undefined) return before;
    let coerce: CoerceInput | undefined;
    known.set(type, (value) => coerce?.(value));
    coerce = compileType(type, compile);
    known.set(type, coerce);
    return coerce;
  }
  return compile;
}

function compileType(type: GraphQLInputType, compile: Compile): CoerceInput {
  if (isNonNullType(type)) {
    const coerce = compile(type.ofType);
    return (value) => (value == null ? UNUSUAL : coerce(value));
  }
  const fits = FITS.get(type);
  if (fits !== undefined) return (value) => (value == null ? null : fits(value) ? value : UNUSUAL);
  if (isListType(type)) return compileList(compile(type.ofType));
  if (isInputObjectType(type)) return compileObject(type, compile);
  return (value) => {
    if (value == null) return null;
    try {
      const parsed: unknown = type.parseValue(value);
      return parsed === undefined ? UNUSUAL : parsed;
    } catch {
      return UNUSUAL;
    }
  };
}

function compileList(coerce: CoerceInput): CoerceInput {
  return (values) => {
    if (values == null) return null;
    if (!Array.isArray(values)) return UNUSUAL;
    const coerced: unknown[] = [];
    for (const value of values) {
      const item = coerce(value);
      if (item === UNUSUAL) return UNUSUAL;
      coerced.push(item);
    }
    return coerced;
  };
}

function compileObject(type: GraphQLInputObjectType, compile: Compile): CoerceInput {
  const fields = Object.values(type.getFields()).map((field) => ({
    name: field.name,
    coerce: compile(field.type),
    default: field.defaultValue,
    mayMiss: field.defaultValue !== undefined || !isNonNullType(field.type),
  }));
  const names = new Set(fields.map(({ name }) => name));
  return (value) => {
    if (value == null) return null;
    if (typeof value !== "object" || Array.isArray(value)) return UNUSUAL;
    if (Object.keys(value).some((name) => !names.has(name))) return UNUSUAL;
    const coerced: Record<string, unknown> = {};
    let given = 0;
    for (const { name, coerce, mayMiss, default: other } of fields) {
      const field: unknown = Reflect.get(value, name);
      if (field === undefined) {
        if (!mayMiss) return UNUSUAL;
        if (other !== undefined) coerced[name] = other;
        continue;
      }
      const item = coerce(field);
      if (item === UNUSUAL || (type.isOneOf && item === null)) return UNUSUAL;
      coerced[name] = item;
      given += 1;
    }
    return type.isOneOf && given !== 1 ? UNUSUAL : coerced;
  };
}
