import { setImmediate as pause } from "node:timers/promises";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { checkCount, kindOf, readRecords, type ReadUsers, unpack, type UserRecord } from "./segment-record.rules.js";
import type { SegmentType } from "./segment.type.js";

/** Users that are read or sealed before others get their turn. */
const AT_ONCE = 2_000;

/** A list's users as they are kept, by their EIDs: each once. */
export type SealedRecords = ReadonlyMap<string, Buffer>;

/** The segment that a list is of. */
interface ListedSegment {
  advertisableEid: string;
  type: SegmentType;
}

/** Users as a mutation brings them. */
interface GivenUsers {
  data?: readonly UserRecord[] | null;
  packedData?: string | null;
}

/** The users of a mutation, ready to be written; null when it brings none. Throws BAD_USER_INPUT. */
export async function sealUsers(
  context: RequestContext,
  segment: ListedSegment,
  given: GivenUsers,
): Promise<SealedRecords | null> {
  const read = await readUsers(segment, given);
  refuse(read?.violations ?? []);
  return read === null ? null : await sealTexts(context, segment, read.texts);
}

/** The users of a mutation before they are sealed, or what is wrong with them; null when it brings none. Others get their turn meanwhile. */
export async function readUsers({ type }: ListedSegment, { data, packedData }: GivenUsers): Promise<ReadUsers | null> {
  const records = packedData == null ? data : unpack(packedData);
  if (records == null) return null;
  const read: ReadUsers = { texts: [], violations: checkCount(records.length) };
  if (read.violations.length > 0) return read;
  for (let from = 0; from < records.length; from += AT_ONCE) {
    if (from > 0) await pause();
    readRecords(records, kindOf(type), { from, to: from + AT_ONCE }, read);
  }
  return read;
}

/** Seals a list's users; others get their turn meanwhile. */
export async function sealTexts(
  context: RequestContext,
  segment: ListedSegment,
  texts: readonly string[],
): Promise<SealedRecords> {
  const kind = kindOf(segment.type);
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
