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

/** Users out of packedData: a line for each, address and id with a tab between them. */
export function unpack(packed: string): UserRecord[] {
  if (packed === "") return [];
  return packed.split("\n").map((line) => {
    const [email, id] = line.split("\t");
    return { email, id };
  });
}

/** Users as a list keeps them, in their order, or what is wrong with them. */
export interface ReadUsers {
  texts: string[];
  violations: Violation[];
}

/** Refuses more users than one write may bring; how many a request brings in all its lists is up to the caller. */
export function checkCount(count: number): Violation[] {
  if (count <= MAX_RECORDS) return [];
  const message = `data must have at most ${MAX_RECORDS} users; send more of them with append.`;
  return [{ path: ["input", "data"], code: "TOO_MANY", message }];
}

/** Reads users from a place in their list on, a part of it; violations name places and never what stands there. */
export function readRecords(
  records: readonly UserRecord[],
  kind: RecordKind,
  { from, to }: { from: number; to: number },
  read: ReadUsers,
): void {
  for (const [index, record] of records.slice(from, to).entries()) {
    if (read.violations.length === MAX_NAMED) return;
    const text = kind === "email" ? normaliseAddress(record.email ?? "") : idOf(record.id ?? "");
    if (text !== null) read.texts.push(text);
    else read.violations.push(malformed(from + index, kind));
  }
}

function malformed(at: number, kind: RecordKind): Violation {
  const must = kind === "email" ? "an e-mail address" : `an id of 1 to ${MAX_ID} characters`;
  return { path: ["input", "data", at], code: "MALFORMED", message: `The user at data.${at} must have ${must}.` };
}

function idOf(text: string): string | null {
  const id = text.trim();
  return id !== "" && id.length <= MAX_ID && !/\p{Cc}/u.test(id) && id.isWellFormed() ? id : null;
}
