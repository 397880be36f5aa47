import { errorCodes } from "fastify";
import { getManyValues, none } from "stream-chain/core";
import { jsonParser, type Token } from "stream-json/core/parser.js";
import { AppError } from "../../lib/errors.js";
import { BODY_LIMIT } from "../http/body-limit.js";
import { numberOf } from "./long-numbers.js";

/** Where in a document something stands: its keys from the outside in, and places in lists as null. */
export type JsonPath = readonly (string | null)[];

/** A list whose items are taken one by one, as they arrive. */
export interface TakenItems {
  add(item: unknown): void;
  /** What stands in the list's place once it has ended. */
  end(): unknown;
}

/** An object or a list that has begun and has not ended. */
interface Open {
  value: Record<string, unknown> | unknown[];
  /** The key whose value is next; null in a list. */
  key: string | null;
  /** Takes the items of this list; null where they are kept. */
  taker: TakenItems | null;
  /** Characters that were kept when it began. */
  kept: number;
}

/** Levels of lists and objects: none of a route's inputs has more than a few. */
const MAX_DEPTH = 100;

/** What a token costs to keep beside its characters, roughly. */
const TOKEN = 16;

/**
 * Reads a JSON document as it arrives. Of lists that somebody takes no item is kept; of the rest no more than a body of any
 * other route may have. As everywhere in the old interface every key is named once in an object, and whole numbers keep
 * their digits.
 */
export class JsonReader {
  readonly #parse = jsonParser({ packValues: true, streamValues: false });
  readonly #open: Open[] = [];
  readonly #take: (path: JsonPath) => TakenItems | null;
  #document: unknown;
  #isWhole = false;
  #kept = 0;

  /** @param take Who takes the items of the list at a path, or null. */
  constructor(take: (path: JsonPath) => TakenItems | null) {
    this.#take = take;
  }

  /** The next piece of the text. Throws what Fastify throws for a text that is no JSON, BAD_USER_INPUT and REQUEST_TOO_LARGE. */
  write(text: string): void {
    for (const token of tokensOf(this.#parse, text)) {
      this.#kept += TOKEN + ("value" in token && typeof token.value === "string" ? token.value.length : 0);
      if (this.#kept > BODY_LIMIT) {
        const most = BODY_LIMIT / 1_048_576;
        throw new AppError("REQUEST_TOO_LARGE", `The body is too large; beside its users send at most ${most} MiB.`);
      }
      this.#accept(token);
    }
  }

  /** The document, once all of its text has been written. Throws as `write` does. */
  end(): unknown {
    // A number or a word at the very end is one only when something follows.
    this.write("\n");
    if (!this.#isWhole) throw notJson();
    return this.#document;
  }

  #accept(token: Token): void {
    switch (token.name) {
      case "startObject":
        this.#begin({});
        break;
      case "startArray":
        this.#begin([]);
        break;
      case "keyValue":
        this.#name(token.value);
        break;
      case "endObject":
      case "endArray":
        this.#finish();
        break;
      case "numberValue":
        this.#put(numberOf(token.value));
        break;
      case "stringValue":
      case "trueValue":
      case "falseValue":
      case "nullValue":
        this.#put(token.value);
        break;
      case "startKey":
      case "endKey":
      case "startString":
      case "endString":
      case "stringChunk":
      case "startNumber":
      case "endNumber":
      case "numberChunk":
      case "whitespace":
        // The parser is asked for whole keys and values only.
        break;
    }
  }

  #begin(value: Open["value"]): void {
    if (this.#open.length >= MAX_DEPTH)
      throw new AppError("BAD_USER_INPUT", `The JSON body is nested more than ${MAX_DEPTH} levels deep.`);
    const taker = Array.isArray(value) ? this.#take(this.#open.map((open) => open.key)) : null;
    this.#open.push({ value, key: null, taker, kept: this.#kept });
  }

  #name(key: string): void {
    const open = this.#open.at(-1);
    if (open === undefined || Array.isArray(open.value)) return;
    if (key === "__proto__") throw notJson();
    if (Object.hasOwn(open.value, key))
      throw new AppError("BAD_USER_INPUT", "The JSON body names a key twice in one object.");
    open.key = key;
  }

  #finish(): void {
    const ended = this.#open.pop();
    if (ended === undefined) return;
    const parent = this.#open.at(-1);
    if (parent?.key === "constructor" && Object.hasOwn(ended.value, "prototype")) throw notJson();
    if (ended.taker !== null) this.#kept = ended.kept;
    this.#put(ended.taker === null ? ended.value : ended.taker.end());
  }

  #put(value: unknown): void {
    const open = this.#open.at(-1);
    if (open === undefined) {
      this.#document = value;
      this.#isWhole = true;
    } else if (open.taker !== null) {
      open.taker.add(value);
      this.#kept = open.kept;
    } else if (Array.isArray(open.value)) open.value.push(value);
    else if (open.key !== null) open.value[open.key] = value;
  }
}

/** The tokens that a piece of text completes. The parser checks the grammar as strictly as JSON.parse does. */
function tokensOf(parse: ReturnType<typeof jsonParser>, text: string): readonly Token[] {
  try {
    const tokens = parse(text);
    return tokens === none ? [] : getManyValues(tokens);
  } catch {
    // Its message would repeat what stands there.
    throw notJson();
  }
}

function notJson(): Error {
  return new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY();
}
