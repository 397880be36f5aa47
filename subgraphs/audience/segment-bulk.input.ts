import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { DecimalScalar } from "../../lib/scalars.js";
import { SegmentUsersInput } from "./segment.input.js";
import { Segment, SegmentType } from "./segment.type.js";

/** Segments of one request at most. */
export const MAX_SEGMENTS = 1_000;

@InputType("PutSegmentInput", {
  description:
    "A segment as it is to be. An advertisable's segment of this name and type that is not deleted is changed, the oldest of several; where there is none one is created.",
})
export class PutSegmentInput extends SegmentUsersInput {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => SegmentType, { description: "What puts people into it." })
  type: SegmentType;
  @Field(() => Int, { description: "Days without activity after which somebody leaves it, 1 to 540." })
  duration: number;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether entering it counts as a conversion, false when not given; it never changes, so of one that is there it must be what it is.",
  })
  isConversion?: boolean | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "What one conversion is worth, in US dollars, from 0, at most 2 decimals; null removes it, not given leaves it.",
  })
  conversionValue?: Decimal | null;
}

@InputType("PutSegmentsInput", { description: "Segments to change or create." })
export class PutSegmentsInput {
  @Field(() => [PutSegmentInput], {
    description: `At most ${MAX_SEGMENTS}, with at most 100,000 users together. Users given replace those that a segment has.`,
  })
  segments: PutSegmentInput[];
}

@ObjectType("PutSegmentFailure", { simpleResolvers: true, description: "Why one segment of several was left out." })
export class PutSegmentFailure {
  @Field(() => String, { description: "The code that the same failure has as an error." })
  code: string;
  @Field(() => String, { description: "What to change, for a person." })
  message: string;
  @Field(() => [String], { description: 'Where in its input: ["name"]; empty when it is not about one field.' })
  path: string[];
}

@ObjectType("PutSegmentResult", { simpleResolvers: true, description: "What became of one segment of several." })
export class PutSegmentResult {
  @Field(() => Segment, { nullable: true, description: "The segment as it is now; null when it was left out." })
  segment: Segment | null;
  @Field(() => Boolean, { description: "Whether it is new." })
  isNew: boolean;
  @Field(() => [PutSegmentFailure], { description: "Why it was left out; empty when it was not." })
  failures: PutSegmentFailure[];
}

@ObjectType("PutSegmentsPayload", { simpleResolvers: true, description: "What became of each segment." })
export class PutSegmentsPayload {
  @Field(() => [PutSegmentResult], { description: "In the order of the input." })
  results: PutSegmentResult[];
}
