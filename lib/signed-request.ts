import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "./clock.js";
import type { IdempotentRequest } from "./idempotency.js";
import type { Role, Viewer } from "./viewer.js";

/** The header that carries a signature. */
export const SIGNATURE_HEADER = "adgraph-signature";

/** Milliseconds. A request lives 30 s in all, of which 5 s are for clocks that run ahead. */
const LIFETIME = 25_000;
const CLOCK_SKEW = 5_000;

/**
 * Who asks, as it travels from the gateway to a subgraph: in the body's `extensions.asker`, which
 * the signature covers like the rest of the body. A header would be too small for a viewer of many
 * advertisables.
 */
export interface SignedAsker {
  /** Null when nobody signed in, which our own subgraphs refuse. */
  readonly viewer: Viewer | null;
  readonly requestId: string;
  /** Rows of one connection page at most. */
  readonly pageLimit: number;
  /** Of a mutation that was sent with an Idempotency-Key. */
  readonly idempotency?: (IdempotentRequest & { part: string }) | undefined;
}

/** All of a request that a signature vouches for. */
export interface SignedMessage {
  /** The name of who is to answer: one secret serves all areas, and what one was asked is worth nothing at another. */
  recipient: string;
  method: string;
  /** With the query string, if there is one. */
  path: string;
  body: string | Uint8Array;
}

/** The value of SIGNATURE_HEADER for a request that is sent now: `t=<epoch ms>,s=<HMAC-SHA-256>`. */
export function signRequest(message: SignedMessage, secret: string, clock: Clock): string {
  const timestamp = String(clock.now());
  return `t=${timestamp},s=${signature(message, timestamp, secret).toString("base64url")}`;
}

/** Whether the request carries a signature made with the secret at most 25 s ago. */
export function isSigned(message: SignedMessage, header: unknown, secret: string, clock: Clock): boolean {
  const [, timestamp, sent] = /^t=(\d{1,15}),s=([\w-]{43})$/.exec(typeof header === "string" ? header : "") ?? [];
  if (timestamp === undefined || sent === undefined) return false;
  const age = clock.now() - Number(timestamp);
  if (age > LIFETIME || age < -CLOCK_SKEW) return false;
  return timingSafeEqual(Buffer.from(sent, "base64url"), signature(message, timestamp, secret));
}

function signature({ recipient, method, path, body }: SignedMessage, timestamp: string, secret: string): Buffer {
  const digest = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", secret).update(`v2\n${recipient}\n${method}\n${path}\n${timestamp}\n${digest}`).digest();
}

/** The asker out of a body whose signature was checked; null when it is not there or has another form. */
export function readAsker(value: unknown): SignedAsker | null {
  if (!isRecord(value)) return null;
  const { requestId, pageLimit } = value;
  const viewer = value["viewer"] === null ? null : readViewer(value["viewer"]);
  if (viewer === undefined || typeof requestId !== "string") return null;
  if (typeof pageLimit !== "number" || !Number.isSafeInteger(pageLimit) || pageLimit < 1) return null;
  const idempotency = readIdempotency(value["idempotency"]);
  return { viewer, requestId, pageLimit, ...(idempotency !== undefined && { idempotency }) };
}

function readIdempotency(value: unknown): SignedAsker["idempotency"] {
  if (!isRecord(value)) return undefined;
  const { operation, key, fingerprint, part } = value;
  return [operation, key, fingerprint, part].every((item) => typeof item === "string")
    ? { operation: String(operation), key: String(key), fingerprint: String(fingerprint), part: String(part) }
    : undefined;
}

function readViewer(value: unknown): Viewer | undefined {
  if (!isRecord(value)) return undefined;
  const { userEid, organizationEid, role, advertisables, apiClient, isService = false } = value;
  if (typeof userEid !== "string" || typeof organizationEid !== "string" || !isRole(role)) return undefined;
  if (advertisables !== "ALL" && !isTexts(advertisables)) return undefined;
  if (apiClient !== null && typeof apiClient !== "string") return undefined;
  if (typeof isService !== "boolean") return undefined;
  return { userEid, organizationEid, role, advertisables, apiClient, ...(isService && { isService }) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isRole(value: unknown): value is Role {
  return value === "STAFF" || value === "ADMIN" || value === "USER";
}
