import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { CalendarDate, Count } from "../../lib/scalars.js";
import { DateRangeInput } from "./date-range.input.js";
import type { UserList, UserListQuestion } from "./user-lists.report.js";

/** What a list of users can belong to. */
export type UserListKind = "SEGMENT" | "ADVERTISABLE";

export const CountOn = { COOKIE: "COOKIE", EMAIL: "EMAIL" } as const;
export type CountOn = keyof typeof CountOn;
registerEnumType(CountOn, {
  name: "UserListCountOn",
  description: "What makes two users the same one.",
  valuesConfig: {
    COOKIE: { description: "The same cookie." },
    EMAIL: { description: "The same e-mail address; users without one are not counted." },
  },
});

@InputType("UserListInput", { description: "A list of users: who was put into a segment within some days." })
export class UserListInput implements UserList {
  @Field(() => ID, { description: "EID of the segment; NOT_FOUND for one that the advertisable does not have." })
  eid: string;
  @Field(() => Int, { description: "How many days a user stays in the list, 1 to 540, the day itself included." })
  duration: number;
}

@ArgsType()
export class UserListArgs {
  @Field(() => DateRangeInput, { description: "Which days." })
  range: DateRangeInput;
  @Field(() => Int, {
    defaultValue: 30,
    description: "How many days a user stays in the list, 1 to 540, the day itself included.",
  })
  duration: number;
}

@ArgsType()
export class SegmentUserListArgs {
  @Field(() => DateRangeInput, { description: "Which days." })
  range: DateRangeInput;
  @Field(() => Int, {
    nullable: true,
    description: "How many days a user stays in the list, 1 to 540; the segment's own duration when not given.",
  })
  duration?: number | null;
  @Field(() => CountOn, { defaultValue: CountOn.COOKIE, description: "What makes two users the same one." })
  countOn: CountOn;
}

@ArgsType()
export class UserListsArgs {
  @Field(() => DateRangeInput, { description: "Which days." })
  range: DateRangeInput;
  @Field(() => [UserListInput], { description: "The lists; a segment may have several durations." })
  lists: UserListInput[];
  @Field(() => [UserListInput], {
    defaultValue: [],
    description:
      "Users of these segments are not counted: in summary and breakdown by list, who was in one at any time of the range; by date, who is in one on the day. Each segment once.",
  })
  excluded: UserListInput[];
  @Field(() => CountOn, { defaultValue: CountOn.COOKIE, description: "What makes two users the same one." })
  countOn: CountOn;
}

@ObjectType("UserListSizes", {
  simpleResolvers: true,
  description: "How many users lists have, each list by itself: a user of two lists counts in both (own decision).",
})
export class UserListSizes {
  @Field(() => Count, {
    description: "Users in the list at the end of the last day: put into it within its duration before.",
  })
  current: number;
  @Field(() => Count, { description: "Those of them who were put into it within the range too." })
  currentInRange: number;
  @Field(() => Count, {
    description: "Users whose first day in the list lies in the range, whether still in it or not.",
  })
  new: number;
  @Field(() => Count, { description: "Users who have ever been in the list up to the end of the last day." })
  total: number;
}

@ObjectType("DailyUserListSizes", { simpleResolvers: true, description: "How many users lists have on one day." })
export class DailyUserListSizes {
  @Field(() => CalendarDate, { description: "The day, in UTC." })
  date: string;
  @Field(() => UserListSizes, { description: "The sizes, as of a range of that day alone." })
  sizes: UserListSizes;
}

@ObjectType("ListedUsers", { simpleResolvers: true, description: "How many users one list has." })
export class ListedUsers {
  @Field(() => ID, { description: "EID of what the list belongs to." })
  eid: string;
  @Field(() => Int, { description: "How many days a user stays in the list." })
  duration: number;
  @Field(() => UserListSizes, { description: "The sizes." })
  sizes: UserListSizes;
}

@ObjectType("UserListReport", {
  simpleResolvers: true,
  description:
    "Sizes of lists of users over some days. The lists add up to the summary, each with its largest duration; of the days only new users do. Document 3, part B.",
})
export class UserListReport {
  question: UserListQuestion;
  lists: readonly UserList[];
  @Field(() => CalendarDate, { description: "The first day of the report." })
  start: string;
  @Field(() => CalendarDate, { description: "The day AFTER the last one of the report." })
  endExclusive: string;
}
