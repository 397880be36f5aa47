import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { CurrencyCode, DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const SocialAdvertiserStatus = { APPROVED: "APPROVED", REJECTED: "REJECTED" } as const;
export type SocialAdvertiserStatus = keyof typeof SocialAdvertiserStatus;
registerEnumType(SocialAdvertiserStatus, {
  name: "SocialAdvertiserStatus",
  description: "What a platform administrator thinks of an advertiser (document 2, part A).",
  valuesConfig: { APPROVED: { description: "It may advertise." }, REJECTED: { description: "It may not." } },
});

@ObjectType("TermsAccepted", {
  simpleResolvers: true,
  description: "Terms of the network that an advertiser accepted; document 2, part A, calls them tos_accepted.",
})
export class TermsAccepted {
  @Field(() => String, { description: "The terms, as the network calls them, 1 to 255 characters." })
  terms: string;
  @Field(() => DateTime, { description: "When they were accepted." })
  acceptedAt: Date;
}

@ObjectType("SocialAdvertiser", {
  simpleResolvers: true,
  implements: Node,
  description:
    "An advertisable as the social network knows it: its account and page. There is at most one for each. Source: document 2, part A, Advertiser.",
})
@Directive('@key(fields: "eid")')
export class SocialAdvertiser implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, { nullable: true, description: "The http or https address of its site; null for none." })
  url: string | null;
  @Field(() => SocialAdvertiserStatus, { description: "Whether it may advertise." })
  status: SocialAdvertiserStatus;
  @Field(() => CurrencyCode, { description: "Currency that its account is billed in." })
  currency: string;
  @Field(() => ID, { description: "EID of the organization that owns the advertisable." })
  organizationEid: string;
  @Field(() => ID, {
    nullable: true,
    description: "Its account on the network, as the platform names it; null for none.",
  })
  accountEid: string | null;
  @Field(() => String, { nullable: true, description: "The page's identifier on the network; null for none." })
  snPageId: string | null;
  @Field(() => String, { nullable: true, description: "The page's address; null for none." })
  snPageUrl: string | null;
  @Field(() => Boolean, { description: "Whether the platform may advertise for the page." })
  pageAccess: boolean;
  @Field(() => Boolean, { description: "Whether the platform may administer the page." })
  pageAdminAccess: boolean;
  @Field(() => Boolean, { description: "Whether the page stands for it on the photo network too." })
  isPageBacked: boolean;
  @Field(() => Boolean, { description: "Whether the network has suspended it." })
  isSuspended: boolean;
  @Field(() => Boolean, { description: "Whether ads out of a product catalogue are offered to it." })
  showDpa: boolean;
  @Field(() => Boolean, { description: "Whether its account is paid in advance." })
  accountIsPrepaid: boolean;
  @Field(() => Boolean, { description: "Whether its account is billed by itself." })
  accountIsAutobilled: boolean;
  @Field(() => [TermsAccepted], { description: "The terms that it accepted; own: the documents say an object." })
  tosAccepted: TermsAccepted[];
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
