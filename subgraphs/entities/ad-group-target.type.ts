import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";

export const PlacementTarget = {
  ALL: "ALL",
  RIGHTCOLUMN: "RIGHTCOLUMN",
  DESKTOPFEED: "DESKTOPFEED",
  MOBILEFEED: "MOBILEFEED",
  PARTNERNETWORK: "PARTNERNETWORK",
  PHOTOSTREAM: "PHOTOSTREAM",
} as const;
export type PlacementTarget = keyof typeof PlacementTarget;
registerEnumType(PlacementTarget, {
  name: "PlacementTarget",
  description: "Where on a social network an ad group's ads are shown (document 2, part B, adgroup/create).",
  valuesConfig: {
    ALL: { description: "Everywhere." },
    RIGHTCOLUMN: { description: "The right column of the desktop pages." },
    DESKTOPFEED: { description: "The feed on desktops." },
    MOBILEFEED: { description: "The feed on mobile devices." },
    PARTNERNETWORK: { description: "The network's partners." },
    PHOTOSTREAM: { description: "The stream of the photo network." },
  },
});

export const PlatformType = { MOBILE: "MOBILE", DESKTOP: "DESKTOP" } as const;
export type PlatformType = keyof typeof PlatformType;
registerEnumType(PlatformType, {
  name: "PlatformType",
  description: "Kind of platform (document 2, part B, adgroup/add_platform_target).",
  valuesConfig: { MOBILE: { description: "Phones and tablets." }, DESKTOP: { description: "Computers." } },
});

export const OperatingSystem = { IOS: "IOS", ANDROID: "ANDROID" } as const;
export type OperatingSystem = keyof typeof OperatingSystem;
registerEnumType(OperatingSystem, {
  name: "OperatingSystem",
  description: "Operating system of a device (document 2, part B, adgroup/add_platform_target).",
  valuesConfig: { IOS: { description: "iOS." }, ANDROID: { description: "Android." } },
});

export const TargetDevice = {
  ANDROID_TABLET: "ANDROID_TABLET",
  ANDROID_SMARTPHONE: "ANDROID_SMARTPHONE",
  IPOD: "IPOD",
  IPAD: "IPAD",
  IPHONE: "IPHONE",
} as const;
export type TargetDevice = keyof typeof TargetDevice;
registerEnumType(TargetDevice, {
  name: "TargetDevice",
  description: "Kind of device (document 2, part B, adgroup/add_platform_target).",
  valuesConfig: {
    ANDROID_TABLET: { description: "A tablet with Android." },
    ANDROID_SMARTPHONE: { description: "A phone with Android." },
    IPOD: { description: "An iPod." },
    IPAD: { description: "An iPad." },
    IPHONE: { description: "An iPhone." },
  },
});

@ObjectType("GeoTarget", {
  simpleResolvers: true,
  description:
    "A place that an ad group addresses or leaves out; exactly one of the fields that name a place is not null. Source: document 2, part B, geo_targets.",
})
export class GeoTarget {
  @Field(() => ID, {
    description:
      "Identifier of the geo target, 22 characters; unique within the ad group. Made by us where none was given.",
  })
  eid: string;
  @Field(() => Boolean, { description: "True where people of the place are left out." })
  isNegative: boolean;
  @Field(() => String, { nullable: true, description: "Identifier of a country, 1 to 64 characters." })
  countryId: string | null;
  @Field(() => String, { nullable: true, description: "Identifier of a region, 1 to 64 characters." })
  regionId: string | null;
  @Field(() => String, { nullable: true, description: "Identifier of a metropolitan area, 1 to 64 characters." })
  metroId: string | null;
  @Field(() => String, { nullable: true, description: "Identifier of a city, 1 to 64 characters." })
  cityId: string | null;
  @Field(() => String, { nullable: true, description: "Identifier of a postal code, 1 to 64 characters." })
  postalCodeId: string | null;
  @Field(() => String, { nullable: true, description: "The postal code itself, 1 to 64 characters." })
  postalCode: string | null;
}

@ObjectType("PlatformTarget", {
  simpleResolvers: true,
  description: "A kind of device that an ad group addresses. Source: document 2, part B, adgroup/add_platform_target.",
})
export class PlatformTarget {
  @Field(() => PlatformType, { description: "Kind of platform." })
  type: PlatformType;
  @Field(() => OperatingSystem, { description: "Operating system." })
  os: OperatingSystem;
  @Field(() => String, { description: "Version of the operating system, 1 to 64 characters." })
  osVersion: string;
  @Field(() => TargetDevice, { description: "Kind of device." })
  device: TargetDevice;
}

@ObjectType("DemographicTarget", {
  simpleResolvers: true,
  description: "Ages that an ad group addresses. Source: document 2, part B, adgroup/add_demographic_target.",
})
export class DemographicTarget {
  @Field(() => Int, { description: "Youngest age in years, from 13." })
  minAge: number;
  @Field(() => Int, { description: "Oldest age in years, included, up to 65." })
  maxAge: number;
}
