import { Args, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { daysBetween } from "../../lib/date-range.js";
import { AppError, badInput, notFound } from "../../lib/errors.js";
import { Advertisable } from "./advertisable.ref.js";
import { rangeOf } from "../../lib/date-range-types.js";
import { Segment } from "./segment.ref.js";
import {
  knownSegments,
  type UserList,
  userListDays,
  type UserListQuestion,
  userListSizes,
} from "./user-lists.report.js";
import { checkLists, distinct, largest, NO_USERS, sizesByDay, sumSizes } from "./user-lists.rules.js";
import { addressedSegments, segmentsOf } from "./user-lists.owners.js";
import {
  AddressedBy,
  AddressedUsersArgs,
  CountOn,
  DailyUserListSizes,
  ListedUsers,
  SegmentUserListArgs,
  UserListArgs,
  UserListReport,
  UserListsArgs,
  UserListSizes,
} from "./user-lists.type.js";

/** Lists × days of one report at most. */
const MAX_DAILY_ROWS = 100_000;

function report(
  context: RequestContext,
  question: Omit<UserListQuestion, "range">,
  lists: readonly UserList[],
  args: Pick<UserListArgs, "range">,
): UserListReport {
  checkLists(lists, question.excluded);
  const range = rangeOf(args.range, context.clock);
  return { question: { ...question, range }, lists, start: range.start, endExclusive: range.end };
}

@Resolver(() => Advertisable)
export class AdvertisableUserListResolver {
  @FieldResolver(() => UserListReport, {
    nullable: true,
    description: "The list of users who are in any segment of the advertisable. Null when the reports are away.",
  })
  userList(
    @Root() { eid }: Advertisable,
    @Args(() => UserListArgs) args: UserListArgs,
    @Ctx() context: RequestContext,
  ): UserListReport {
    const question = { advertisableEid: eid, kind: "ADVERTISABLE", countOn: CountOn.COOKIE, excluded: [] } as const;
    return report(context, question, [{ eid, duration: args.duration }], args);
  }

  @FieldResolver(() => UserListReport, {
    nullable: true,
    description:
      "Lists of users by segment; NOT_FOUND for a segment that the reports don't know of the advertisable. Null when the reports are away.",
  })
  async userLists(
    @Root() { eid }: Advertisable,
    @Args(() => UserListsArgs) { lists, excluded, countOn, range }: UserListsArgs,
    @Ctx() context: RequestContext,
  ): Promise<UserListReport> {
    const question = { advertisableEid: eid, kind: "SEGMENT", countOn, excluded: excluded.map(plain) } as const;
    const asked = report(context, question, lists.map(plain), { range });
    await requireSegments(
      context,
      eid,
      [...lists, ...excluded].map((list) => list.eid),
    );
    return asked;
  }
}

@Resolver(() => Segment)
export class SegmentUserListResolver {
  @FieldResolver(() => UserListReport, {
    nullable: true,
    description: "The users of the segment. Null when the reports are away.",
  })
  @Directive('@requires(fields: "advertisableEid duration")')
  userList(
    @Root() segment: Segment,
    @Args(() => SegmentUserListArgs) { range, duration, countOn }: SegmentUserListArgs,
    @Ctx() context: RequestContext,
  ): UserListReport {
    const { eid, advertisableEid } = segment;
    const question = { advertisableEid, kind: "SEGMENT", countOn, excluded: [] } as const;
    const own = duration ?? segment.duration;
    if (own === undefined)
      throw new AppError("SERVICE_UNAVAILABLE", "The segment's duration is not known for the moment.");
    return report(context, question, [{ eid, duration: own }], { range });
  }
}

@Resolver(() => Advertisable)
export class AdvertisableAddressedUsersResolver {
  @FieldResolver(() => UserListReport, {
    nullable: true,
    description: "Lists of users by what addresses them. Null when the reports are away.",
  })
  async addressedUsers(
    @Root() { eid }: Advertisable,
    @Args(() => AddressedUsersArgs) { by, lists, range }: AddressedUsersArgs,
    @Ctx() context: RequestContext,
  ): Promise<UserListReport> {
    const question = { advertisableEid: eid, kind: "SEGMENTS", countOn: CountOn.COOKIE, excluded: [] } as const;
    // Refused before anybody is asked.
    report(context, question, lists.map(plain), { range });
    const segments = await addressedSegments(context, eid, by, [...new Set(lists.map((list) => list.eid))]);
    const made = lists.map((list) => {
      const addressed = segments.get(list.eid);
      if (addressed === undefined) throw notFound(by === AddressedBy.AD ? "ad" : "ad group", list.eid);
      return { ...plain(list), segments: addressed };
    });
    return report(context, question, made, { range });
  }
}

/** Without the input's class, so that equal lists are equal. */
function plain({ eid, duration }: UserList): UserList {
  return { eid, duration };
}

/** NOT_FOUND for the first segment that is not one of the advertisable's: a report leaves none out silently. */
export async function requireSegments(
  context: RequestContext,
  advertisableEid: string,
  eids: readonly string[],
): Promise<void> {
  if (eids.length === 0) return;
  const known = await knownSegments(context, { advertisableEid, eids: [...new Set(eids)] });
  const unknown = eids.filter((eid) => known?.has(eid) !== true);
  if (unknown.length === 0) return;
  // One that nobody was put into is known to its owner only.
  const empty = new Set(await segmentsOf(context, advertisableEid, [...new Set(unknown)]));
  const missing = unknown.find((eid) => !empty.has(eid));
  if (missing !== undefined) throw notFound("segment", missing);
}

@Resolver(() => UserListReport)
export class UserListReportResolver {
  @FieldResolver(() => UserListSizes, {
    description: "All lists together, each segment with its largest duration.",
  })
  async summary(@Root() { question, lists }: UserListReport, @Ctx() context: RequestContext): Promise<UserListSizes> {
    const sizes = largest(lists).map(async (list) => (await userListSizes(context, { question, list })) ?? NO_USERS);
    return sumSizes(await Promise.all(sizes));
  }

  @FieldResolver(() => [ListedUsers], { description: "One row for each list, in the order asked; the same list once." })
  async byList(@Root() { question, lists }: UserListReport, @Ctx() context: RequestContext): Promise<ListedUsers[]> {
    return await Promise.all(
      distinct(lists).map(async (list) => ({
        ...list,
        sizes: (await userListSizes(context, { question, list })) ?? NO_USERS,
      })),
    );
  }

  @FieldResolver(() => [DailyUserListSizes], {
    description: "One row for each day of the report, ascending: all lists, each segment with its largest duration.",
  })
  async byDate(
    @Root() { question, lists }: UserListReport,
    @Ctx() context: RequestContext,
  ): Promise<DailyUserListSizes[]> {
    const counted = largest(lists);
    if (counted.length * daysBetween(question.range.start, question.range.end) > MAX_DAILY_ROWS) {
      const message = `Ask for fewer days or fewer lists: at most ${MAX_DAILY_ROWS} rows by date at once.`;
      throw badInput(["range"], "TOO_MANY_ROWS", message);
    }
    const changes = await Promise.all(
      counted.map(async (list) => (await userListDays(context, { question, list })) ?? []),
    );
    return sizesByDay(question.range, changes.flat());
  }
}
