import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import QuickLRU from "quick-lru";
import type { Clock } from "../../lib/clock.js";
import type { Random } from "../../lib/eid.js";

/** Milliseconds. */
const LIFETIME = 60_000;

/** quick-lru holds up to twice what it is told: 1,000 entries at most. */
const MAX_SIZE = 500;

interface Verified {
  /** The stored hash that the password was right for. */
  hash: string;
  /** Epoch milliseconds; the entry is good before this instant. */
  until: number;
}

/**
 * Remembers for a minute which passwords were right, so that a client that sends Basic with each
 * request pays for one verification and not for all. Holds no password and nothing that helps to find
 * one outside this process: the key is an HMAC under a random key that lives in memory only.
 */
export class CredentialCache {
  readonly #clock: Clock;
  readonly #secret: KeyObject;
  readonly #verified = new QuickLRU<string, Verified>({ maxSize: MAX_SIZE });
  /** Verifications that run now; the same question at the same time waits for the same answer. */
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#secret = createSecretKey(random(32));
  }

  /**
   * Whether the password is right, by memory or by `verify`. `currentHash` is what is stored now, null
   * for an unknown user: memory of another hash does not count, so a changed password is out at once.
   * `name` must not contain NUL. What `verify` throws goes to all who wait for it.
   */
  async check(
    name: string,
    password: string,
    currentHash: string | null,
    verify: () => Promise<boolean>,
  ): Promise<boolean> {
    const key = createHmac("sha256", this.#secret).update(`${name}\0${password}`).digest("base64");
    const verified = this.#verified.get(key);
    if (verified !== undefined && verified.hash === currentHash && this.#clock.now() < verified.until) return true;

    const question = `${key} ${currentHash}`;
    let running = this.#running.get(question);
    if (running === undefined) {
      running = this.#verify(key, currentHash, verify).finally(() => this.#running.delete(question));
      this.#running.set(question, running);
    }
    return await running;
  }

  async #verify(key: string, hash: string | null, verify: () => Promise<boolean>): Promise<boolean> {
    const right = await verify();
    if (right && hash !== null) this.#verified.set(key, { hash, until: this.#clock.now() + LIFETIME });
    return right;
  }
}
