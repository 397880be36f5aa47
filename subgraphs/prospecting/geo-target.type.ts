import { Field, ID, ObjectType, registerEnumType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";

export const ProspectingGeoType = {
  CITY: "CITY",
  COUNTRY: "COUNTRY",
  METRO: "METRO",
  POSTAL_CODE: "POSTAL_CODE",
  REGION: "REGION",
} as const;
export type ProspectingGeoType = keyof typeof ProspectingGeoType;
registerEnumType(ProspectingGeoType, {
  name: "ProspectingGeoType",
  description: "What kind of place a geo target is (document 2, part C).",
  valuesConfig: {
    CITY: { description: "A city." },
    COUNTRY: { description: "A country of ISO 3166-1." },
    METRO: { description: "A metropolitan area of the United States, by its number as a market for television." },
    POSTAL_CODE: { description: "A postal code of a country." },
    REGION: { description: "A part of a country, of ISO 3166-2." },
  },
});

export const GeoOperation = { INCLUDE: "INCLUDE", EXCLUDE: "EXCLUDE" } as const;
export type GeoOperation = keyof typeof GeoOperation;
registerEnumType(GeoOperation, {
  name: "GeoOperation",
  description: "What a geo target does (document 2, part C, operation; its values are our own).",
  valuesConfig: {
    INCLUDE: { description: "People there see the ads." },
    EXCLUDE: { description: "People there don't see the ads." },
  },
});

/** A place that can be targeted. */
export interface GeoPlace {
  geoEid: string;
  geoType: ProspectingGeoType;
  name: string;
  countryCode: string;
  countryName: string;
  regionCode: string | null;
  regionName: string | null;
}

@ObjectType("ProspectingGeoTarget", {
  simpleResolvers: true,
  description:
    "A place where a prospecting ad group's ads are shown or not. Its names are those that it had when it was chosen. Source: document 2, part C.",
})
export class ProspectingGeoTarget implements GeoPlace {
  @Field(() => ID, { description: "EID of the place's role in the ad group, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, {
    description:
      "EID of the place, 22 characters: that of a Geolocation, or DMA- and the number of a metropolitan area, filled up with _.",
  })
  geoEid: string;
  @Field(() => ProspectingGeoType, { description: "What kind of place it is." })
  geoType: ProspectingGeoType;
  @Field(() => GeoOperation, { description: "What it does." })
  operation: GeoOperation;
  @Field(() => String, { description: "Its name." })
  name: string;
  @Field(() => String, { description: "The country that it is or lies in, two letters of ISO 3166-1." })
  countryCode: string;
  @Field(() => String, { description: "The country's name." })
  countryName: string;
  @Field(() => String, {
    nullable: true,
    description: "The region that it is or lies in, as ISO 3166-2 has it, such as US-CA; null where none is known.",
  })
  regionCode: string | null;
  @Field(() => String, { nullable: true, description: "The region's name; null where none is known." })
  regionName: string | null;
  @Field(() => String, { description: "What changed it last, as its maker says; ui where nobody said." })
  eventSource: string;
  @Field(() => DateTime, { description: "When it was added." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
