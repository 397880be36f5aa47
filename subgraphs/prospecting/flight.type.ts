import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { CalendarDate, DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("Flight", {
  simpleResolvers: true,
  implements: Node,
  description:
    "Days on which a prospecting ad group serves. Those of one ad group have no day in common. Source: document 2, part C.",
})
@Directive('@key(fields: "eid")')
export class Flight implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the ad group; it never changes." })
  adGroupEid: string;
  @Field(() => CalendarDate, { description: "First day." })
  startDate: string;
  @Field(() => CalendarDate, {
    description: "LAST day, included: a flight may begin and end on one day (document 2, part C: start not after end).",
  })
  endDate: string;
  @Field(() => String, { description: "What changed it last, as its maker says; ui where nobody said." })
  eventSource: string;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
