import { Field, InputType } from "type-graphql";
import { Event } from "./event.type.js";
import { EidFilter, StringFilter, datedList } from "./graph.js";
import { BaseFilter } from "./lists.js";

@InputType("EventFilter", { description: "Which events; all conditions that are given hold." })
export class EventFilter extends BaseFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the EID of the object that it happened to." })
  objectEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By the type of that object." })
  objectType?: InstanceType<typeof StringFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By what happened." })
  eventType?: InstanceType<typeof StringFilter> | null;
}

export const EVENT_LIST = datedList(() => Event, "Event", "events", EventFilter);
