import { ArgsType, Directive, Field, ID, Int, ObjectType } from "type-graphql";

/** People at once at most. */
export const MAX_CONTACTS = 1_000;

@ArgsType()
export class CrmContactArgs {
  @Field(() => Int, { defaultValue: MAX_CONTACTS, description: `How many, 1 to ${MAX_CONTACTS}.` })
  first: number;
  @Field(() => ID, { nullable: true, description: "The people after this one; `next` of the page before." })
  after?: string | null;
}

@ObjectType("CrmContactPage", {
  simpleResolvers: true,
  description: "People whose e-mail address an advertisable has, for the jobs of the service alone.",
})
@Directive("@inaccessible")
export class CrmContactPage {
  @Field(() => [ID], { description: "Their EIDs, 22 characters each, ascending; the same person has the same always." })
  eids: string[];
  @Field(() => ID, { nullable: true, description: "Where the next page begins; null on the last one." })
  next: string | null;
}

@ObjectType("CrmContactAddress", {
  simpleResolvers: true,
  description: "The address of one person, for the jobs of the service alone.",
})
@Directive("@inaccessible")
export class CrmContactAddress {
  @Field(() => ID, { description: "EID of the person." })
  eid: string;
  @Field(() => String, {
    nullable: true,
    description:
      "The e-mail address as it is kept: without blanks around it, in lower case; null when the person is in no list of customers any more.",
  })
  address: string | null;
}
