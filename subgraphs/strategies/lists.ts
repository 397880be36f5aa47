import { Field, InputType } from "type-graphql";
import { DateTimeFilter, EidFilter } from "./graph.js";

/** What the lists of this area's nouns can be filtered by. */
@InputType()
export class BaseFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}
