import { Field, ID, InputType, ObjectType } from "type-graphql";
import { AdSet } from "./ad-set.type.js";

@InputType("SetAdSetGeolocationInput", { description: "A place that an ad set targets or excludes." })
export class SetAdSetGeolocationInput {
  @Field(() => ID, { description: "EID of the ad set." })
  adSetEid: string;
  @Field(() => ID, { description: "EID of the geolocation." })
  geolocationEid: string;
  @Field(() => Boolean, { description: "True shows its ads to people there, false does not." })
  included: boolean;
}

@InputType("RemoveAdSetGeolocationInput", { description: "A place that an ad set is to name no longer." })
export class RemoveAdSetGeolocationInput {
  @Field(() => ID, { description: "EID of the ad set." })
  adSetEid: string;
  @Field(() => ID, { description: "EID of the geolocation." })
  geolocationEid: string;
}

@ObjectType("AdSetGeolocationsPayload", {
  simpleResolvers: true,
  description: "What a mutation made of an ad set's places.",
})
export class AdSetGeolocationsPayload {
  @Field(() => AdSet, { description: "The ad set with its places." })
  adSet: AdSet;
}
