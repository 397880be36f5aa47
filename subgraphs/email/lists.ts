import { Field, InputType } from "type-graphql";
import { DateTimeFilter, EidFilter } from "./graph.js";

/** What the lists of every noun can be filtered by. */
@InputType()
export class BaseFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

/** Columns that the lists of every noun are filtered and ordered by. */
export const BASE_COLUMNS = {
  filters: { eid: "t.eid", advertisableEid: "t.advertisable_eid", createdAt: "t.created_at" },
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
} as const;
