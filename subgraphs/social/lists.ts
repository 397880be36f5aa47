import { type ClassType, Field, InputType } from "type-graphql";
import type { OrderTerm } from "../../lib/page.js";
import { BooleanFilter, connectionOf, DateTimeFilter, EidFilter, listArgs, orderOf, StringFilter } from "./graph.js";

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

/** The connection and arguments of a list whose order may be any of the three that all these tables have indexes for. */
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

/** The same for nouns that can be ordered by age only. */
export function datedList<T extends object, F extends object>(
  type: () => ClassType<T>,
  noun: string,
  plural: string,
  Filter: ClassType<F>,
) {
  const Order: ClassType<OrderTerm> = orderOf({ CREATED_AT: "When it was created." }, noun, plural);
  return { Connection: connectionOf(type, noun, plural), Args: listArgs(Filter, Order) };
}

/** Columns that lists of nouns with names are filtered and ordered by. */
export const NAMED_COLUMNS = {
  filters: { eid: "t.eid", advertisableEid: "t.advertisable_eid", name: "t.name", createdAt: "t.created_at" },
  orders: { CREATED_AT: "t.created_at", UPDATED_AT: "t.updated_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
} as const;
