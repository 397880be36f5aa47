import { Readable } from "node:stream";
import { csvRecords } from "../../lib/csv-records.js";
import { badInput } from "../../lib/errors.js";
import type { ByteWriter } from "./plain-fields.rules.js";
import type { RowFormat } from "./row-format.rules.js";

export interface StagedRows {
  /** The bytes of a CSV file in UTF-8; it is read once and never held as a whole. */
  source: Readable;
  /** Reads the header. @throws BAD_USER_INPUT when it lacks a column or has it twice. */
  format: (header: readonly string[]) => RowFormat;
  /** Told of each row of the file, good or bad. */
  onRow: () => void;
  onBad: (line: number, reason: string) => void;
  /** Whether rows are still wanted; what is wrong with them is told anyway. */
  isWanted: () => boolean;
  onProgress?: ((bytes: number) => void) | undefined;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const TAB = 0x09;
const BYTE_ORDER_MARK = "\uFEFF";

/** Bytes that go to the server at once. */
const CHUNK = 65_536;

/** Bytes of a record; what is longer is left to the parser, which knows what to say of it. */
const MAX_RECORD = 100_000;

/** A record that was taken apart. */
interface Parts {
  fields: string[];
  /** Where the next one begins. */
  next: number;
  /** Line breaks in its fields. */
  breaks: number;
}

/**
 * The rows of a CSV file as COPY's text format has them. Records whose fields are plain are read byte by byte, others by their
 * text; from a record on whose quotes or line ends are not as RFC 4180 has them, csv-parse reads the rest.
 *
 * @throws BAD_USER_INPUT for a file that is empty, whose header lacks something, or that can't be read on.
 */
export async function* stagedRows(rows: StagedRows): AsyncGenerator<Buffer> {
  const writer = new RowWriter(rows);
  const chunks: AsyncIterator<Buffer | string> = rows.source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let read = 0;
  try {
    for (;;) {
      const { done = false, value } = await chunks.next();
      if (!done) {
        const chunk = typeof value === "string" ? Buffer.from(value) : value;
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      }
      const used = writer.take(rest, done);
      rest = rest.subarray(used);
      read += used;
      if (writer.isIrregular || rest.length > MAX_RECORD) {
        yield* writer.written();
        yield* irregularRows(writer, rows, chunks, rest, read);
        return;
      }
      rows.onProgress?.(read);
      yield* writer.written();
      if (done) break;
    }
    writer.end();
  } finally {
    rows.source.destroy();
  }
}

/** What csv-parse makes of the rest of a file. */
async function* irregularRows(
  writer: RowWriter,
  { onRow, onBad, onProgress }: StagedRows,
  chunks: AsyncIterator<Buffer | string>,
  rest: Buffer,
  before: number,
): AsyncGenerator<Buffer> {
  async function* remaining(): AsyncGenerator<Buffer | string> {
    yield rest;
    for (;;) {
      const { done = false, value } = await chunks.next();
      if (done) return;
      yield value;
    }
  }
  function refuseBroken(line: number, reason: string): void {
    onRow();
    onBad(line, reason);
  }
  const records = csvRecords(Readable.from(remaining(), { objectMode: false }), refuseBroken, writer.line - 1);
  for await (const { line, bytes, fields } of records) {
    writer.record(line, fields);
    onProgress?.(before + bytes);
    yield* writer.written(CHUNK);
  }
  writer.end();
  yield* writer.written();
}

/** Takes bytes of a file and writes rows. */
class RowWriter {
  /** Whether what was not taken is for csv-parse. */
  isIrregular = false;
  /** The line that the next record begins on. */
  line = 1;
  private format: RowFormat | null = null;
  private fieldCount = 0;
  /** Where the fields of a record begin, and one after the end of the last one. */
  private starts = new Int32Array(0);
  /** For each column the constant of all rows, null where the file has it. */
  private constants: readonly (Buffer | null)[] = [];
  /** How often a byte of the file can be written at most, and what else a row takes. */
  private copies = 0;
  private extra = 0;
  private out = { bytes: Buffer.alloc(0), at: 0 } satisfies ByteWriter;

  constructor(private readonly rows: StagedRows) {}

  /** Writes the rows that are whole and tells where the rest begins. `isEnd` says that nothing comes after these bytes. */
  take(bytes: Buffer, isEnd: boolean): number {
    let at = 0;
    while (at < bytes.length) {
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline === -1 && !isEnd) break;
      const end = newline === -1 ? bytes.length : newline;
      if (end - at > MAX_RECORD) {
        this.isIrregular = true;
        break;
      }
      const next = newline === -1 ? end : end + 1;
      const last = end > at && newline !== -1 && bytes[end - 1] === RETURN ? end - 1 : end;
      if (last === at) {
        this.line += 1;
      } else if (this.format !== null && this.writePlain(this.format, bytes, at, last)) {
        this.rows.onRow();
        this.line += 1;
      } else {
        const parts = takeApart(bytes, at, isEnd);
        if (parts === "unfinished") break;
        if (parts === "irregular") {
          this.isIrregular = true;
          break;
        }
        this.record(this.line, parts.fields);
        this.line += 1 + parts.breaks;
        at = parts.next;
        continue;
      }
      at = next;
    }
    return at;
  }

  /** Writes the row of a record, or tells why it is none; the first record is the header. */
  record(line: number, fields: readonly string[]): void {
    if (this.format === null) {
      this.begin(line === 1 ? withoutMark(fields) : fields);
      return;
    }
    this.rows.onRow();
    const row = this.format.read(line, fields);
    if ("reason" in row) {
      this.rows.onBad(line, row.reason);
      return;
    }
    if (!this.rows.isWanted()) return;
    this.reserve(row.staged.length * 3);
    this.out.at += this.out.bytes.write(row.staged, this.out.at);
  }

  /** @throws BAD_USER_INPUT when there was no header. */
  end(): void {
    if (this.format === null)
      throw badInput([], "EMPTY_FILE", "The file is empty; it needs a header with the names of its columns.");
  }

  /** What was written, when it is as many bytes; what is written after belongs to other ones. */
  *written(least = 1): Generator<Buffer> {
    const { bytes, at } = this.out;
    if (at < least) return;
    this.out = { bytes: Buffer.alloc(0), at: 0 };
    yield bytes.subarray(0, at);
  }

  private begin(header: readonly string[]): void {
    const format = this.rows.format(header);
    this.format = format;
    this.fieldCount = header.length;
    this.starts = new Int32Array(header.length + 1);
    this.constants = format.columns.map(({ position, constant }) => (position === null ? Buffer.from(constant) : null));
    const reads = header.map((_, index) => format.columns.filter(({ position }) => position === index).length);
    this.copies = Math.max(1, ...reads);
    this.extra =
      32 + 4 * format.columns.length + format.columns.reduce((sum, { constant }) => sum + constant.length, 0);
  }

  private reserve(length: number): void {
    const { bytes, at } = this.out;
    if (bytes.length - at >= length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * CHUNK, 2 * (at + length)));
    larger.set(bytes.subarray(0, at));
    this.out.bytes = larger;
  }

  /** Writes the record of one line if all its fields are plain. */
  private writePlain({ columns, hasLine }: RowFormat, bytes: Buffer, start: number, end: number): boolean {
    const { starts } = this;
    let field = 0;
    starts[0] = start;
    for (let index = start; index < end; index += 1) {
      const byte = bytes[index];
      if (byte === COMMA) {
        field += 1;
        if (field >= this.fieldCount) return false;
        starts[field] = index + 1;
      } else if (byte === QUOTE || byte === RETURN) return false;
    }
    if (field + 1 !== this.fieldCount) return false;
    starts[field + 1] = end + 1;

    this.reserve((end - start) * this.copies + this.extra);
    const { out } = this;
    const begin = out.at;
    if (hasLine) {
      writeNumber(this.line, out);
      out.bytes[out.at++] = TAB;
    }
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      const constant = this.constants[index];
      if (column === undefined) break;
      const { position } = column;
      const isPlain =
        position === null
          ? constant != null && column.plain(constant, 0, constant.length, out)
          : column.plain(bytes, starts[position] ?? 0, (starts[position + 1] ?? 0) - 1, out);
      if (!isPlain) {
        out.at = begin;
        return false;
      }
      out.bytes[out.at++] = column.isJoined ? 0x1f : index === columns.length - 1 ? NEWLINE : TAB;
    }
    if (!this.rows.isWanted()) out.at = begin;
    return true;
  }
}

function writeNumber(value: number, to: ByteWriter): void {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits += 1;
  let left = value;
  for (let index = to.at + digits - 1; index >= to.at; index -= 1) {
    to.bytes[index] = 0x30 + (left % 10);
    left = Math.floor(left / 10);
  }
  to.at += digits;
}

function withoutMark(fields: readonly string[]): string[] {
  return fields.map((field, index) => (index === 0 && field.startsWith(BYTE_ORDER_MARK) ? field.slice(1) : field));
}

/** The fields of the record that begins at `start`, or why there is none to be had here. */
function takeApart(bytes: Buffer, start: number, isEnd: boolean): Parts | "unfinished" | "irregular" {
  const fields: string[] = [];
  let breaks = 0;
  let at = start;
  for (;;) {
    let field: string;
    if (bytes[at] === QUOTE) {
      const from = at + 1;
      let quote = bytes.indexOf(QUOTE, from);
      // Two of them stand for one.
      while (quote !== -1 && bytes[quote + 1] === QUOTE) quote = bytes.indexOf(QUOTE, quote + 2);
      // Of the last byte nobody knows yet what it means.
      if (quote === -1 || (quote === bytes.length - 1 && !isEnd)) return isEnd ? "irregular" : "unfinished";
      field = bytes.toString("utf8", from, quote).replaceAll('""', '"');
      breaks += field.match(/\r\n?|\n/g)?.length ?? 0;
      at = quote + 1;
    } else {
      const from = at;
      while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== NEWLINE && bytes[at] !== RETURN) {
        if (bytes[at] === QUOTE) return "irregular";
        at += 1;
      }
      field = bytes.toString("utf8", from, at);
    }
    fields.push(field);
    const byte = bytes[at];
    if (byte === COMMA) {
      at += 1;
      continue;
    }
    if (byte === NEWLINE) return { fields, next: at + 1, breaks };
    if (byte === RETURN && bytes[at + 1] === NEWLINE) return { fields, next: at + 2, breaks };
    if (byte !== undefined) return byte === RETURN && at + 1 === bytes.length && !isEnd ? "unfinished" : "irregular";
    return isEnd ? { fields, next: at, breaks } : "unfinished";
  }
}
