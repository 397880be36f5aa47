import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The audience area's Segment, of which this area knows the key and adds its universal ad groups. */
@ObjectType("Segment", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Segment {
  @Field(() => ID)
  eid: string;
}
