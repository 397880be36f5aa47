import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("Event", {
  simpleResolvers: true,
  implements: Node,
  description:
    "What happened to an object of this area: a change that somebody made, or what the social network answered. Nobody changes or removes one. Source: document 1, events; decisions, section 6.",
})
@Directive('@key(fields: "eid")')
export class Event implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, {
    description:
      "What happened: the mutation's name, such as editAdSet, or published, reviewed and publishFailed for calls of the network.",
  })
  eventType: string;
  @Field(() => String, { description: "The fields that changed, with their new values, as a JSON object." })
  eventData: string;
  @Field(() => ID, { description: "EID of the object." })
  objectEid: string;
  @Field(() => String, { description: "Type of the object, as the graph names it, such as AdSet." })
  objectType: string;
  @Field(() => String, { nullable: true, description: "The message of what went wrong; null when nothing did." })
  errorString: string | null;
  @Field(() => String, { nullable: true, description: "Why it went wrong, as one word; null when nothing did." })
  errorReason: string | null;
  @Field(() => String, { nullable: true, description: "The network's whole answer as JSON; null without one." })
  responseJson: string | null;
  @Field(() => DateTime, { description: "When it happened." })
  createdAt: Date;
}
