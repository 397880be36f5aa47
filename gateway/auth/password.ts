import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { bulkhead, isBulkheadRejectedError } from "cockatiel";
import type { Random } from "../../lib/eid.js";
import { TooManyRequests } from "./too-many-requests.js";

/** The cost of new hashes: N = 2^14, r = 8, p = 1 takes 16 MiB and some 45 ms of one core. */
const COST = { ln: 14, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** `$scrypt$ln=14,r=8,p=1$salt$hash`: ln is log2 N; salt and hash are base64 without padding. */
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43})$/;

/**
 * scrypt runs on libuv's four threads, which file reads and name look-ups need too: two of them stay
 * free, however many sign in. Who can't be verified within about half a second is turned away.
 */
const PARALLEL_VERIFICATIONS = 2;
const WAITING_VERIFICATIONS = 20;
const verifications = bulkhead(PARALLEL_VERIFICATIONS, WAITING_VERIFICATIONS);

interface Hash {
  cost: typeof COST;
  salt: Uint8Array;
  digest: Uint8Array;
}

/** Costs what a real hash costs, and belongs to no password. */
const DUMMY: Hash = { cost: COST, salt: new Uint8Array(SALT_BYTES), digest: new Uint8Array(HASH_BYTES) };

/**
 * The stored form of a new password or client secret: `$scrypt$ln=14,r=8,p=1$salt$hash`.
 * Not bounded like verifications: who makes many of them makes one after the other.
 */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = random(SALT_BYTES);
  const digest = await derive(password, salt, COST);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(digest)}`;
}

/**
 * Whether a password belongs to a stored hash. Null, the hash of an unknown user or of one without a
 * password, takes the same time and is never right.
 *
 * Throws TOO_MANY_REQUESTS when too many wait already, and Error for a hash that is not in our form.
 */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  const hash = storedHash === null ? DUMMY : parseHash(storedHash);
  try {
    const digest = await verifications.execute(() => derive(password, hash.salt, hash.cost));
    return timingSafeEqual(digest, hash.digest) && hash !== DUMMY;
  } catch (error) {
    if (isBulkheadRejectedError(error)) throw new TooManyRequests("Too many sign-ins at the moment; try again.", 1);
    throw error;
  }
}

function parseHash(stored: string): Hash {
  const [, ln, r, p, salt, digest] = FORM.exec(stored) ?? [];
  if (salt === undefined || digest === undefined) throw new Error("a stored password hash is malformed");
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    digest: Buffer.from(digest, "base64"),
  };
}

function derive(password: string, salt: Uint8Array, { ln, r, p }: typeof COST): Promise<Buffer> {
  const N = 2 ** ln;
  // Twice what scrypt needs, since OpenSSL counts a little more than N × r blocks.
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, options, (error, digest) => (error === null ? resolve(digest) : reject(error)));
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}
