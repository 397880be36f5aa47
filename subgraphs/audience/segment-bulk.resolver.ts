import { isDeepStrictEqual } from "node:util";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { badInput } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { ownersOf } from "../../lib/ownership.js";
import { MAX_SEGMENTS, type PutSegmentInput, PutSegmentsInput, PutSegmentsPayload } from "./segment-bulk.input.js";
import { type Failure, failuresOf, frozenFailure, keyOf, REPEATED, unseen } from "./segment-bulk.rules.js";
import { holdSegments, lockPutting, type SegmentChange, writeChanges } from "./segment-bulk.table.js";
import { bringsUsers, type TakenList, takeLists } from "./segment-record.js";
import { MAX_RECORDS } from "./segment-record.rules.js";
import { type RecordList, writeRecords } from "./segment-record.table.js";
import { checkSegment, storedValue } from "./segment.rules.js";
import { newRecord, type SegmentRecord, segments, toSegment } from "./segment.table.js";

const ACTION = "putSegments";

/** An item that nothing is wrong with, ready to be written. */
interface Ready {
  at: number;
  input: PutSegmentInput;
  /** Its users, which are staged; null when it brings none. */
  users: TakenList | null;
}

/** What became of one item; survives being kept with an Idempotency-Key. */
type Outcome = { record: SegmentRecord; isNew: boolean } | { failures: Failure[] };

@Resolver()
export class SegmentBulkResolver {
  @Mutation(() => PutSegmentsPayload, {
    nullable: true,
    description:
      "Changes or creates several segments. One that is refused, such as one of an advertisable that the viewer can't see, is left out and the others are written, all in one transaction.",
  })
  @NeedsPermission("segment.write")
  async putSegments(
    @Arg("input", () => PutSegmentsInput, { description: "The segments." }) { segments: items }: PutSegmentsInput,
    @Ctx() context: RequestContext,
  ): Promise<PutSegmentsPayload> {
    authorise(context.viewer, "segment.write");
    if (items.length > MAX_SEGMENTS)
      throw badInput(["input", "segments"], "TOO_MANY", `segments must be at most ${MAX_SEGMENTS}.`);
    const visible = await ownersOf(
      context,
      items.map((item) => item.advertisableEid),
    );
    const outcomes = await context.transaction("segment.write", async (sql) => {
      const { ready, refused } = await judge(sql, context, items, visible);
      return new Map<number, Outcome>([...refused, ...(await put(sql, context, ready))]);
    });
    return {
      results: items.map((_item, at) => {
        const outcome = outcomes.get(at) ?? { failures: [] };
        return "record" in outcome
          ? { segment: toSegment(outcome.record), isNew: outcome.isNew, failures: [] }
          : { segment: null, isNew: false, failures: outcome.failures };
      }),
    };
  }
}

/** Tells the good items from the others, and stages the users of those that the viewer can see. Throws BAD_USER_INPUT for more users than one write may bring. */
async function judge(
  sql: Sql,
  context: RequestContext,
  items: readonly PutSegmentInput[],
  visible: { has(advertisableEid: string): boolean },
): Promise<{ ready: Ready[]; refused: Map<number, Outcome> }> {
  const bringing = items.filter((item) => visible.has(item.advertisableEid) && bringsUsers(item));
  const taken = await takeLists(sql, context, bringing);
  const lists = new Map(bringing.map((item, place) => [item, taken[place]]));
  const ready: Ready[] = [];
  const refused = new Map<number, Outcome>();
  const seen = new Set<string>();
  let users = 0;
  for (const [at, input] of items.entries()) {
    const list = lists.get(input);
    const failures = !visible.has(input.advertisableEid)
      ? [unseen(input.advertisableEid)]
      : [
          ...failuresOf([...checkSegment(input), ...(list?.violations ?? [])]),
          ...(seen.has(keyOf(input)) ? [REPEATED] : []),
        ];
    if (failures.length > 0) {
      refused.set(at, { failures });
      continue;
    }
    seen.add(keyOf(input));
    users += list?.seen ?? 0;
    ready.push({ at, input, users: list ?? null });
  }
  if (users > MAX_RECORDS)
    throw badInput(["input", "segments"], "TOO_MANY", `segments must have at most ${MAX_RECORDS} users together.`);
  return { ready, refused };
}

/** Writes the good items, in as many statements whatever their number. */
async function put(sql: Sql, context: RequestContext, ready: readonly Ready[]): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  if (ready.length === 0) return outcomes;
  await lockPutting(
    sql,
    ready.map(({ input }) => input.advertisableEid),
  );
  const known = await holdSegments(
    sql,
    context,
    ready.map(({ input }) => input),
  );
  const created: SegmentRecord[] = [];
  const changed: { at: number; before: SegmentRecord; input: PutSegmentInput }[] = [];
  const lists: RecordList[] = [];
  for (const { at, input, users } of ready) {
    const before = known.get(keyOf(input));
    const frozen = before === undefined ? null : frozenFailure(input, before);
    if (frozen !== null) {
      outcomes.set(at, { failures: [frozen] });
      continue;
    }
    const record =
      before ?? newRecord(context, { ...input, isConversion: input.isConversion ?? false }, users?.users ?? 0);
    if (before === undefined) {
      created.push(record);
      outcomes.set(at, { record, isNew: true });
    } else changed.push({ at, before, input });
    if (users !== null)
      lists.push({
        advertisableEid: record.advertisableEid,
        segmentEid: record.eid,
        list: users.list,
        users: users.users,
        recordsCount: before?.recordsCount ?? 0,
        append: false,
      });
  }
  await segments.insert(sql, context, ACTION, ...created);
  const listChanges = await writeRecords(sql, context, lists);
  const changes: SegmentChange[] = [];
  for (const { at, before, input } of changed) {
    const list = listChanges.get(before.eid) ?? null;
    const wanted: SegmentRecord = {
      ...before,
      duration: input.duration,
      conversionValue:
        input.conversionValue === undefined ? before.conversionValue : storedValue(input.conversionValue),
      recordsCount: before.recordsCount + (list?.added ?? 0) - (list?.removed ?? 0),
    };
    const isSame = list === null && isDeepStrictEqual(wanted, before);
    const after = isSame ? before : { ...wanted, updatedAt: new Date(context.clock.now()) };
    if (!isSame) changes.push({ before, after, users: list });
    outcomes.set(at, { record: after, isNew: false });
  }
  await writeChanges(sql, context, ACTION, changes);
  return outcomes;
}
