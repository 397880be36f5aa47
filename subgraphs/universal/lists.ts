import { Field, InputType } from "type-graphql";
import { DateTimeFilter, EidFilter, enumFilter, StringFilter } from "./graph.js";
import { UniversalStatus } from "./universal-status.type.js";

export const UniversalStatusFilter = enumFilter(UniversalStatus, "UniversalStatus");

/** What the lists of all nouns of this area can be filtered by. */
@InputType()
export class NamedFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => UniversalStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof UniversalStatusFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

/** Columns that the lists are filtered and ordered by. */
export const NAMED_COLUMNS = {
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    name: "t.name",
    status: "t.status",
    createdAt: "t.created_at",
  },
  orders: { CREATED_AT: "t.created_at", UPDATED_AT: "t.updated_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
} as const;
