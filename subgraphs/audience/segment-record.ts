import { setImmediate as pause } from "node:timers/promises";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { kindOf, readRecords, unpack, type UserRecord } from "./segment-record.rules.js";
import type { SegmentType } from "./segment.type.js";

/** Users that are sealed before others get their turn. */
const AT_ONCE = 2_000;

/** A list's users as they are kept, by their EIDs: each once. */
export type SealedRecords = ReadonlyMap<string, Buffer>;

/** Users as a mutation brings them. */
interface GivenUsers {
  data?: readonly UserRecord[] | null;
  packedData?: string | null;
}

/** The users of a mutation, ready to be written; null when it brings none. Throws BAD_USER_INPUT. */
export async function sealUsers(
  context: RequestContext,
  segment: { advertisableEid: string; type: SegmentType },
  { data, packedData }: GivenUsers,
): Promise<SealedRecords | null> {
  const records = packedData == null ? data : unpack(packedData);
  if (records == null) return null;
  const kind = kindOf(segment.type);
  const { texts, violations } = readRecords(records, kind);
  refuse(violations);
  const { contactKeys } = context;
  const sealed = new Map<string, Buffer>();
  for (const [at, text] of texts.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await pause();
    const eid = contactKeys.digest(`${kind}:${text}`, segment.advertisableEid);
    if (!sealed.has(eid)) sealed.set(eid, contactKeys.seal(text, ownerOf(segment.advertisableEid, eid)));
  }
  return sealed;
}

/** The address or id that was sealed. */
export function openRecord(
  { contactKeys }: RequestContext,
  { advertisableEid, eid, sealed }: { advertisableEid: string; eid: string; sealed: Buffer },
): string {
  return contactKeys.open(sealed, ownerOf(advertisableEid, eid));
}

function ownerOf(advertisableEid: string, eid: string): string {
  return `${advertisableEid} ${eid}`;
}
