import { createHash } from "node:crypto";
import type { Random } from "../../lib/eid.js";

/** PERSONAL: made once by a user for a script. ACCESS and REFRESH: the pair that a sign-in gives. */
export type TokenKind = "PERSONAL" | "ACCESS" | "REFRESH";

/** So that people and secret scanners see at once what they have found. */
const PREFIXES: Readonly<Record<TokenKind, string>> = { PERSONAL: "agp_", ACCESS: "aga_", REFRESH: "agr_" };

const TOKEN = /^ag[apr]_[A-Za-z0-9_-]{43}$/;

/** A new token: the prefix of its kind and 32 random bytes in base64url, 47 characters. Shown once, never stored. */
export function newToken(kind: TokenKind, random: Random): string {
  return PREFIXES[kind] + Buffer.from(random(32)).toString("base64url");
}

/**
 * The form in which a token is stored and looked up: SHA-256 in hexadecimal. Needs neither salt nor
 * stretching, since 256 random bits can't be guessed.
 */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Whether a text looks like a token of this kind; anything else needs no look-up. */
export function isToken(text: string, kind: TokenKind): boolean {
  return text.startsWith(PREFIXES[kind]) && TOKEN.test(text);
}
