import { createHash } from "node:crypto";
import QuickLRU from "quick-lru";
import type { Clock } from "../../lib/clock.js";
import { foldName } from "./fold-name.js";
import { TooManyRequests } from "./too-many-requests.js";

const MAX_WRONG = 10;
/** Milliseconds. */
const WINDOW = 5 * 60_000;

/**
 * Account names that are remembered for certain; quick-lru holds up to twice as many. More than can
 * be verified within the window (two at a time, 15 ms each at the fastest, are 40,000), so that a flood of
 * made-up names can't make the limiter forget the one that is attacked.
 */
const MAX_NAMES = 50_000;

/**
 * At most 10 wrong passwords in any 5 minutes for one account name, existing or not. A right password
 * is refused too while the name is limited: otherwise the refusals would tell it from the wrong ones.
 * Refused attempts don't count, so the limit always ends; other names are never affected.
 *
 * The names are those of this process; several gateways allow 10 each.
 */
export class LoginLimiter {
  readonly #clock: Clock;
  /** By digest of the name, so that long names take no more memory: when wrong passwords came, oldest first. */
  readonly #wrong = new QuickLRU<string, readonly number[]>({ maxSize: MAX_NAMES });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws TOO_MANY_REQUESTS with `retryAfter` in seconds when the name is limited. */
  check(name: string): void {
    const now = this.#clock.now();
    const recent = this.#recent(keyOf(name), now);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= MAX_WRONG) {
      throw new TooManyRequests(
        "Too many wrong passwords for this account; wait before the next one.",
        (oldest + WINDOW - now) / 1000,
      );
    }
  }

  /**
   * Checks, and counts an attempt as wrong before it is verified, so that attempts in parallel can't
   * all pass below the limit. Call `reset` when it was right, and the function that comes back when it
   * was not verified at all.
   */
  begin(name: string): () => void {
    this.check(name);
    const key = keyOf(name);
    const now = this.#clock.now();
    this.#wrong.set(key, [...this.#recent(key, now), now]);
    return () => {
      const attempts = this.#wrong.get(key) ?? [];
      const at = attempts.lastIndexOf(now);
      if (at >= 0) this.#wrong.set(key, attempts.toSpliced(at, 1));
    };
  }

  /** Forgets the wrong passwords of a name. */
  reset(name: string): void {
    this.#wrong.delete(keyOf(name));
  }

  #recent(key: string, now: number): readonly number[] {
    return (this.#wrong.get(key) ?? []).filter((at) => at > now - WINDOW);
  }
}

function keyOf(name: string): string {
  return createHash("sha256").update(foldName(name)).digest("base64");
}
