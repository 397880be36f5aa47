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
import { readUsers, type SealedRecords, sealTexts } from "./segment-record.js";
import { MAX_RECORDS } from "./segment-record.rules.js";
import { type RecordList, writeRecords } from "./segment-record.table.js";
import { checkSegment, storedValue } from "./segment.rules.js";
import { newRecord, type SegmentRecord, segments, toSegment } from "./segment.table.js";

const ACTION = "putSegments";

/** An item that nothing is wrong with, ready to be written. */
interface Ready {
  at: number;
  input: PutSegmentInput;
  sealed: SealedRecords | null;
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
    const { ready, refused } = await judge(context, items);
    const outcomes = await context.transaction("segment.write", async (sql) => await put(sql, context, ready));
    const byPlace = new Map<number, Outcome>([...refused, ...outcomes]);
    return {
      results: items.map((_item, at) => {
        const outcome = byPlace.get(at) ?? { failures: [] };
        return "record" in outcome
          ? { segment: toSegment(outcome.record), isNew: outcome.isNew, failures: [] }
          : { segment: null, isNew: false, failures: outcome.failures };
      }),
    };
  }
}

/** Tells the good items from the others. Throws BAD_USER_INPUT for more users than one write may bring. */
async function judge(
  context: RequestContext,
  items: readonly PutSegmentInput[],
): Promise<{ ready: Ready[]; refused: Map<number, Outcome> }> {
  const visible = await ownersOf(
    context,
    items.map((item) => item.advertisableEid),
  );
  const good: { at: number; input: PutSegmentInput; texts: readonly string[] | null }[] = [];
  const refused = new Map<number, Outcome>();
  const seen = new Set<string>();
  let users = 0;
  for (const [at, input] of items.entries()) {
    const read = await readUsers(input, input);
    const failures = !visible.has(input.advertisableEid)
      ? [unseen(input.advertisableEid)]
      : [
          ...failuresOf([...checkSegment(input), ...(read?.violations ?? [])]),
          ...(seen.has(keyOf(input)) ? [REPEATED] : []),
        ];
    if (failures.length > 0) {
      refused.set(at, { failures });
      continue;
    }
    seen.add(keyOf(input));
    users += read?.texts.length ?? 0;
    good.push({ at, input, texts: read?.texts ?? null });
  }
  if (users > MAX_RECORDS)
    throw badInput(["input", "segments"], "TOO_MANY", `segments must have at most ${MAX_RECORDS} users together.`);
  const ready: Ready[] = [];
  for (const { at, input, texts } of good)
    ready.push({ at, input, sealed: texts === null ? null : await sealTexts(context, input, texts) });
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
  for (const { at, input, sealed } of ready) {
    const before = known.get(keyOf(input));
    const frozen = before === undefined ? null : frozenFailure(input, before);
    if (frozen !== null) {
      outcomes.set(at, { failures: [frozen] });
      continue;
    }
    const record =
      before ?? newRecord(context, { ...input, isConversion: input.isConversion ?? false }, sealed?.size ?? 0);
    if (before === undefined) {
      created.push(record);
      outcomes.set(at, { record, isNew: true });
    } else changed.push({ at, before, input });
    if (sealed !== null)
      lists.push({
        advertisableEid: record.advertisableEid,
        segmentEid: record.eid,
        sealed,
        recordsCount: before?.recordsCount ?? 0,
        append: false,
      });
  }
  await segments.insert(sql, context, ACTION, ...created);
  const users = await writeRecords(sql, context, lists);
  const changes: SegmentChange[] = [];
  for (const { at, before, input } of changed) {
    const list = users.get(before.eid) ?? null;
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
