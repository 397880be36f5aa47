import { Field, ID, InputType, ObjectType } from "type-graphql";
import { CurrencyCode } from "../../lib/scalars.js";
import { SocialAdvertiser, SocialAdvertiserStatus } from "./social-advertiser.type.js";

@InputType("SetSocialAdvertiserInput", {
  description:
    "What an advertisable is on the social network. The first time it makes its SocialAdvertiser, which needs a name; afterwards what is not given stays.",
})
export class SetSocialAdvertiserInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => String, { nullable: true, description: "The http or https address of its site; null for none." })
  url?: string | null;
  @Field(() => CurrencyCode, {
    nullable: true,
    description: "Currency that its account is billed in; USD for a new one. Null counts as not given.",
  })
  currency?: string | null;
  @Field(() => ID, { nullable: true, description: "Its account on the network, 1 to 255 characters; null for none." })
  accountEid?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The page's identifier on the network, 1 to 40 digits; null for none.",
  })
  snPageId?: string | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Terms of the network that are accepted now, each 1 to 255 characters, at most 20; those accepted before stay.",
  })
  acceptTerms?: string[] | null;
}

@InputType("ReviewSocialAdvertiserInput", {
  description: "What a platform administrator settles about an advertiser; what is null or not given stays.",
})
export class ReviewSocialAdvertiserInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => SocialAdvertiserStatus, { nullable: true, description: "Whether it may advertise." })
  status?: SocialAdvertiserStatus | null;
  @Field(() => Boolean, { nullable: true, description: "Whether the network has suspended it." })
  isSuspended?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether ads out of a product catalogue are offered to it." })
  showDpa?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether its account is paid in advance." })
  accountIsPrepaid?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether its account is billed by itself." })
  accountIsAutobilled?: boolean | null;
}

@ObjectType("SocialAdvertiserPayload", { simpleResolvers: true, description: "What a mutation made of an advertiser." })
export class SocialAdvertiserPayload {
  @Field(() => SocialAdvertiser, { description: "The advertiser as it is now." })
  socialAdvertiser: SocialAdvertiser;
}
