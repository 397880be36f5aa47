import QuickLRU from "quick-lru";
import type { Sql } from "../../lib/database.js";
import type { Log } from "../../lib/log.js";
import { documentDigest } from "./document-digest.js";
import { readRegistered } from "./registered-operation.table.js";

/** What is done with an operation that nobody registered: it runs, it runs and is logged, or it is refused. */
export type RegistrationMode = "off" | "log" | "enforce";

/** The documents that clients may ask for by an id: registered ones, and those that clients have taught by themselves. */
export interface RegisteredOperations {
  readonly mode: RegistrationMode;
  /** The document of an id, if it is known in memory. */
  readonly textOf: (id: string) => string | undefined;
  /** The same; looks for new registrations, at most once a second. */
  readonly find: (id: string) => Promise<string | undefined>;
  /** Whether a document is registered; looks for new registrations, at most once a second. */
  readonly isRegistered: (text: string) => Promise<boolean>;
  /** Whether a document is registered, as far as it is known in memory. */
  readonly isKnown: (text: string) => boolean;
  /** Keeps a document under its digest for whoever is signed in, until others take its place. */
  readonly teach: (text: string) => void;
  /** Tells the log of a document that is not registered, once. */
  readonly complain: (text: string) => void;
}

export interface RegisteredOperationsOptions {
  sql: Pick<Sql, "rows">;
  mode: RegistrationMode;
  log: Log;
}

/** Milliseconds between two looks for new registrations. */
const LOOK_EVERY = 1_000;

/** Documents that clients have taught, and the characters of one at most. */
const TAUGHT = 1_000;
const TAUGHT_LENGTH = 10_000;

/** Documents of which the log was told. */
const COMPLAINED = 1_000;

export function createRegisteredOperations({ sql, mode, log }: RegisteredOperationsOptions): RegisteredOperations {
  let byId = new Map<string, string>();
  let texts = new Set<string>();
  let looked = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const taught = new QuickLRU<string, string>({ maxSize: TAUGHT });
  const complained = new QuickLRU<string, true>({ maxSize: COMPLAINED });

  function textOf(id: string): string | undefined {
    // The proposal on persisted documents writes the algorithm before a digest.
    return byId.get(id) ?? byId.get(id.replace(/^sha256:/, "")) ?? taught.get(id.replace(/^sha256:/, ""));
  }

  async function look(): Promise<void> {
    const registered = await readRegistered(sql);
    byId = new Map([
      ...registered.map(({ digest, document }): [string, string] => [digest, document]),
      ...registered.map(({ id, document }): [string, string] => [id, document]),
    ]);
    texts = new Set(registered.map(({ document }) => document));
  }

  async function lookAgain(): Promise<void> {
    if (looking === undefined && performance.now() - looked >= LOOK_EVERY) {
      looked = performance.now();
      looking = look().finally(() => (looking = undefined));
    }
    await looking;
  }

  return {
    mode,
    textOf,
    async find(id) {
      const known = textOf(id);
      if (known !== undefined) return known;
      await lookAgain();
      return textOf(id);
    },
    async isRegistered(text) {
      if (texts.has(text)) return true;
      await lookAgain();
      return texts.has(text);
    },
    isKnown: (text) => texts.has(text),
    teach(text) {
      if (mode !== "enforce" && text.length <= TAUGHT_LENGTH) taught.set(documentDigest(text), text);
    },
    complain(text) {
      if (complained.has(text)) return;
      complained.set(text, true);
      log.warn({ digest: documentDigest(text) }, "an operation is asked for that is not registered");
    },
  };
}
