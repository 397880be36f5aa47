import { type ClassType, Field, InputType } from "type-graphql";
import { BooleanFilter, connectionOf, DateTimeFilter, EidFilter, listArgs, orderOf, StringFilter } from "./graph.js";

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

/** The connection and arguments of a list whose order may be any of the three that both tables have indexes for. */
export function namedList<T extends object, F extends object>(
  type: () => ClassType<T>,
  noun: string,
  plural: string,
  Filter: ClassType<F>,
) {
  const Order = orderOf(
    {
      CREATED_AT: "When it was created.",
      UPDATED_AT: "When it last changed.",
      NAME: "Its name, in the order of its characters' code points.",
    },
    noun,
    plural,
  );
  return { Connection: connectionOf(type, noun, plural), Args: listArgs(Filter, Order) };
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
