import { ArgsType, type ClassType, Directive, Field, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { keysOf } from "./keys.js";
import type { OrderTerm, PageArgs } from "./page.js";
import { DateTime } from "./scalars.js";

/** A class with its GraphQL type; TypeGraphQL keeps metadata by class. */
type Class<T extends object> = ClassType<T>;

/**
 * The types that every connection of one area is made of. They are functions and not shared classes
 * because TypeGraphQL would carry what one area adds to a shared class into the schemas of all.
 */
export function pageTypes() {
  const OrderDirection = { ASC: "ASC", DESC: "DESC" } as const;
  registerEnumType(OrderDirection, {
    name: "OrderDirection",
    description: "Which end of an order comes first.",
    valuesConfig: {
      ASC: { description: "Smallest, earliest or A first." },
      DESC: { description: "Largest, latest or Z first." },
    },
  });

  @ObjectType("PageInfo", {
    simpleResolvers: true,
    description: "Where a page stands in its list, as the Relay specification defines it.",
  })
  @Directive("@shareable")
  class PageInfo {
    @Field(() => Boolean, { description: "Whether the list goes on after this page." })
    hasNextPage: boolean;
    @Field(() => Boolean, { description: "Whether this page was asked for with `after`." })
    hasPreviousPage: boolean;
    @Field(() => String, { nullable: true, description: "Cursor of the page's first row; null on an empty page." })
    startCursor: string | null;
    @Field(() => String, {
      nullable: true,
      description: "Cursor of the page's last row, for `after`; null on an empty page.",
    })
    endCursor: string | null;
  }

  @InputType("StringFilter", { description: "Conditions on a text; all that are given hold." })
  class StringFilter {
    @Field(() => String, { nullable: true, description: "Equal, case included." })
    eq?: string | null;
    @Field(() => [String], { nullable: true, description: "One of these; an empty list matches nothing." })
    in?: string[] | null;
    @Field(() => String, { nullable: true, description: "Has this text inside, in any case." })
    contains?: string | null;
    @Field(() => String, { nullable: true, description: "Begins with this text, in any case." })
    startsWith?: string | null;
  }

  @InputType("EidFilter", { description: "Conditions on an EID." })
  class EidFilter {
    @Field(() => [String], { nullable: true, description: "One of these; an empty list matches nothing." })
    in?: string[] | null;
  }

  @InputType("BooleanFilter", { description: "A condition on a flag." })
  class BooleanFilter {
    @Field(() => Boolean, { nullable: true, description: "Equal to this." })
    eq?: boolean | null;
    @Field(() => [Boolean], { nullable: true, description: "One of these; [true, false] for both." })
    in?: boolean[] | null;
  }

  @InputType("DateTimeFilter", { description: "Conditions on an instant; both that are given hold." })
  class DateTimeFilter {
    @Field(() => DateTime, { nullable: true, description: "At or after this instant." })
    from?: Date | null;
    @Field(() => DateTime, { nullable: true, description: "Before this instant." })
    until?: Date | null;
  }

  /** `<Noun>Edge` and `<Noun>Connection`. */
  function connectionOf<T extends object>(node: () => Class<T>, noun: string, plural: string) {
    @ObjectType(`${noun}Edge`, { simpleResolvers: true, description: `One row of a list of ${plural}.` })
    class Edge {
      @Field(node, { description: "The row itself." })
      node: T;
      @Field(() => String, { description: "The row's place in this list and order, for `after`." })
      cursor: string;
    }
    @ObjectType(`${noun}Connection`, { simpleResolvers: true, description: `One page of a list of ${plural}.` })
    class Connection {
      @Field(() => [node()], { description: "The rows of the page." })
      nodes: T[];
      @Field(() => [Edge], { description: "The rows of the page, each with its cursor." })
      edges: Edge[];
      @Field(() => PageInfo, { description: "Where the page stands in the list." })
      pageInfo: PageInfo;
    }
    return Connection;
  }

  /** `<Enum>Filter` with `in` and `notIn`. */
  function enumFilter<E extends string>(values: Record<E, E>, name: string) {
    @InputType(`${name}Filter`, { description: `Conditions on a ${name}; both that are given hold.` })
    class EnumFilter {
      @Field(() => [values], { nullable: true, description: "One of these; an empty list matches nothing." })
      in?: E[] | null;
      @Field(() => [values], { nullable: true, description: "None of these." })
      notIn?: E[] | null;
    }
    return EnumFilter;
  }

  /** `<Noun>Order`, one term of `orderBy`; `fields` are what a list can be ordered by, each with its description. */
  function orderOf<F extends string>(fields: Readonly<Record<F, string>>, noun: string, plural: string) {
    // oxlint-disable typescript/no-unsafe-type-assertion -- Object.fromEntries forgets which keys it was given
    const OrderField = Object.fromEntries(keysOf(fields).map((name) => [name, name])) as Record<F, F>;
    const valuesConfig = Object.fromEntries(
      keysOf(fields).map((name) => [name, { description: fields[name] }]),
    ) as Record<F, { description: string }>;
    // oxlint-enable typescript/no-unsafe-type-assertion
    registerEnumType(OrderField, {
      name: `${noun}OrderField`,
      description: `What a list of ${plural} can be ordered by.`,
      valuesConfig,
    });
    @InputType(`${noun}Order`, {
      description: `One term of the order of ${plural}; earlier terms weigh more, and equal rows follow their EID.`,
    })
    class Order {
      @Field(() => OrderField, { description: "What to order by." })
      field: F;
      @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC, description: "Which end comes first." })
      direction: "ASC" | "DESC";
    }
    return Order;
  }

  /** The arguments of every list of a noun; `defaultOrder` says in which order it comes without `orderBy`. */
  function listArgs<F extends object, O extends OrderTerm>(
    Filter: Class<F>,
    Order: Class<O>,
    defaultOrder = "the oldest first",
  ) {
    @ArgsType()
    class ListArgs implements PageArgs {
      @Field(() => Int, { nullable: true, description: "Rows of the page, 1 to 100; 25 when not given." })
      first?: number | null;
      @Field(() => String, { nullable: true, description: "Continue after this cursor of the same list and order." })
      after?: string | null;
      @Field(() => Filter, {
        nullable: true,
        description: "Which rows; without a condition on isActive only active ones.",
      })
      filter?: F | null;
      @Field(() => [Order], { nullable: true, description: `The order; ${defaultOrder} when not given.` })
      orderBy?: O[] | null;
    }
    return ListArgs;
  }

  /** The connection and arguments of a list that can be ordered by age only. */
  function datedList<T extends object, F extends object>(
    type: () => Class<T>,
    noun: string,
    plural: string,
    Filter: Class<F>,
  ) {
    const Order: Class<OrderTerm> = orderOf({ CREATED_AT: "When it was created." }, noun, plural);
    return { Connection: connectionOf(type, noun, plural), Args: listArgs(Filter, Order) };
  }

  /** The same of one that can be ordered by age, change or name. */
  function namedList<T extends object, F extends object>(
    type: () => Class<T>,
    noun: string,
    plural: string,
    Filter: Class<F>,
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

  return {
    datedList,
    listArgs,
    namedList,
    PageInfo,
    StringFilter,
    EidFilter,
    BooleanFilter,
    DateTimeFilter,
    connectionOf,
    enumFilter,
    orderOf,
  };
}
