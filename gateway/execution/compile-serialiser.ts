import {
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from "graphql";
import type { FieldShape, SelectionShape } from "../planning/response-shape.js";
import { AFTER, BEFORE, writer } from "./answer-text.js";
import type { TreeObject } from "./tree.js";

/**
 * The answer as JSON text, a long one in bytes: `{"data":…}` and a line break. Undefined when the plain completer (shape-response) has to
 * look: a null where none may be, an unknown type, a value that does not fit. Expects a tree whose
 * fetches gave no errors.
 */
export type Serialiser = (root: TreeObject) => Buffer | string | undefined;

/** Bytes that a null or a leaf without a detour takes, beside what is written by the writer. */
const LONGEST_INLINE = 64;

/** Writes a value at a position and returns the position behind it; negative when it cannot be written. */
type Write = (value: unknown, position: number) => number;

type NullableOutput = GraphQLNullableType & GraphQLOutputType;

const UNFIT = -1;

/** Static bytes after which the generated code asks for room; less than what is free after each write. */
const STATIC_RUN = 1_024;

/** Undefined for a selection that only the plain completer can complete: one that asks for the schema. */
export function compileSerialiser(
  schema: GraphQLSchema,
  shape: SelectionShape,
  rootType: GraphQLObjectType,
): Serialiser | undefined {
  if (shape.fieldsOf(rootType).some((field) => field.use === "copy")) return undefined;
  const write = compileObject(schema, shape, rootType);
  return (root) => {
    const end = write(root, writer.raw(BEFORE, 0));
    return end < 0 ? undefined : writer.take(writer.raw(AFTER, end));
  };
}

function compileObject(schema: GraphQLSchema, selection: SelectionShape, type: GraphQLObjectType): Write {
  const text = new WriterText();
  let prefix = "{";
  for (const field of selection.fieldsOf(type)) {
    const key = JSON.stringify(field.sourceKey);
    if (field.use === "check") {
      text.line(`if (s[${key}] == null) return ${UNFIT};`);
      continue;
    }
    text.static(`${prefix}${JSON.stringify(field.responseKey)}:`);
    prefix = ",";
    if (field.sourceKey === "__typename") {
      text.static(JSON.stringify(type.name));
    } else {
      text.value(`s[${key}]`, field.type, (nullable) => compileNullable(schema, field, nullable));
    }
  }
  text.static(prefix === "{" ? "{}" : "}");
  return text.compile();
}

function compileNullable(schema: GraphQLSchema, field: FieldShape, type: NullableOutput): Write {
  if (isListType(type)) {
    return compileList(type.ofType, (item) => compileNullable(schema, field, item));
  }
  if (isLeafType(type)) return compileLeaf(type);
  const { selection } = field;
  if (selection === undefined) return () => UNFIT;
  if (isObjectType(type)) {
    const write = compileObject(schema, selection, type);
    return (value, position) => (isObject(value) ? write(value, position) : UNFIT);
  }
  if (isAbstractType(type)) return compileAbstract(schema, selection, type);
  return () => UNFIT;
}

function compileAbstract(
  schema: GraphQLSchema,
  selection: SelectionShape,
  type: Extract<GraphQLCompositeType, Parameters<GraphQLSchema["isSubType"]>[0]>,
): Write {
  const writes = new Map<unknown, Write>();
  return (value, position) => {
    if (!isObject(value)) return UNFIT;
    const typename = value["__typename"];
    let write = writes.get(typename);
    if (write === undefined) {
      const named = typeof typename === "string" ? schema.getType(typename) : undefined;
      if (!isObjectType(named) || !schema.isSubType(type, named)) return UNFIT;
      write = compileObject(schema, selection, named);
      writes.set(typename, write);
    }
    return write(value, position);
  };
}

/** A list in a list. */
function compileList(itemType: GraphQLOutputType, compileItem: (type: NullableOutput) => Write): Write {
  const text = new WriterText();
  text.value("s", new GraphQLNonNull(new GraphQLList(itemType)), compileItem);
  return text.compile();
}

function nullableOf(type: GraphQLOutputType): NullableOutput {
  return isNonNullType(type) ? type.ofType : type;
}

/** A value of the usual JavaScript type is written at once; for any other the type decides. */
function compileLeaf(type: GraphQLLeafType): Write {
  const names = new Set(isEnumType(type) ? type.getValues().map(({ name }) => name) : []);
  function other(value: unknown, position: number): number {
    let serialised: unknown;
    try {
      serialised = type.serialize(value);
    } catch {
      return UNFIT;
    }
    const text = serialised == null ? undefined : jsonOf(serialised);
    return text === undefined ? UNFIT : writer.raw(text, position);
  }
  if (isEnumType(type))
    return (value, position) =>
      typeof value === "string" && names.has(value) ? writer.string(value, position) : other(value, position);
  switch (type.name) {
    case "Int":
      return (value, position) =>
        typeof value === "number" && (value | 0) === value ? writer.int(value, position) : other(value, position);
    case "Float":
      return (value, position) =>
        typeof value === "number" && Number.isFinite(value) ? writer.number(value, position) : other(value, position);
    case "Boolean":
      return (value, position) =>
        typeof value === "boolean" ? writer.raw(String(value), position) : other(value, position);
    case "String":
    case "ID":
      return (value, position) => (typeof value === "string" ? writer.string(value, position) : other(value, position));
    default:
      // A scalar of the graph's own: the schema that clients see passes its values on as they are.
      return (value, position) => (typeof value === "string" ? writer.string(value, position) : other(value, position));
  }
}

/** Undefined for what has no JSON, or is nested deeper than functions may be. */
function jsonOf(value: unknown): string | undefined {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is TreeObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Puts together the text of one object's writer. Its names are quoted, values never become text. */
class WriterText {
  readonly #lines: string[] = [];
  readonly #writes: Write[] = [];
  #pending = "";
  #static = 0;

  line(text: string): void {
    this.#flush();
    this.#lines.push(text);
  }

  /** Bytes that are always the same. */
  static(text: string): void {
    this.#pending += text;
  }

  value(source: string, type: GraphQLOutputType, compile: (type: NullableOutput) => Write): void {
    this.#flush();
    const nullable = isNonNullType(type) ? type.ofType : type;
    const isList = isListType(nullable);
    const index = this.#writes.push(compile(isList ? nullableOf(nullable.ofType) : nullable)) - 1;
    const whenNull = isNonNullType(type) ? `return ${UNFIT};` : store("null");
    this.#static += LONGEST_INLINE;
    this.#lines.push(
      `v = ${source};`,
      `if (v === null || v === undefined) { ${whenNull} }`,
      isList
        ? `else { ${listText(nullable.ofType, `W${index}`)} }`
        : `else { ${inline(nullable)}{ p = W${index}(v, p); if (p < 0) return ${UNFIT}; } b = w.bytes; }`,
    );
  }

  compile(): Write {
    this.#flush();
    // Every writer makes sure of room for itself and for who goes on: an object may have no other value in it.
    const room = "if (p > w.limit) w.ensure(p);";
    const body = `return function writeObject(s, p) { ${room} let b = w.bytes, v;\n${this.#lines.join("\n")}\n${room} return p; };`;
    // oxlint-disable-next-line typescript/no-implied-eval -- code made for one operation is what makes this fast
    const make = new Function("w", ...this.#writes.map((_write, index) => `W${index}`), body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
    return make(writer, ...this.#writes) as Write;
  }

  #flush(): void {
    const bytes = Buffer.byteLength(this.#pending);
    if (bytes === 0) return;
    this.#static += bytes;
    if (bytes > STATIC_RUN) {
      this.#lines.push(`p = w.raw(${JSON.stringify(this.#pending)}, p); b = w.bytes;`);
      this.#static = 0;
    } else {
      if (this.#static > STATIC_RUN) {
        this.#lines.push("w.ensure(p); b = w.bytes;");
        this.#static = bytes;
      }
      this.#lines.push(store(this.#pending));
    }
    this.#pending = "";
  }
}

/** Values of an enum up to which each is compared with. */
const FEW_VALUES = 8;

/** The commonest leaves are written without a detour. */
function inline(type: NullableOutput): string {
  if (!isLeafType(type)) return "";
  if (isEnumType(type)) {
    const values = type.getValues();
    // The quotes are two bytes more.
    if (values.length > FEW_VALUES || values.some(({ name }) => name.length + 2 > LONGEST_INLINE)) return "";
    return values
      .map(({ name }) => `if (v === ${JSON.stringify(name)}) { ${store(JSON.stringify(name))} } else `)
      .join("");
  }
  switch (type.name) {
    case "Int":
      return `if (typeof v === "number" && (v | 0) === v) p = w.int(v, p); else `;
    case "Float":
      return `if (typeof v === "number" && v - v === 0) p = w.number(v, p); else `;
    case "Boolean":
      return `if (v === true) { ${store("true")} } else if (v === false) { ${store("false")} } else `;
    default:
      // A scalar of the graph's own: the schema that clients see passes its values on as they are.
      return `if (typeof v === "string") p = w.string(v, p); else `;
  }
}

/** A loop of its own for each list, as V8 makes of one that they share a slower one. */
function listText(itemType: GraphQLOutputType, write: string): string {
  const whenNull = isNonNullType(itemType) ? `return ${UNFIT};` : `{ ${store("null")} continue; }`;
  return `if (!Array.isArray(v)) return ${UNFIT};
  const list = v;
  ${store("[")}
  for (let i = 0; i < list.length; i += 1) {
    if (i > 0) { ${store(",")} }
    if (p > w.limit) { w.ensure(p); b = w.bytes; }
    v = list[i];
    if (v === null || v === undefined) ${whenNull}
    ${inline(nullableOf(itemType))}{ p = ${write}(v, p); if (p < 0) return ${UNFIT}; } b = w.bytes;
  }
  ${store("]")}
  if (p > w.limit) { w.ensure(p); b = w.bytes; }`;
}

function store(text: string): string {
  const bytes = [...Buffer.from(text)];
  return `${bytes.map((byte, index) => `b[p + ${index}] = ${byte};`).join(" ")} p += ${bytes.length};`;
}
