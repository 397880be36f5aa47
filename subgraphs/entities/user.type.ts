import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const UserRole = { USER: "USER", STAFF: "STAFF" } as const;
registerEnumType(UserRole, {
  name: "UserRole",
  description: "What a user is on the platform.",
  valuesConfig: {
    USER: { description: "A member of an organization." },
    STAFF: { description: "A platform administrator." },
  },
});

export const OrganizationRole = { USER: "USER", ADMIN: "ADMIN" } as const;
registerEnumType(OrganizationRole, {
  name: "OrganizationRole",
  description: "What a user is in their organization.",
  valuesConfig: {
    USER: { description: "Sees the advertisables granted to them." },
    ADMIN: { description: "Sees all advertisables of the organization." },
  },
});

export type OrganizationRole = keyof typeof OrganizationRole;

@ObjectType("OrganizationMember", {
  simpleResolvers: true,
  description: "A person of an organization as all of its people may know them. Source: document 2, part B.",
})
export class OrganizationMember {
  @Field(() => ID, { description: "EID of the user, 22 characters." })
  eid: string;
  @Field(() => String, { description: "First name." })
  firstName: string;
  @Field(() => String, { description: "Last name." })
  lastName: string;
}

@ObjectType("User", {
  simpleResolvers: true,
  implements: Node,
  description: "A person who signs in. Source: document 2, part B.",
})
@Directive('@key(fields: "eid")')
export class User implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  organizationEid: string;
  defaultAdvertisableEid: string | null;
  @Field(() => String, { description: "Name to sign in with." })
  username: string;
  @Field(() => String, { description: "First name." })
  firstName: string;
  @Field(() => String, { description: "Last name." })
  lastName: string;
  @Field(() => String, { description: "E-mail address, lower case." })
  email: string;
  @Field(() => String, { description: "Language and region as BCP 47, such as en-US." })
  locale: string;
  @Field(() => String, { description: "IANA time zone for reporting and billing, such as UTC." })
  defaultTimezone: string;
  @Field(() => UserRole, { description: "What the user is on the platform." })
  role: keyof typeof UserRole;
  @Field(() => OrganizationRole, { description: "What the user is in their organization." })
  organizationRole: OrganizationRole;
  @Field(() => DateTime, { description: "When the user was created." })
  createdAt: Date;
}
