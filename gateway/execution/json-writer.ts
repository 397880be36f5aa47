/** Bytes that are free after every write, so that short things are written without asking. */
const SLACK = 4_096;

const FIRST_SIZE = 65_536;

/** Bytes of a buffer above which it is not kept, and how many are kept beside the one in use. */
const KEPT_SIZE = 1_048_576;
const SPARES = 8;

/** Bytes up to which Node sends a text faster than bytes: in one piece with the headers. */
const SHORT_TEXT = 16_384;

/** Characters up to which copying one by one is faster than calling into the runtime. */
const SHORT = 64;

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const SPACE = 32;
const LAST_ASCII = 126;

/**
 * Writes JSON text as bytes into buffers that are used again: no strings that are put together and
 * thrown away. Every method takes the position to write at and returns the one
 * behind; it leaves at least `SLACK` bytes free there. Not reentrant: write an answer in one go.
 */
export class JsonWriter {
  readonly #taken = new WeakSet<Buffer>();
  readonly #spare: Buffer[] = [];
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  limit: number = FIRST_SIZE - SLACK;

  /** Makes room for at least `SLACK` bytes behind the position. */
  ensure(position: number): void {
    if (position > this.limit) this.#grow(position);
  }

  /** Text that is JSON already, in ASCII or not. */
  raw(text: string, position: number): number {
    // A UTF-16 unit takes three bytes at most.
    const most = text.length * 3;
    if (position + most > this.limit) this.#grow(position, most);
    const end = position + this.bytes.write(text, position, "utf8");
    this.ensure(end);
    return end;
  }

  /** Bytes that are JSON already. */
  copy(from: Buffer, start: number, end: number, position: number): number {
    const length = end - start;
    if (position + length > this.limit) this.#grow(position, length);
    from.copy(this.bytes, position, start, end);
    const behind = position + length;
    this.ensure(behind);
    return behind;
  }

  string(value: string, position: number): number {
    const { length } = value;
    if (length > SHORT) return this.raw(JSON.stringify(value), position);
    const { bytes } = this;
    let at = position;
    bytes[at] = QUOTE;
    at += 1;
    for (let i = 0; i < length; i += 1) {
      const code = value.charCodeAt(i);
      if (code < SPACE || code > LAST_ASCII || code === QUOTE || code === BACKSLASH)
        return this.raw(JSON.stringify(value), position);
      bytes[at] = code;
      at += 1;
    }
    bytes[at] = QUOTE;
    at += 1;
    if (at > this.limit) this.#grow(at);
    return at;
  }

  /** A whole number of 32 bits. */
  int(value: number, position: number): number {
    const { bytes } = this;
    let at = position;
    let rest = value;
    if (rest < 0) {
      if (rest === -2_147_483_648) return this.raw("-2147483648", position);
      bytes[at] = MINUS;
      at += 1;
      rest = -rest;
    }
    let digits = 1;
    for (let bound = 10; digits < 10 && rest >= bound; bound *= 10) digits += 1;
    const end = at + digits;
    for (let i = end - 1; i >= at; i -= 1) {
      const tenth = (rest / 10) | 0;
      bytes[i] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    if (end > this.limit) this.#grow(end);
    return end;
  }

  /** A finite number. */
  number(value: number, position: number): number {
    if ((value | 0) === value) return this.int(value, position);
    const hundredths = Math.round(value * 100);
    // No other decimal of so few digits is the same number, so that this is the shortest, as String() has it.
    if ((hundredths | 0) === hundredths && hundredths / 100 === value) return this.#hundredths(hundredths, position);
    return this.#ascii(String(value), position);
  }

  /** A number with one or two decimal places; never a whole one. */
  #hundredths(value: number, position: number): number {
    const { bytes } = this;
    const size = Math.abs(value);
    const whole = (size / 100) | 0;
    const rest = size - whole * 100;
    const tenth = (rest / 10) | 0;
    const last = rest - tenth * 10;
    if (value < 0) bytes[position] = MINUS;
    let at = this.int(whole, value < 0 ? position + 1 : position);
    // The buffer may be another one by now.
    const written = this.bytes;
    written[at] = POINT;
    written[at + 1] = ZERO + tenth;
    at += 2;
    if (last !== 0) {
      written[at] = ZERO + last;
      at += 1;
    }
    this.ensure(at);
    return at;
  }

  /**
   * What was written up to the position, as text when it is short; the next answer may be written then.
   * Bytes are the taker's until it gives them back, which it need not do.
   */
  take(position: number): Buffer | string {
    // What does not fit is dropped in silence, and memory of others would be taken for it.
    if (position > this.bytes.length) throw new RangeError("an answer was written past its buffer");
    if (position <= SHORT_TEXT) return this.bytes.toString("utf8", 0, position);
    const taken = this.bytes.subarray(0, position);
    this.#taken.add(taken);
    this.bytes = this.#spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_SIZE);
    this.limit = this.bytes.length - SLACK;
    return taken;
  }

  /** Lets the memory of what was taken be written again. The taker must not use it any more. */
  giveBack(taken: Buffer): void {
    // Given back twice, it would be two answers at once.
    if (!this.#taken.delete(taken) || taken.buffer.byteLength > KEPT_SIZE || this.#spare.length >= SPARES) return;
    this.#spare.push(Buffer.from(taken.buffer));
  }

  #ascii(text: string, position: number): number {
    const { bytes } = this;
    for (let i = 0; i < text.length; i += 1) bytes[position + i] = text.charCodeAt(i);
    const end = position + text.length;
    if (end > this.limit) this.#grow(end);
    return end;
  }

  /** Makes room for so many bytes behind the position, beside the slack. */
  #grow(position: number, more = 0): void {
    if (position > this.bytes.length) throw new RangeError("an answer was written past its buffer");
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length, position + more + SLACK) * 2);
    this.bytes.copy(grown);
    this.bytes = grown;
    this.limit = grown.length - SLACK;
  }
}
