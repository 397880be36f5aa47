import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AppError, refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { requireOwner } from "../../lib/ownership.js";
import {
  CreateSegmentInput,
  DeleteSegmentInput,
  EditSegmentInput,
  SegmentConnection,
  SegmentListArgs,
  SegmentPayload,
} from "./segment.input.js";
import { bringsUsers, type TakenList, takeLists } from "./segment-record.js";
import { type ListChange, type RecordList, writeRecords } from "./segment-record.table.js";
import { checkSegment, storedValue } from "./segment.rules.js";
import {
  newRecord,
  type SegmentRecord,
  segments,
  segmentsOfAdvertisable,
  segmentsOfViewer,
  toSegment,
} from "./segment.table.js";
import { Segment } from "./segment.type.js";

@Resolver(() => Segment)
export class SegmentResolver {
  @Query(() => Segment, {
    nullable: true,
    description: "One segment, a deleted one too. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("segment.read")
  async segment(
    @Arg("eid", () => ID, { description: "EID of the segment." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<Segment> {
    return toSegment(await segments.require(context, eid));
  }

  @Query(() => SegmentConnection, { description: "All segments that the viewer may see, of every advertisable." })
  @NeedsPermission("segment.read")
  async segments(
    @Args(() => SegmentListArgs) args: SegmentListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Segment>> {
    return await segmentsOfViewer(context, "ALL", args);
  }

  @FieldResolver(() => Advertisable, { nullable: true, description: "The advertisable that it belongs to." })
  advertisable(@Root() { advertisableEid }: Segment): Advertisable {
    return { eid: advertisableEid };
  }

  @Mutation(() => SegmentPayload, {
    nullable: true,
    description: "Creates a segment. NOT_FOUND for an advertisable that the viewer can't see.",
  })
  @NeedsPermission("segment.write")
  async createSegment(
    @Arg("input", () => CreateSegmentInput, { description: "The new segment." }) input: CreateSegmentInput,
    @Ctx() context: RequestContext,
  ): Promise<SegmentPayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "segment.write");
    refuse(checkSegment(input));
    const record = await context.transaction("segment.write", async (sql) => {
      const [taken] = await takeLists(sql, context, bringsUsers(input) ? [input] : []);
      refuse(taken?.violations ?? []);
      const created = newRecord(context, input, taken?.users ?? 0);
      await segments.insert(sql, context, "createSegment", created);
      if (taken !== undefined) await writeRecords(sql, context, [listOf(created, taken, true)]);
      return created;
    });
    return { segment: toSegment(record) };
  }

  @Mutation(() => SegmentPayload, {
    nullable: true,
    description: "Changes a segment. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("segment.write")
  async editSegment(
    @Arg("input", () => EditSegmentInput, { description: "The changes." }) input: EditSegmentInput,
    @Ctx() context: RequestContext,
  ): Promise<SegmentPayload> {
    const found = await segments.require(context, input.eid);
    authorise(context.viewer, "segment.write");
    refuse(checkSegment(input));
    const record = await context.transaction("segment.write", async (sql) => {
      // First, as it takes longest: whoever else is about to change the segment waits for what comes after it only.
      const given = { ...input, advertisableEid: found.advertisableEid, type: found.type };
      const [taken] = await takeLists(sql, context, bringsUsers(input) ? [given] : []);
      refuse(taken?.violations ?? []);
      const before = await segments.lock(sql, context, found);
      const changes = changesOf(input);
      if (taken === undefined) return await segments.write(sql, context, "editSegment", before, changes);
      if (!before.isActive) throw new AppError("ILLEGAL_TRANSITION", "A deleted segment takes no users.");
      const users = (await writeRecords(sql, context, [listOf(before, taken, input.append)])).get(before.eid);
      return await segments.write(
        sql,
        context,
        "editSegment",
        { ...before, users: null },
        withUsers(before, changes, users),
      );
    });
    return { segment: toSegment(record) };
  }

  @Mutation(() => SegmentPayload, {
    nullable: true,
    description:
      "Deletes a segment: isActive becomes false and lists leave it out; a deleted one stays as it is. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("segment.write")
  async deleteSegment(
    @Arg("input", () => DeleteSegmentInput, { description: "Which one." }) input: DeleteSegmentInput,
    @Ctx() context: RequestContext,
  ): Promise<SegmentPayload> {
    const record = await segments.change(context, {
      eid: input.eid,
      action: "deleteSegment",
      permission: "segment.write",
      apply: () => ({ isActive: false }),
    });
    return { segment: toSegment(record) };
  }
}

@Resolver(() => Advertisable)
export class AdvertisableSegmentsResolver {
  @FieldResolver(() => SegmentConnection, { nullable: true, description: "Its segments." })
  async segments(
    @Root() advertisable: Advertisable,
    @Args(() => SegmentListArgs) args: SegmentListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Segment>> {
    return await segmentsOfAdvertisable(context, advertisable.eid, args);
  }
}

/** The one list of a write. */
function listOf(
  { eid, advertisableEid, recordsCount }: SegmentRecord,
  { list, users }: TakenList,
  append: boolean,
): RecordList {
  return { segmentEid: eid, advertisableEid, recordsCount, list, users, append };
}

/** A segment as its audit row tells of it: who came and left, in numbers. */
type Audited = SegmentRecord & { users: ListChange | null };

function withUsers(
  { recordsCount }: SegmentRecord,
  changes: Partial<SegmentRecord>,
  users: ListChange | undefined,
): Partial<Audited> {
  return users === undefined
    ? changes
    : { ...changes, users, recordsCount: recordsCount + users.added - users.removed };
}

/** `undefined` is "not given", `null` removes a value where one may be missing. */
function changesOf({ name, displayName, duration, conversionValue }: EditSegmentInput): Partial<SegmentRecord> {
  const changes: Partial<SegmentRecord> = {};
  if (name != null) changes.name = name;
  if (displayName !== undefined) changes.displayName = displayName;
  if (duration != null) changes.duration = duration;
  if (conversionValue !== undefined) changes.conversionValue = storedValue(conversionValue);
  return changes;
}
