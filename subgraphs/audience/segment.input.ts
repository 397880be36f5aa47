import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { DecimalScalar } from "../../lib/scalars.js";
import {
  BooleanFilter,
  connectionOf,
  DateTimeFilter,
  EidFilter,
  enumFilter,
  listArgs,
  orderOf,
  StringFilter,
} from "./graph.js";
import { Segment, SegmentType } from "./segment.type.js";

export const SegmentConnection = connectionOf(() => Segment, "Segment", "segments");

const SegmentTypeFilter = enumFilter(SegmentType, "SegmentType");

@InputType("SegmentFilter", { description: "Which segments; all conditions that are given hold." })
class SegmentFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => SegmentTypeFilter, { nullable: true, description: "By what puts people into it." })
  type?: InstanceType<typeof SegmentTypeFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is not deleted." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

const SegmentOrder = orderOf(
  { CREATED_AT: "When it was created.", NAME: "Its name, in the order of its characters' code points." },
  "Segment",
  "segments",
);

export const SegmentListArgs = listArgs(SegmentFilter, SegmentOrder);
export type SegmentListArgs = InstanceType<typeof SegmentListArgs>;

@InputType("SegmentUserInput", {
  description:
    "One user of a segment's list. Segments of type CRM are lists of e-mail addresses, all others of ids; what a segment is no list of is not kept. Source: document 3, part A; which type takes what is our reading.",
})
class SegmentUserInput {
  @Field(() => String, {
    nullable: true,
    description:
      "E-mail address of at most 254 characters; kept encrypted, without blanks around it and in lower case, and never shown.",
  })
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Id of the user, such as that of a cookie, 1 to 255 characters.",
  })
  id?: string | null;
}

@InputType("StagedUsersInput", { description: "A list of users that the request has staged by stageUsers." })
@Directive("@inaccessible")
class StagedUsersInput {
  @Field(() => Int, { description: "The number of the list." })
  list: number;
  @Field(() => String, {
    description: "SHA-256 of its lines without that number, each with its line feed, in hexadecimal.",
  })
  digest: string;
}

/** A list of users as both mutations take it. */
@InputType()
export class SegmentUsersInput {
  @Field(() => [SegmentUserInput], {
    nullable: true,
    description: "Its users, each counted once; null counts as not given. One that is malformed refuses all.",
  })
  data?: SegmentUserInput[] | null;
  @Field(() => StagedUsersInput, {
    nullable: true,
    description: "The same, for lists of up to 100,000 users that the old interface passes on as they arrive.",
  })
  @Directive("@inaccessible")
  staged?: StagedUsersInput | null;
}

@InputType("CreateSegmentInput", { description: "A new segment." })
export class CreateSegmentInput extends SegmentUsersInput {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, { nullable: true, description: "Name for people, 1 to 255 characters; null for none." })
  displayName?: string | null;
  @Field(() => SegmentType, { description: "What puts people into it." })
  type: SegmentType;
  @Field(() => Int, { description: "Days without activity after which somebody leaves it, 1 to 540." })
  duration: number;
  @Field(() => Boolean, { defaultValue: false, description: "Whether entering it counts as a conversion." })
  isConversion: boolean;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "What one conversion is worth, in US dollars, from 0, at most 2 decimals; null for none.",
  })
  conversionValue?: Decimal | null;
}

@InputType("EditSegmentInput", { description: "Changes of a segment; what is not given stays." })
export class EditSegmentInput extends SegmentUsersInput {
  @Field(() => ID, { description: "EID of the segment." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => String, { nullable: true, description: "Name for people, 1 to 255 characters; null removes it." })
  displayName?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Days without activity after which somebody leaves it, 1 to 540; null counts as not given.",
  })
  duration?: number | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "What one conversion is worth, in US dollars, from 0, at most 2 decimals; null removes it.",
  })
  conversionValue?: Decimal | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Whether the users given are added to the list; otherwise they replace it. Whoever reads meanwhile sees the list before or the list after.",
  })
  append: boolean;
}

@InputType("DeleteSegmentInput", { description: "Which segment to delete." })
export class DeleteSegmentInput {
  @Field(() => ID, { description: "EID of the segment." })
  eid: string;
}

@ObjectType("SegmentPayload", { simpleResolvers: true, description: "What a mutation made of a segment." })
export class SegmentPayload {
  @Field(() => Segment, { description: "The segment as it is now." })
  segment: Segment;
}
