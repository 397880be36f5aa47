import { Field, ID, InputType, ObjectType } from "type-graphql";
import { CalendarDate } from "../../lib/scalars.js";
import { Flight } from "./flight.type.js";

@InputType("CreateFlightInput", { description: "A new flight." })
export class CreateFlightInput {
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => CalendarDate, { description: "First day, not after endDate." })
  startDate: string;
  @Field(() => CalendarDate, { description: "LAST day, included." })
  endDate: string;
  @Field(() => String, {
    nullable: true,
    description: "What makes the change, 1 to 255 characters; ui when not given.",
  })
  eventSource?: string | null;
}

@InputType("EditFlightInput", { description: "Changes of a flight; what is not given stays." })
export class EditFlightInput {
  @Field(() => ID, { description: "EID of the flight." })
  eid: string;
  @Field(() => CalendarDate, { nullable: true, description: "First day, not after endDate; null is refused." })
  startDate?: string | null;
  @Field(() => CalendarDate, { nullable: true, description: "LAST day, included; null is refused." })
  endDate?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What makes the change, 1 to 255 characters; ui when not given.",
  })
  eventSource?: string | null;
}

@InputType("DeleteFlightInput", { description: "Which flight goes." })
export class DeleteFlightInput {
  @Field(() => ID, { description: "EID of the flight." })
  eid: string;
  @Field(() => String, {
    nullable: true,
    description: "What makes the change, 1 to 255 characters; ui when not given.",
  })
  eventSource?: string | null;
}

@ObjectType("FlightPayload", { simpleResolvers: true, description: "What came of the mutation." })
export class FlightPayload {
  @Field(() => Flight, { description: "The flight as it is now; as it was, when it is gone." })
  flight: Flight;
}
