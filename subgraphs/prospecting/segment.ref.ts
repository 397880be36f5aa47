import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The audience area's Segment, of which this area knows the key. */
@ObjectType("Segment", { simpleResolvers: true })
@Directive('@key(fields: "eid", resolvable: false)')
export class Segment {
  @Field(() => ID)
  eid: string;
}
