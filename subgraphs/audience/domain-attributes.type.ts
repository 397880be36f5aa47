import { Field, Int, ObjectType } from "type-graphql";
import { Count } from "../../lib/scalars.js";

@ObjectType("DomainAttributes", {
  simpleResolvers: true,
  description:
    "What is known of the company behind a domain; every field but `domain` is null where nothing is. Loaded by `npm run ingest -- domain-attributes`. Source: document 3, part A; decisions, section 7.",
})
export class DomainAttributes {
  @Field(() => String, { description: "The domain: lower case, punycode, without a leading www." })
  domain: string;
  @Field(() => String, { nullable: true, description: "Name of the company, 1 to 255 characters." })
  companyName: string | null;
  @Field(() => String, { nullable: true, description: "Country of the company as the file has it, such as US." })
  country: string | null;
  @Field(() => String, { nullable: true, description: "Industry as the file has it." })
  industry: string | null;
  @Field(() => String, { nullable: true, description: "Class of yearly revenue as the file has it, such as 1M-10M." })
  revenue: string | null;
  @Field(() => String, { nullable: true, description: "Class of the number of employees as the file has it." })
  size: string | null;
  @Field(() => [String], { nullable: true, description: "Technologies that the site uses." })
  technologies: string[] | null;
  @Field(() => Int, { nullable: true, description: "Place of the site by its traffic, from 1, the busiest." })
  trafficRank: number | null;
  @Field(() => Count, { nullable: true, description: "Browsers that are known to belong to the company, from 0." })
  cookieCount: number | null;
}
