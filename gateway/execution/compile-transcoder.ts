import { isUtf8 } from "node:buffer";
import {
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLLeafType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
} from "graphql";
import type { FieldShape, SelectionShape } from "../planning/response-shape.js";
import { AFTER, BEFORE, writer } from "./answer-text.js";
import * as scan from "./scan-json.js";
import { isTreeObject, type TreeObject } from "./tree.js";

/** An answer for the client, made of a subgraph's. */
export interface Transcoded {
  text: Buffer | string;
  extensions: TreeObject | undefined;
}

/**
 * Makes the answer to the client out of the bytes of a subgraph's answer, which end with `scan.END`, without making
 * objects of them: every value is checked to be what the client's schema says, keys are renamed, and the rest is
 * copied as it is. Undefined for anything but data that fits, spelled as `JSON.stringify` does; what is wrong with it is
 * found out by who reads it the usual way.
 */
export type Transcode = (bytes: Buffer) => Transcoded | undefined;

/** Passes over the value at a position and returns the position behind it; `scan.UNFIT` where there is no such value. */
type Read = (bytes: Buffer, at: number) => number;

/**
 * For an operation that is one fetch of `document`, whose data has the given shape. Undefined where the two differ in
 * more than names of keys, and for selections whose fields depend on an object's type.
 */
export function compileTranscoder(
  document: DocumentNode,
  shape: SelectionShape,
  rootType: GraphQLObjectType,
): Transcode | undefined {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const byName: Fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const read = operation && compileObject(operation.selectionSet, shape, rootType, byName);
  if (read === undefined) return undefined;
  return (bytes) => {
    const size = bytes.length - 1;
    if (!scan.startsWith(bytes, 0, BEFORE) || !isUtf8(bytes.subarray(0, size))) return undefined;
    output.start(BEFORE.length);
    const end = read(bytes, BEFORE.length);
    if (end < 0) return undefined;
    const extensions = restOf(bytes, end, size);
    if (extensions === undefined) return undefined;
    return { text: output.take(bytes, end), extensions: extensions ?? undefined };
  };
}

/** What is behind the data: null for nothing but the end, undefined for what belongs to no answer, or to one with errors. */
function restOf(bytes: Buffer, end: number, size: number): TreeObject | null | undefined {
  if (bytes[end] !== scan.COMMA) return /^}[ \t\n\r]*$/.test(bytes.toString("latin1", end, size)) ? null : undefined;
  let rest: unknown;
  try {
    rest = JSON.parse(`{${bytes.toString("utf8", end + 1, size)}`);
  } catch {
    return undefined;
  }
  if (!isTreeObject(rest)) return undefined;
  const { extensions, ...others } = rest;
  return Object.keys(others).length === 0 && isTreeObject(extensions) ? extensions : undefined;
}

/** Where the answer differs from what was read. An answer is made without a pause, so one serves all operations. */
class Output {
  #position = 0;
  /** Of what was read, the first byte that was not written yet. */
  #from = 0;

  start(from: number): void {
    this.#position = writer.raw(BEFORE, 0);
    this.#from = from;
  }

  /** Writes a text in place of a range of what was read. */
  readonly put = (bytes: Buffer, start: number, end: number, text: string): void => {
    const position = writer.copy(bytes, this.#from, start, this.#position);
    this.#position = writer.raw(text, position);
    this.#from = end;
  };

  take(bytes: Buffer, end: number): Buffer | string {
    return writer.take(writer.raw(AFTER, writer.copy(bytes, this.#from, end, this.#position)));
  }
}

const output = new Output();

/** A member of an object: as it is read, as it is written, or both. */
interface Member {
  read?: { key: string; value: Read };
  /** With the key, and with the value where nothing is read. */
  written?: string;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The fields of an object of this type, in order; undefined when they depend on more than the type. */
function fieldsOf(set: SelectionSetNode, type: GraphQLObjectType, fragments: Fragments): FieldNode[] | undefined {
  const fields: FieldNode[] = [];
  for (const selection of set.selections) {
    if ((selection.directives ?? []).length > 0) return undefined;
    if (selection.kind === Kind.FIELD) {
      fields.push(selection);
      continue;
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    const isOfType = fragment?.typeCondition === undefined || fragment.typeCondition.name.value === type.name;
    const below = fragment && isOfType ? fieldsOf(fragment.selectionSet, type, fragments) : undefined;
    if (below === undefined) return undefined;
    fields.push(...below);
  }
  return fields;
}

/** Undefined when what is read is not what is written, in the same order. */
function compileObject(
  set: SelectionSetNode,
  selection: SelectionShape,
  type: GraphQLObjectType,
  fragments: Fragments,
): Read | undefined {
  const nodes = fieldsOf(set, type, fragments);
  if (nodes === undefined) return undefined;
  const rest = [...selection.fieldsOf(type)];
  const asked = new Set(rest.map(({ sourceKey }) => sourceKey));
  if (asked.size < rest.length || rest.some(({ use }) => use !== "answer")) return undefined;
  const members: Member[] = [];
  const name: Read = (bytes, at) => scan.constant(bytes, at, JSON.stringify(type.name));
  /** The type's name, where the client asks for it and the subgraph is not asked. */
  function writeName(next: string | undefined): void {
    const [field] = rest;
    if (field?.sourceKey !== TYPENAME || next === TYPENAME) return;
    members.push({ written: `${keyText(field.responseKey)}${JSON.stringify(type.name)}` });
    rest.shift();
  }
  const keys = new Set<string>();
  for (const node of nodes) {
    const key = node.alias?.value ?? node.name.value;
    if (keys.has(key)) return undefined;
    keys.add(key);
    if (key === TYPENAME && !asked.has(key)) {
      members.push({ read: { key, value: name } });
      continue;
    }
    writeName(key);
    const field = rest.shift();
    if (field?.sourceKey !== key) return undefined;
    const value = key === TYPENAME ? name : compileValue(field, field.type, node, fragments);
    if (value === undefined) return undefined;
    members.push({ read: { key, value }, written: keyText(field.responseKey) });
  }
  writeName(undefined);
  return rest.length === 0 ? compileText(members) : undefined;
}

const TYPENAME = "__typename";

function keyText(key: string): string {
  return `${JSON.stringify(key)}:`;
}

function nullable(type: GraphQLOutputType): GraphQLOutputType & GraphQLNullableType {
  return isNonNullType(type) ? type.ofType : type;
}

function compileValue(
  field: FieldShape,
  type: GraphQLOutputType,
  node: FieldNode,
  fragments: Fragments,
): Read | undefined {
  const read = compileNonNull(field, nullable(type), node, fragments);
  if (read === undefined || isNonNullType(type)) return read;
  return (bytes, at) => (bytes[at] === scan.NULL ? scan.nothing(bytes, at) : read(bytes, at));
}

function compileNonNull(
  field: FieldShape,
  type: GraphQLOutputType & GraphQLNullableType,
  node: FieldNode,
  fragments: Fragments,
): Read | undefined {
  if (isListType(type)) {
    const item = compileValue(field, type.ofType, node, fragments);
    return item && listOf(item);
  }
  if (isLeafType(type)) return leafOf(type);
  const { selection } = field;
  if (!isObjectType(type) || selection === undefined || node.selectionSet === undefined) return undefined;
  return compileObject(node.selectionSet, selection, type, fragments);
}

function listOf(item: Read): Read {
  return (bytes, start) => {
    if (bytes[start] !== OPEN) return scan.UNFIT;
    if (bytes[start + 1] === CLOSE) return start + 2;
    let at = start;
    do {
      at = item(bytes, at + 1);
      if (at < 0) return scan.UNFIT;
    } while (bytes[at] === scan.COMMA);
    return bytes[at] === CLOSE ? at + 1 : scan.UNFIT;
  };
}

const OPEN = 91;
const CLOSE = 93;

function leafOf(type: GraphQLLeafType): Read {
  if (isEnumType(type)) {
    const names = new Set(type.getValues().map(({ name }) => JSON.stringify(name)));
    return (bytes, at) => {
      const end = scan.string(bytes, at);
      return end > 0 && names.has(bytes.toString("latin1", at, end)) ? end : scan.UNFIT;
    };
  }
  switch (type.name) {
    case "Int":
      return scan.int;
    case "Float":
      return scan.number;
    case "Boolean":
      return scan.boolean;
    case "String":
    case "ID":
      return scan.string;
    default:
      // A scalar of the graph's own: the schema that clients see passes its values on as they are.
      return scan.scalar;
  }
}

/** One function for each kind of object, as keys are compared fastest byte by byte in code of their own. */
function compileText(members: readonly Member[]): Read {
  const reads: Read[] = [];
  const lines: string[] = [];
  let hasRead = false;
  let hasWritten = false;
  for (const { read, written } of members) {
    const prefix = hasWritten ? "," : "{";
    if (read === undefined) {
      lines.push(`put(b, at, at, ${JSON.stringify(prefix + written)});`);
      hasWritten = true;
      continue;
    }
    const key = (hasRead ? "," : "{") + keyText(read.key);
    const bytes = [...Buffer.from(key)];
    const isOther = bytes.map((byte, index) => `b[at + ${index}] !== ${byte}`).join(" || ");
    lines.push(`if (${isOther}) return ${scan.UNFIT};`);
    if (written === undefined) lines.push(`const from${reads.length} = at;`);
    else if (prefix + written !== key)
      lines.push(`put(b, at, at + ${bytes.length}, ${JSON.stringify(prefix + written)});`);
    lines.push(`at = R${reads.length}(b, at + ${bytes.length}); if (at < 0) return ${scan.UNFIT};`);
    if (written === undefined) lines.push(`put(b, from${reads.length}, at, "");`);
    reads.push(read.value);
    hasRead = true;
    hasWritten ||= written !== undefined;
  }
  lines.push(`if (b[at] !== ${BRACE}) return ${scan.UNFIT};`);
  if (!hasWritten) lines.push('put(b, at, at, "{");');
  const body = `return function scanObject(b, at) { ${lines.join("\n")}\nreturn at + 1; };`;
  // oxlint-disable-next-line typescript/no-implied-eval -- code made for one operation is what makes this fast; names are quoted
  const make = new Function("put", ...reads.map((_read, index) => `R${index}`), body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return make(output.put, ...reads) as Read;
}

const BRACE = 125;
