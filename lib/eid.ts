import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.js";

/** Fills a buffer of the given length with random bytes. */
export type Random = (length: number) => Uint8Array;

export const systemRandom: Random = (length) => randomBytes(length);

/** What makes new EIDs; part of every request's context. */
export type EidSource = () => string;

/** The characters of base32 in the order of their codes: in that of RFC 4648 the digits, which come last, would sort first. */
const BASE32 = "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const EID_BITS = 110n;
const EID_LENGTH = 22;
const RANDOM_BITS = 62n;

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
  return () => {
    const noise = random(8).reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
    let bits = (BigInt(clock.now()) << RANDOM_BITS) | BigInt.asUintN(Number(RANDOM_BITS), noise);
    bits = BigInt.asUintN(Number(EID_BITS), bits);
    let eid = "";
    for (let i = 0; i < EID_LENGTH; i += 1) {
      eid = BASE32.charAt(Number(bits & 31n)) + eid;
      bits >>= 5n;
    }
    return eid;
  };
}
