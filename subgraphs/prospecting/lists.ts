import { Field, InputType } from "type-graphql";
import { BooleanFilter, DateTimeFilter, EidFilter, StringFilter } from "./graph.js";

/** What campaigns and ad groups can be filtered by. */
@InputType()
export class ProspectingFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is active." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

/** Columns that both lists are filtered and ordered by. */
export const NAMED_COLUMNS = {
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    name: "t.name",
    isActive: "t.is_active",
    createdAt: "t.created_at",
  },
  orders: { CREATED_AT: "t.created_at", UPDATED_AT: "t.updated_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  defaultFilter: { isActive: { eq: true } },
} as const;
