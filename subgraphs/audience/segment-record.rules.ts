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

/** What a list keeps of its users, in their order; violations name positions and never what stands there. */
export function readRecords(
  records: readonly UserRecord[],
  kind: RecordKind,
): { texts: string[]; violations: Violation[] } {
  if (records.length > MAX_RECORDS) {
    const message = `data must have at most ${MAX_RECORDS} users; send more of them with append.`;
    return { texts: [], violations: [{ path: ["input", "data"], code: "TOO_MANY", message }] };
  }
  const texts: string[] = [];
  const violations: Violation[] = [];
  for (const [at, record] of records.entries()) {
    const text = kind === "email" ? normaliseAddress(record.email ?? "") : idOf(record.id ?? "");
    if (text !== null) texts.push(text);
    else violations.push(malformed(at, kind));
    if (violations.length === MAX_NAMED) break;
  }
  return { texts, violations };
}

function malformed(at: number, kind: RecordKind): Violation {
  const must = kind === "email" ? "an e-mail address" : `an id of 1 to ${MAX_ID} characters`;
  return { path: ["input", "data", at], code: "MALFORMED", message: `The user at data.${at} must have ${must}.` };
}

function idOf(text: string): string | null {
  const id = text.trim();
  return id !== "" && id.length <= MAX_ID && !/\p{Cc}/u.test(id) && id.isWellFormed() ? id : null;
}
