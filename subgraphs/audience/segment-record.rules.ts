import { normaliseAddress } from "../../lib/email-address.js";
import type { Violation } from "../../lib/errors.js";
import type { SegmentType } from "./segment.type.js";

/** Users that one write may bring. */
export const MAX_RECORDS = 100_000;

/** Malformed users that one refusal names. */
const MAX_NAMED = 10;
const MAX_ID = 255;

/** A user as a client sends it. */
export interface UserRecord {
  email?: string | null | undefined;
  id?: string | null | undefined;
}

/** What a segment's list is made of. */
export type RecordKind = "email" | "id";

/** Segments of type crm are lists of addresses, all others of ids (document 3, part A; our reading). */
export function kindOf(type: SegmentType): RecordKind {
  return type === "CRM" ? "email" : "id";
}

/** A user of one of several lists. */
export interface ListedUser extends UserRecord {
  /** The number of the list among those that come together. */
  list: number;
}

/** Users out of one text: a line for each, with tabs between the number of the list, address and id. */
export function unpack(packed: string): ListedUser[] {
  if (packed === "") return [];
  return packed.split("\n").map((line) => {
    const [list, email, id] = line.split("\t");
    return { list: Number(list), email, id };
  });
}

/** A user as lists that were packed are compared: the digest of a list is made of these, one after the other. */
export function lineOf({ email, id }: UserRecord): string {
  return `${email ?? ""}\t${id ?? ""}\n`;
}

/** What has been read of one list: nothing more of it is kept once it is refused. */
export interface ListReading {
  /** How many users there were. */
  seen: number;
  violations: Violation[];
}

/**
 * The next user of a list as the list keeps it, or null for one that is malformed, or comes after those that refuse the
 * list already. Violations name places and never what stands there; of a list with too many users they say that alone.
 */
export function readRecord(record: UserRecord, kind: RecordKind, reading: ListReading): string | null {
  const at = reading.seen;
  reading.seen += 1;
  if (at === MAX_RECORDS) reading.violations = [TOO_MANY];
  if (at >= MAX_RECORDS || reading.violations.length >= MAX_NAMED) return null;
  const text = kind === "email" ? normaliseAddress(record.email ?? "") : idOf(record.id ?? "");
  if (text === null) reading.violations.push(malformed(at, kind));
  return text;
}

const TOO_MANY: Violation = {
  path: ["input", "data"],
  code: "TOO_MANY",
  message: `data must have at most ${MAX_RECORDS} users; send more of them with append.`,
};

function malformed(at: number, kind: RecordKind): Violation {
  const must = kind === "email" ? "an e-mail address" : `an id of 1 to ${MAX_ID} characters`;
  return { path: ["input", "data", at], code: "MALFORMED", message: `The user at data.${at} must have ${must}.` };
}

function idOf(text: string): string | null {
  const id = text.trim();
  return id !== "" && id.length <= MAX_ID && !/\p{Cc}/u.test(id) && id.isWellFormed() ? id : null;
}
