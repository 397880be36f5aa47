import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The entities area's Ad, of which this area knows the key and adds its universal ad groups. */
@ObjectType("Ad", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Ad {
  @Field(() => ID)
  eid: string;
}
