import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { PageArgs } from "../../lib/page.js";
import { connectionOf } from "./graph.js";
import { OrganizationMember, OrganizationRole, User } from "./user.type.js";

export const OrganizationMemberConnection = connectionOf(
  () => OrganizationMember,
  "OrganizationMember",
  "an organization's people",
);

/** Everybody reads the whole list in one order: filters on what only admins may see would tell it to others. */
@ArgsType()
export class OrganizationMemberListArgs implements PageArgs {
  @Field(() => Int, { nullable: true, description: "Rows of the page, 1 to 100; 25 when not given." })
  first?: number | null;
  @Field(() => String, { nullable: true, description: "Continue after this cursor of the same list." })
  after?: string | null;
}

@InputType("GrantUserInput", {
  description: "Privileges for another user of the organization; at least one of the two is given.",
})
export class GrantUserInput {
  @Field(() => ID, { description: "EID of the user." })
  eid: string;
  @Field(() => [ID], {
    nullable: true,
    description:
      "EIDs of advertisables of the user's organization, at most 1,000, that the user may see from now on, besides those that they see already; admins see all without it.",
  })
  advertisableEids?: string[] | null;
  @Field(() => OrganizationRole, { nullable: true, description: "What the user is in the organization from now on." })
  organizationRole?: OrganizationRole | null;
}

@InputType("RevokeUserGrantInput", {
  description: "Which advertisables another user of the organization sees no more.",
})
export class RevokeUserGrantInput {
  @Field(() => ID, { description: "EID of the user." })
  eid: string;
  @Field(() => [ID], {
    description:
      "EIDs of advertisables, 1 to 1,000, that were granted to the user; one that was not is no error. Admins see all advertisables of their organization all the same.",
  })
  advertisableEids: string[];
}

@InputType("EditUserInput", { description: "Changes of a user; what is null or not given stays." })
export class EditUserInput {
  @Field(() => ID, { description: "EID of the user." })
  eid: string;
  @Field(() => String, { nullable: true, description: "First name, 1 to 255 characters." })
  firstName?: string | null;
  @Field(() => String, { nullable: true, description: "Last name, 1 to 255 characters." })
  lastName?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "E-mail address, at most 254 characters; kept in lower case. DUPLICATE when another user of the organization has it; one of another organization is refused without saying so, and after ten of them in a day every change of an address is TOO_MANY_REQUESTS (own decision).",
  })
  email?: string | null;
  @Field(() => String, { nullable: true, description: "Language and region as BCP 47, such as en-US." })
  locale?: string | null;
  @Field(() => String, { nullable: true, description: "IANA time zone for reporting and billing, such as UTC." })
  defaultTimezone?: string | null;
  @Field(() => OrganizationRole, {
    nullable: true,
    description:
      "What the user is in the organization; FORBIDDEN unless an admin of it, or staff, changes another user.",
  })
  organizationRole?: OrganizationRole | null;
}

@ObjectType("UserPayload", { simpleResolvers: true, description: "What a mutation made of a user." })
export class UserPayload {
  @Field(() => User, { description: "The user as they are now." })
  user: User;
}
