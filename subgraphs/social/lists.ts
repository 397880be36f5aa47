import { Field, InputType } from "type-graphql";
import { BooleanFilter, DateTimeFilter, EidFilter, StringFilter } from "./graph.js";

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

/** What the lists of nouns with names can be filtered by. */
@InputType()
export class NamedFilter extends BaseFilter {
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
}

/** What the lists of nouns that can be deleted can be filtered by. */
@InputType()
export class ActiveFilter extends NamedFilter {
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is not deleted." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
}

/** Columns that lists of nouns with names are filtered and ordered by. */
export const NAMED_COLUMNS = {
  filters: { eid: "t.eid", advertisableEid: "t.advertisable_eid", name: "t.name", createdAt: "t.created_at" },
  orders: { CREATED_AT: "t.created_at", UPDATED_AT: "t.updated_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
} as const;
