import { createHash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import type { Clock } from "./clock.js";
import type { Database, Sql } from "./database.js";
import { AppError, badInput } from "./errors.js";
import type { Role, Viewer } from "./viewer.js";

/** The header by which a client names a write, so that it can repeat it without harm. */
export const IDEMPOTENCY_HEADER = "idempotency-key";

/** The header of an answer that was given before. */
export const REPLAY_HEADER = "idempotency-replayed";

/** Milliseconds for which a key is remembered. */
const LIFETIME = 24 * 3_600_000;

const MAX_LENGTH = 255;

/** One write that is to have its effect once, however often it is sent. */
export interface IdempotentRequest {
  /** What is done: a mutation's name, or method and route. The same key may be used for another. */
  operation: string;
  key: string;
  /** SHA-256 of what was sent, in hexadecimal. */
  fingerprint: string;
}

export interface StoredReply {
  status: number;
  body: string;
}

/** The key of a request; undefined when it has none. Throws BAD_USER_INPUT for one that cannot be kept. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string" && /^[\x21-\x7e]+$/.test(header) && header.length <= MAX_LENGTH) return header;
  throw badInput(
    ["Idempotency-Key"],
    "INVALID",
    `Idempotency-Key must be one text of 1 to ${MAX_LENGTH} printable ASCII characters without spaces.`,
  );
}

/** The fingerprint of a body: the same for two that mean the same, whatever the order of their keys. */
export function fingerprintOf(body: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(canonical(body)) ?? "")
    .digest("hex");
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, canonical(item)]);
}

interface Place {
  /** Whose rows they are, and nobody else's. */
  tenant: string;
  values: Record<"advertisable_eid" | "user_eid" | "client_id" | "operation" | "key", string>;
}

/** Where a request's rows are kept. */
function placeOf({ userEid, apiClient }: Viewer, { operation, key }: IdempotentRequest): Place {
  const client = apiClient ?? "";
  const tenant = tenantOf([userEid, client, operation, key]);
  return { tenant, values: { advertisable_eid: tenant, user_eid: userEid, client_id: client, operation, key } };
}

/** A tenant that stands for something else than an advertisable, and that nobody can make who does not know the parts. */
function tenantOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** Where a request keeps what is nobody else's: of the same user and client, through whichever process it comes. */
export function requestTenant({ userEid, apiClient }: Viewer, requestId: string): string {
  return tenantOf([userEid, apiClient ?? "", requestId]);
}

/** Adds to a transaction's scope the rows in which it remembers itself. */
export function idempotencyTenant(viewer: Viewer, request: IdempotentRequest): string {
  return placeOf(viewer, request).tenant;
}

/**
 * Does a transaction's work, unless a request with this key did it before: then gives what that came to.
 * Throws IDEMPOTENCY_KEY_IN_USE while another request with the key is at it, and
 * IDEMPOTENCY_KEY_REUSED when it was sent with another body.
 */
export async function once<T>(
  sql: Sql,
  viewer: Viewer,
  request: IdempotentRequest & { step: string },
  clock: Clock,
  work: () => Promise<T>,
): Promise<T> {
  const { tenant, values } = placeOf(viewer, request);
  const [lock] = await sql.rows<{ held: boolean }>("select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as held", [
    tenant,
  ]);
  if (lock?.held !== true) throw inUse();
  const now = clock.now();
  const expired = new Date(now - LIFETIME);
  await sql
    .from("platform.idempotent_step")
    .where("advertisable_eid", tenant)
    .where("created_at", "<=", expired)
    .delete();
  await sql.from("platform.idempotent_reply").where(values).where("created_at", "<=", expired).delete();
  await sql
    .from("platform.idempotent_reply")
    .insert({ ...values, fingerprint: request.fingerprint, created_at: new Date(now) })
    .onConflict(["advertisable_eid", "user_eid", "client_id", "operation", "key"])
    .ignore();
  const [known] = await sql.rows<{ fingerprint: string; result: Buffer | null }>(
    `select r.fingerprint, s.result from platform.idempotent_reply r
     left join platform.idempotent_step s on s.advertisable_eid = r.advertisable_eid and s.step = ?
     where r.advertisable_eid = ?`,
    [request.step, tenant],
  );
  if (known !== undefined && known.fingerprint !== request.fingerprint) throw reused();
  // What this very line wrote, in this format, in an earlier transaction.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  if (known !== undefined && known.result !== null) return deserialize(known.result) as T;
  const result = await work();
  await sql.from("platform.idempotent_step").insert({
    advertisable_eid: tenant,
    step: request.step,
    result: serialize(result),
    created_at: new Date(now),
  });
  return result;
}

/** What somebody could see. An admin sees what the organization has, whatever that is. */
interface Access {
  role: Role;
  organizationEid: string;
  /** Of a user: what they were granted. */
  advertisables: readonly string[] | null;
}

function accessOf({ role, organizationEid, advertisables }: Viewer): Access {
  return { role, organizationEid, advertisables: role === "USER" && advertisables !== "ALL" ? advertisables : null };
}

/** Whether somebody sees and may do all that they could. */
function isStillAllowed(then: Access, viewer: Viewer): boolean {
  if (viewer.role === "STAFF") return true;
  if (then.role === "STAFF" || then.organizationEid !== viewer.organizationEid) return false;
  if (viewer.role === "ADMIN") return true;
  if (then.advertisables === null || viewer.advertisables === "ALL") return false;
  const now = new Set(viewer.advertisables);
  return then.advertisables.every((eid) => now.has(eid));
}

/** What the answers to requests with a key were. */
export interface IdempotencyStore {
  /**
   * The answer that was given; null when there is none yet, and for who lost access since then: the request is run
   * again for them, has no effect again, and is answered with what they may see now. Throws IDEMPOTENCY_KEY_REUSED for
   * another body.
   */
  find(viewer: Viewer, request: IdempotentRequest): Promise<StoredReply | null>;
  /** Keeps the answer of a request that had an effect; of any other there is nothing to repeat. */
  save(viewer: Viewer, request: IdempotentRequest, reply: StoredReply): Promise<void>;
}

export function createIdempotencyStore(database: Database, clock: Clock): IdempotencyStore {
  const sqlFor = (viewer: Viewer, { tenant }: Place): Sql =>
    database.sqlFor({ ...viewer, advertisables: [tenant] }, () => {});
  return {
    async find(viewer, request) {
      const place = placeOf(viewer, request);
      const [known] = await sqlFor(viewer, place).rows<{
        fingerprint: string;
        status: number | null;
        reply: string | null;
        access: Access | null;
      }>(
        "select fingerprint, status, reply, access from platform.idempotent_reply where advertisable_eid = ? and created_at > ?",
        [place.tenant, new Date(clock.now() - LIFETIME)],
      );
      if (known === undefined) return null;
      if (known.fingerprint !== request.fingerprint) throw reused();
      const { status, reply, access } = known;
      if (status === null || reply === null || access === null || !isStillAllowed(access, viewer)) return null;
      return { status, body: reply };
    },
    async save(viewer, request, { status, body }) {
      const place = placeOf(viewer, request);
      await sqlFor(viewer, place)
        .from("platform.idempotent_reply")
        .where(place.values)
        // The first answer stays: another one was made for who lost access meanwhile.
        .whereNull("status")
        .update({ status, reply: body, access: JSON.stringify(accessOf(viewer)) });
    },
  };
}

function inUse(): AppError {
  return new AppError("IDEMPOTENCY_KEY_IN_USE", "A request with this Idempotency-Key is under way; wait and repeat.");
}

function reused(): AppError {
  return new AppError(
    "IDEMPOTENCY_KEY_REUSED",
    "This Idempotency-Key was sent with another body; give each write a key of its own.",
  );
}
