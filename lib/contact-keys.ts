import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { Random } from "./eid.js";
import { AppError } from "./errors.js";

/** Keeps addresses of people from whoever has the tables alone (decisions, section 7). */
export interface ContactKeys {
  /** A text as tables may keep it. It opens for the same owner only, so that no row can pass for another. */
  seal(text: string, owner: string): Buffer;
  /** What was sealed with any of the keys. Throws when it was sealed for another owner or with a key that is gone. */
  open(sealed: Uint8Array, owner: string): string;
  /** Stands for a text: 22 characters as an EID has them, the same for the same text of the same tenant and no other. */
  digest(text: string, tenant: string): string;
}

/** One secret of CONTACT_KEYS. */
export interface ContactKey {
  /** 1 to 32 letters, digits, _ and -; what is sealed names it. */
  id: string;
  secret: string;
}

const SECRET_LENGTH = 32;
const CIPHER = "aes-256-gcm";
const IV_LENGTH = 12;
const TAG_LENGTH = 16;
const DIGEST_LENGTH = 22;

/** The keys out of `id=secret,older=secret`; null when the text is none of that kind. */
export function contactKeysOf(text: string): ContactKey[] | null {
  const keys: ContactKey[] = [];
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const [, id, secret] = /^\s*([\w-]{1,32})=(\S+)\s*$/.exec(pair) ?? [];
    if (id === undefined || secret === undefined || secret.length < SECRET_LENGTH) return null;
    if (keys.some((key) => key.id === id)) return null;
    keys.push({ id, secret });
  }
  return keys;
}

/**
 * The first key seals, all of them open, and the last one makes the digests: a digest must stay the same when a
 * newer key comes to the front. Without any key whatever is asked is refused.
 */
export function createContactKeys(keys: readonly ContactKey[], random: Random): ContactKeys {
  const [current] = keys;
  const oldest = keys.at(-1);
  if (current === undefined || oldest === undefined) return NO_CONTACT_KEYS;
  const ciphers = new Map(keys.map(({ id, secret }) => [id, derived(secret, "seal")]));
  const digestKey = derived(oldest.secret, "digest");
  const head = Buffer.from([current.id.length, ...Buffer.from(current.id, "latin1")]);
  const sealKey = derived(current.secret, "seal");
  return {
    seal(text, owner) {
      const iv = Buffer.from(random(IV_LENGTH));
      const cipher = createCipheriv(CIPHER, sealKey, iv).setAAD(Buffer.from(owner, "utf8"));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([head, iv, cipher.getAuthTag(), body]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const start = 1 + (bytes[0] ?? 0);
      const key = ciphers.get(bytes.toString("latin1", 1, start));
      if (key === undefined) throw new Error("it was sealed with a key that CONTACT_KEYS does not have");
      const tagAt = start + IV_LENGTH;
      const bodyAt = tagAt + TAG_LENGTH;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(start, tagAt), { authTagLength: TAG_LENGTH })
        .setAAD(Buffer.from(owner, "utf8"))
        .setAuthTag(bytes.subarray(tagAt, bodyAt));
      return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString("utf8");
    },
    digest: (text, tenant) =>
      createHmac("sha256", digestKey).update(`${tenant}\0${text}`).digest("base64url").slice(0, DIGEST_LENGTH),
  };
}

/** Of a secret a key for each purpose, so that none says anything about another. */
function derived(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "adgraph", `contacts ${purpose}`, 32)));
}

function noKeys(): never {
  throw new AppError("SERVICE_UNAVAILABLE", "This service can't keep addresses: its setting CONTACT_KEYS is missing.");
}

/** Keeps nothing: whatever is asked of it is refused. */
export const NO_CONTACT_KEYS: ContactKeys = { seal: noKeys, open: noKeys, digest: noKeys };
