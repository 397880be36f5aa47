import { randomBytes, randomFillSync } from "node:crypto";
import type { Clock } from "./clock.js";

/** Fills a buffer of the given length with random bytes. */
export type Random = (length: number) => Uint8Array;

/** Random bytes are made this many at a time: a call for a few costs as much as one for many. */
const POOL_SIZE = 4_096;

let pool = new Uint8Array(0);
let poolAt = 0;

export const systemRandom: Random = (length) => {
  if (length > POOL_SIZE / 16) return randomBytes(length);
  if (poolAt + length > pool.length) {
    // A new one each time, so that bytes that were handed out are never overwritten.
    pool = randomFillSync(new Uint8Array(POOL_SIZE));
    poolAt = 0;
  }
  poolAt += length;
  return pool.subarray(poolAt - length, poolAt);
};

/** What makes new EIDs; part of every request's context. */
export type EidSource = () => string;

/** The characters of base32 in the order of their codes: in that of RFC 4648 the digits, which come last, would sort first. */
const BASE32 = "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Own EIDs use base32 only; imported ones may be any 22 characters of this set (decisions, section 3). */
const EID = /^[A-Za-z0-9_-]{22}$/;

export function isEid(text: string): boolean {
  return EID.test(text);
}

/**
 * A source of EIDs: 22 characters of uppercase base32 that hold a 48-bit millisecond timestamp
 * followed by 62 random bits, so that keys sort by age (decisions, section 3).
 */
export function eidSource(clock: Clock, random: Random): EidSource {
  let prefixOf = -1;
  let prefix = "";
  return () => {
    const now = clock.now();
    // 45 of the timestamp's 48 bits are nine characters; the other three share one with two random bits.
    const high = Math.floor(now / 8);
    if (high !== prefixOf) {
      prefixOf = high;
      prefix = base32(Math.floor(high / 2 ** 25), 4) + base32(high % 2 ** 25, 5);
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = random(8);
    const shared = ((now % 8) << 2) | ((a >> 4) & 3);
    const first = ((a & 15) << 26) | (b << 18) | (c << 10) | (d << 2) | (e >> 6);
    const second = ((e & 63) << 24) | (f << 16) | (g << 8) | h;
    return prefix + BASE32.charAt(shared) + base32(first, 6) + base32(second, 6);
  };
}

/** The lowest 5 bits for each character, of a number of at most 30 bits. */
function base32(value: number, length: number): string {
  let text = "";
  for (let shift = 5 * (length - 1); shift >= 0; shift -= 5) text += BASE32.charAt((value >> shift) & 31);
  return text;
}
