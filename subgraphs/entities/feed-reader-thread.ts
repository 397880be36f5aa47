import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import { createGunzip } from "node:zlib";
import { parse as parseCsv } from "csv-parse";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type Entry, fromBufferPromise } from "yauzl";

// A thread of its own, started by feed-reader.ts: reading a large feed would hold up everything else.
// It must import nothing of ours and use no syntax that goes beyond types, so that Node runs it from
// the sources as it is.

/** What a thread is given: the feed as it came, and how to read it. */
export interface ReaderTask {
  bytes: Uint8Array;
  feedType: "XML" | "JSON" | "CSV" | null;
  delimiter: string | null;
  quoteChar: string | null;
  encoding: string | null;
  skipFirstRow: boolean;
  tagName: string | null;
  maxBytes: number;
  maxRatio: number;
}

/** What is told: entries, after each of which the next are asked for, and at last the end or a failure. */
export type ReaderAnswer =
  | { kind: "entries"; entries: Record<string, string>[] }
  | { kind: "end" }
  | { kind: "failure"; failure: ReaderFailure };

export type ReaderFailure =
  | "TOO_LARGE"
  | "COMPRESSION_RATIO"
  | "BAD_ARCHIVE"
  | "SEVERAL_FILES"
  | "BAD_ENCODING"
  | "WRONG_TYPE"
  | "DOCTYPE"
  | "MALFORMED";

class ReaderError extends Error {
  failure: ReaderFailure;
  constructor(failure: ReaderFailure) {
    super(failure);
    this.failure = failure;
  }
}

const BATCH = 500;
const MAX_TEXT = 4_096;
const MAX_ZIP_ENTRIES = 1_000;
const MAX_ROW = 2 ** 20;
/** Levels of lists and objects in which the products of JSON or XML are looked for. */
const MAX_DEPTH = 8;

/** What feeds call the fields of a product; compared without case, spaces and signs. */
const FIELDS: Record<string, string[]> = {
  id: ["id", "productid", "itemid", "sku", "guid"],
  title: ["title", "name", "productname"],
  url: ["link", "url", "producturl", "loc"],
  image: ["imagelink", "imageurl", "image", "picture"],
  price: ["price"],
  currency: ["currency", "currencycode", "currencyid"],
};
const ELEMENTS = ["item", "entry", "product", "offer"];
const LISTS = ["products", "items", "entries", "offers", ...ELEMENTS, "data"];

type Found = { [key: string]: unknown };

function isFound(value: unknown): value is Found {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function read(task: ReaderTask): Promise<void> {
  const text = decode(await unpack(task), task.encoding);
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  if (first === undefined) throw new ReaderError("MALFORMED");
  const isType = first === "<" ? "XML" : first === "{" || first === "[" ? "JSON" : "CSV";
  if (task.feedType !== null && task.feedType !== isType) throw new ReaderError("WRONG_TYPE");
  if (isType === "CSV") await sendRows(text, task);
  else await sendAll(isType === "XML" ? xmlEntries(text, task.tagName) : jsonEntries(text, task.tagName));
}

/** The feed's bytes out of a gzip or a zip, of which there may be one level. */
async function unpack(task: ReaderTask): Promise<Uint8Array> {
  const { bytes } = task;
  const packing = packingOf(bytes);
  if (packing === null) return bytes;
  const unpacked = packing === "gzip" ? await gunzip(task) : await unzip(task);
  if (packingOf(unpacked) !== null) throw new ReaderError("BAD_ARCHIVE");
  return unpacked;
}

function packingOf(bytes: Uint8Array): "gzip" | "zip" | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) ? "zip" : null;
}

async function gunzip(task: ReaderTask): Promise<Uint8Array> {
  const stream = Readable.from([task.bytes]).pipe(createGunzip());
  return await gather(stream, task.bytes.length, task);
}

async function unzip(task: ReaderTask): Promise<Uint8Array> {
  const { bytes } = task;
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    if (zip.entryCount > MAX_ZIP_ENTRIES) throw new ReaderError("SEVERAL_FILES");
    const files: Entry[] = [];
    for await (const entry of zip.eachEntry()) if (isFile(entry.fileName)) files.push(entry);
    const entry = onlyFeed(files, task.feedType);
    if (entry.isEncrypted()) throw new ReaderError("BAD_ARCHIVE");
    if (entry.uncompressedSize > task.maxBytes) throw new ReaderError("TOO_LARGE");
    return await gather(await zip.openReadStreamPromise(entry), entry.compressedSize, task);
  } catch (error) {
    throw error instanceof ReaderError ? error : new ReaderError("BAD_ARCHIVE");
  }
}

/** Folders, and what some programs put beside the files. */
function isFile(name: string): boolean {
  return !name.endsWith("/") && !name.startsWith("__MACOSX/") && !/(^|\/)\.[^/]*$/.test(name);
}

function onlyFeed(files: Entry[], feedType: ReaderTask["feedType"]): Entry {
  const kinds = { XML: /\.xml$/i, JSON: /\.json$/i, CSV: /\.(csv|tsv|txt)$/i };
  const ofKind = feedType === null ? [] : files.filter((file) => kinds[feedType].test(file.fileName));
  const [only, ...others] = files.length === 1 ? files : ofKind;
  if (only === undefined || others.length > 0) throw new ReaderError("SEVERAL_FILES");
  return only;
}

/** What a decompressing stream gives, as long as it is not too much. */
async function gather(stream: Readable, packedSize: number, task: ReaderTask): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) throw new ReaderError("BAD_ARCHIVE");
      size += chunk.length;
      if (size > packedSize * task.maxRatio) throw new ReaderError("COMPRESSION_RATIO");
      if (size > task.maxBytes) throw new ReaderError("TOO_LARGE");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ReaderError ? error : new ReaderError("BAD_ARCHIVE");
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array, encoding: string | null): string {
  try {
    return new TextDecoder(encoding ?? encodingSaid(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new ReaderError("BAD_ENCODING");
  }
}

function encodingSaid(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  return /^[^<]{0,3}<\?xml[^>]*\bencoding=["']([\w.:-]+)["']/.exec(start)?.[1] ?? "utf-8";
}

/** Rows of a table whose first row, or the one after it, has the names of the columns. */
async function sendRows(text: string, task: ReaderTask): Promise<void> {
  let entries: Record<string, string>[] = [];
  try {
    const parser = Readable.from(slices(text)).pipe(
      parseCsv({
        delimiter: task.delimiter ?? delimiterOf(text, task),
        quote: task.quoteChar ?? '"',
        from_line: task.skipFirstRow ? 2 : 1,
        columns: (names: string[]) => names.map(nameOf),
        bom: true,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: MAX_ROW,
      }),
    );
    for await (const row of parser) {
      entries.push(entryOf(row));
      if (entries.length < BATCH) continue;
      await send(entries);
      entries = [];
    }
  } catch (error) {
    throw error instanceof ReaderError ? error : new ReaderError("MALFORMED");
  }
  if (entries.length > 0) await send(entries);
}

function* slices(text: string): Generator<string> {
  const length = 2 ** 16;
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

function delimiterOf(text: string, { skipFirstRow, quoteChar }: ReaderTask): string {
  const [first = "", second = ""] = text.slice(0, 2 ** 16).split(/\r?\n/, 2);
  const names = skipFirstRow ? second : first;
  const count = (delimiter: string): number => names.split(delimiter).length;
  const delimiters = [",", ";", "\t", "|"].filter((each) => each !== quoteChar);
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function xmlEntries(text: string, tagName: string | null): Found[] {
  refuseDoctype(text);
  if (XMLValidator.validate(text, { allowBooleanAttributes: false }) !== true) throw new ReaderError("MALFORMED");
  const parser = new XMLParser({
    // Atom has the address of a product in an attribute.
    ignoreAttributes: (name) => name !== "href",
    attributeNamePrefix: "@",
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
  });
  let root: unknown;
  try {
    root = parser.parse(text);
  } catch {
    // It has limits of its own: on depth, names and entities.
    throw new ReaderError("MALFORMED");
  }
  for (const name of tagName === null ? ELEMENTS : [tagName]) {
    const found = elementsOf(root, name);
    if (found.length > 0) return found;
  }
  return [];
}

/** Linear in the text, which may be hostile: a declaration may hide in no comment and no CDATA section. */
function refuseDoctype(text: string): void {
  for (let at = text.indexOf("<!"); at >= 0; at = text.indexOf("<!", at)) {
    const end = text.startsWith("<!--", at) ? "-->" : text.startsWith("<![CDATA[", at) ? "]]>" : null;
    if (end === null) throw new ReaderError("DOCTYPE");
    at = text.indexOf(end, at + 2);
    if (at < 0) throw new ReaderError("MALFORMED");
  }
}

/** The elements of a name, wherever they are, but those inside one of them. */
function elementsOf(value: unknown, name: string, depth = 0): Found[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((each) => elementsOf(each, name, depth));
  if (!isFound(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name ? [inner].flat().filter(isFound) : elementsOf(inner, name, depth + 1),
  );
}

function jsonEntries(text: string, tagName: string | null): Found[] {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    throw new ReaderError("MALFORMED");
  }
  if (Array.isArray(root) && tagName === null) return root.filter(isFound);
  for (const name of tagName === null ? LISTS : [tagName]) {
    const list = listOf(root, name);
    if (list !== null) return list.filter(isFound);
  }
  return [];
}

/** The first list of a name in objects; those in other lists are parts of their entries. */
function listOf(value: unknown, name: string, depth = 0): unknown[] | null {
  if (depth > MAX_DEPTH || !isFound(value)) return null;
  const own = Object.hasOwn(value, name) ? value[name] : undefined;
  if (Array.isArray(own)) return own;
  for (const inner of Object.values(value)) {
    const list = listOf(inner, name, depth + 1);
    if (list !== null) return list;
  }
  return null;
}

function nameOf(name: string): string {
  return name
    .slice(name.indexOf(":") + 1)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}

/** The fields of a product that we keep, as text. */
function entryOf(found: Found): Record<string, string> {
  const named = new Map<string, unknown>();
  for (const [key, value] of Object.entries(found)) {
    const name = nameOf(key);
    if (!named.has(name)) named.set(name, value);
  }
  const entry: Record<string, string> = {};
  for (const [field, names] of Object.entries(FIELDS)) {
    const value = names.map((name) => named.get(name)).find((each) => textOf(each) !== undefined);
    const text = textOf(value);
    if (text === undefined) continue;
    const isAmount = field === "price" && isNumeric(value);
    entry[isAmount ? "amount" : field] = text.slice(0, MAX_TEXT + 1);
    const currency = field === "price" && isFound(value) ? textOf(value["currency"]) : undefined;
    if (currency !== undefined && !named.has("currency")) named.set("currency", currency);
  }
  return entry;
}

/** The text of a value: of the first where there are several, and of what an object is about. */
function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === "string") return first.trim() === "" ? undefined : first;
  if (typeof first === "number") return Number.isFinite(first) ? String(first) : undefined;
  if (!isFound(first)) return undefined;
  for (const key of ["#text", "@href", "value", "amount"]) {
    const inner = first[key];
    if (typeof inner === "string" || typeof inner === "number") return textOf(inner);
  }
  return undefined;
}

function isNumeric(value: unknown): boolean {
  return typeof value === "number" || (isFound(value) && [value["value"], value["amount"]].some(isNumber));
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

async function sendAll(found: Found[]): Promise<void> {
  for (let at = 0; at < found.length; at += BATCH) await send(found.slice(at, at + BATCH).map(entryOf));
}

/** Sends entries and waits until more are asked for, so that only so many are on their way. */
async function send(entries: Record<string, string>[]): Promise<void> {
  const next = new Promise<void>((resolve) => parentPort?.once("message", () => resolve()));
  tell({ kind: "entries", entries });
  await next;
}

function tell(answer: ReaderAnswer): void {
  parentPort?.postMessage(answer);
}

try {
  const task: ReaderTask = workerData;
  await read(task);
  tell({ kind: "end" });
} catch (error) {
  if (!(error instanceof ReaderError) && !(error instanceof RangeError)) throw error;
  tell({ kind: "failure", failure: error instanceof ReaderError ? error.failure : "MALFORMED" });
}
