import { Field, ID, ObjectType, registerEnumType } from "type-graphql";

export const GeolocationType = { COUNTRY: "COUNTRY", REGION: "REGION", CITY: "CITY", ZIP: "ZIP" } as const;
export type GeolocationType = keyof typeof GeolocationType;
registerEnumType(GeolocationType, {
  name: "GeolocationType",
  description: "What kind of place a geolocation is (document 2, part A).",
  valuesConfig: {
    COUNTRY: { description: "A country of ISO 3166-1." },
    REGION: { description: "A part of a country, of ISO 3166-2." },
    CITY: { description: "A large city; the reference file has a few hundred." },
    ZIP: { description: "A postal code, of 26 countries; its form is checked, there is no list of those in use." },
  },
});

@ObjectType("Geolocation", {
  simpleResolvers: true,
  description:
    "A place that ad sets can target, out of reference files of countries, regions and cities that everybody shares, or a postal code. Source: document 2, part A; ISO 3166.",
})
export class Geolocation {
  @Field(() => ID, {
    description:
      "EID, 22 characters filled up with _: GEO- and its code of ISO 3166, CITY- and a number of our own, or ZIP-, the country and the postal code, such as ZIP-US-94105.",
  })
  eid: string;
  @Field(() => String, { description: "Its name." })
  name: string;
  @Field(() => GeolocationType, { description: "What kind of place it is." })
  type: GeolocationType;
  @Field(() => String, {
    nullable: true,
    description: "The region that it is or lies in; null for a country and a postal code.",
  })
  region: string | null;
  @Field(() => String, {
    nullable: true,
    description: "That region as ISO 3166-2 has it, such as US-CA; null for a country and a postal code.",
  })
  regionCode: string | null;
  @Field(() => String, { nullable: true, description: "Its main city; null, as the reference files name none." })
  primaryCity: string | null;
  @Field(() => String, { description: "The country, two letters of ISO 3166-1." })
  countryCode: string;
  @Field(() => String, { description: "The country's name." })
  countryName: string;
}

@ObjectType("AdSetGeolocation", {
  simpleResolvers: true,
  description: "A place where people see an ad set's ads, or don't. Source: document 2, part A.",
})
export class AdSetGeolocation {
  @Field(() => ID, { description: "EID of the geolocation." })
  eid: string;
  @Field(() => String, { description: "Its name." })
  name: string;
  @Field(() => GeolocationType, {
    nullable: true,
    description: "What kind of place it is; null where it is not known any more.",
  })
  type: GeolocationType | null;
  @Field(() => String, { nullable: true, description: "The region that it is or lies in; null for a country." })
  region: string | null;
  @Field(() => String, { nullable: true, description: "Its main city; null where none is known." })
  primaryCity: string | null;
  @Field(() => String, { nullable: true, description: "The country, two letters of ISO 3166-1." })
  countryCode: string | null;
  @Field(() => String, { nullable: true, description: "The country's name." })
  countryName: string | null;
  @Field(() => Boolean, { description: "Whether people there see the ads; false for excluded." })
  included: boolean;
  @Field(() => String, { nullable: true, description: "Why it has no effect; null where it has." })
  error: string | null;
  @Field(() => [AdSetGeolocation], { description: "The places within it that the ad set names too." })
  selectedChildren: AdSetGeolocation[];
}
