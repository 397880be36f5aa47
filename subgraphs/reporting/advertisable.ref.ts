import { Directive, Field, ID, Int, ObjectType } from "type-graphql";

/** The entities area's Advertisable, of which this area knows the key and the windows, and adds reports. */
@ObjectType("Advertisable", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Advertisable {
  @Field(() => ID)
  eid: string;
  @Field(() => Int)
  @Directive("@external")
  clickThroughConversionWindow?: number;
  @Field(() => Int)
  @Directive("@external")
  viewThroughConversionWindow?: number;
}
