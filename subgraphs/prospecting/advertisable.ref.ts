import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The entities area's Advertisable, of which this area knows the key and adds its prospecting. */
@ObjectType("Advertisable", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Advertisable {
  @Field(() => ID)
  eid: string;
}
