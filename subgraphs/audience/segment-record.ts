import { createHash, type Hash } from "node:crypto";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { AppError, type Violation } from "../../lib/errors.js";
import {
  kindOf,
  lineOf,
  type ListedUser,
  type ListReading,
  readRecord,
  unpack,
  type UserRecord,
} from "./segment-record.rules.js";
import { createStage, stage, type StagedRow, stagedCounts } from "./segment-record.table.js";
import type { SegmentType } from "./segment.type.js";
import { stagedPart } from "./staged-users.table.js";

/** Users that are sealed before others get their turn. */
const AT_ONCE = 2_000;

/** A list that was sent ahead of the mutation. */
interface StagedList {
  /** Its number among those that the request sent. */
  list: number;
  /** SHA-256 of all its users, in hexadecimal. */
  digest: string;
}

/** One list of a write: the segment that it is of, and its users as the write brings them. */
export interface GivenList {
  advertisableEid: string;
  type: SegmentType;
  data?: readonly UserRecord[] | null;
  staged?: StagedList | null;
}

/** What became of a list; its users are in the transaction's stage, also those of one that has violations. */
export interface TakenList {
  /** Its place among the lists of the write. */
  list: number;
  violations: readonly Violation[];
  /** How many users there were, and how many different ones. */
  seen: number;
  users: number;
}

/** Whether a write brings users at all: an empty list is one. */
export function bringsUsers({ data, staged }: Pick<GivenList, "data" | "staged">): boolean {
  return data != null || staged != null;
}

/** A list as it is read. */
interface Reading extends ListReading {
  given: GivenList;
  hash: Hash;
}

/**
 * Reads the lists of a write, seals their users and puts them into the transaction's stage as they come, under the places
 * of their lists: however long the lists are, no more than one part of them is in memory. Nothing that others may wait
 * for is locked yet.
 */
export async function takeLists(
  sql: Sql,
  context: RequestContext,
  lists: readonly GivenList[],
): Promise<readonly TakenList[]> {
  if (lists.length === 0) return [];
  await createStage(sql);
  const readings = lists.map((given): Reading => ({ given, hash: createHash("sha256"), seen: 0, violations: [] }));
  for await (const users of partsOf(sql, context, lists)) {
    const rows: StagedRow[] = [];
    for (const user of users) {
      const reading = readings[user.list];
      if (reading === undefined) continue;
      reading.hash.update(lineOf(user));
      const { advertisableEid, type } = reading.given;
      const text = readRecord(user, kindOf(type), reading);
      if (text !== null) rows.push({ list: user.list, ...sealed(context, advertisableEid, `${kindOf(type)}:`, text) });
    }
    await stage(sql, rows);
  }
  for (const { given, hash } of readings) {
    if (given.staged == null || hash.digest("hex") === given.staged.digest) continue;
    throw new AppError("SERVICE_UNAVAILABLE", "The users that were sent are not there any more; send them again.");
  }
  const counts = await stagedCounts(sql);
  return readings.map(({ seen, violations }, list) => ({ list, seen, violations, users: counts.get(list) ?? 0 }));
}

/** The users of all lists, a part at a time, each with the place of its list. */
async function* partsOf(
  sql: Sql,
  context: RequestContext,
  lists: readonly GivenList[],
): AsyncGenerator<readonly ListedUser[]> {
  let part: ListedUser[] = [];
  for (const [list, { data, staged }] of lists.entries()) {
    for (const user of staged == null ? (data ?? []) : []) {
      part.push({ list, email: user.email, id: user.id });
      if (part.length < AT_ONCE) continue;
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
  const places = new Map(lists.flatMap(({ staged }, at) => (staged == null ? [] : [[staged.list, at]])));
  for (let number = 0; places.size > 0; number += 1) {
    const packed = await stagedPart(sql, context, number);
    if (packed === null) return;
    // What belongs to a list that was refused before has no place.
    yield unpack(packed).map((user) => ({ ...user, list: places.get(user.list) ?? -1 }));
  }
}

function sealed(
  { contactKeys }: RequestContext,
  advertisableEid: string,
  prefix: string,
  text: string,
): Omit<StagedRow, "list"> {
  const eid = contactKeys.digest(prefix + text, advertisableEid);
  return { eid, sealed: contactKeys.seal(text, ownerOf(advertisableEid, eid)) };
}

/** The address or id that was sealed. */
export function openRecord(
  { contactKeys }: RequestContext,
  { advertisableEid, eid, sealed: bytes }: { advertisableEid: string; eid: string; sealed: Buffer },
): string {
  return contactKeys.open(bytes, ownerOf(advertisableEid, eid));
}

function ownerOf(advertisableEid: string, eid: string): string {
  return `${advertisableEid} ${eid}`;
}
