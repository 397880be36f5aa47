import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The entities area's Ad, of which this area knows the key. */
@ObjectType("Ad", { simpleResolvers: true })
@Directive('@key(fields: "eid", resolvable: false)')
export class Ad {
  @Field(() => ID)
  eid: string;
}
