import { ArgsType, Field, ID, InputType, ObjectType } from "type-graphql";
import { GeolocationType } from "./geolocation.type.js";
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

@ArgsType()
export class GeolocationSearchArgs {
  @Field(() => String, {
    nullable: true,
    description: "A text of at most 255 characters; all places when not given.",
  })
  query?: string | null;
  @Field(() => [GeolocationType], { nullable: true, description: "Kinds of place; all when not given." })
  types?: GeolocationType[] | null;
  @Field(() => String, {
    nullable: true,
    description: "The country that they are or lie in, two letters of ISO 3166-1; any when not given.",
  })
  countryCode?: string | null;
}
