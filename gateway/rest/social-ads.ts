import { present } from "./entities.js";
import { graphEnum, legacyEnum } from "./legacy-format.js";
import { choice, eid, eids, optionalEid, requiredText } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { listRoute } from "./social-list-route.js";
import { AD_FIELDS, type AdData, adRecord } from "./social-records.js";
import { oneOf } from "./write-parameters.js";

const ADS = "/social/ads/";

export const SOCIAL_AD_ROUTES: readonly RestRoute[] = [
  listRoute<AdData, "adset_eid">({
    path: ADS,
    description: "The ads of an ad set that are not deleted. Document 2, part A.",
    rootField: "socialAds",
    noun: "SocialAd",
    selection: "...AdFields",
    fragment: AD_FIELDS,
    narrowings: {
      adset_eid: {
        parameter: eid("EID of the ad set; 404 for one that can't be seen."),
        rootField: "adSet",
        filter: "adSetEid",
      },
    },
    record: adRecord,
  }),
  defineRoute({
    area: "social",
    method: "POST",
    path: ADS,
    permission: "social.write",
    description: "Creates an ad; the ad. Document 2, part A, AdParams.",
    parameters: {
      adset_eid: eid("EID of its ad set."),
      creative_eid: eid("EID of its creative, of the same advertisable."),
      name: requiredText("Name, 1 to 255 characters."),
      status: choice(
        "Where it begins: draft, paused or active; draft when not given.",
        ["draft", "paused", "active"],
        "draft",
      ),
    },
    names: { adSetEid: "adset_eid" },
    operation: `mutation Create($input: CreateSocialAdInput!) {
      done: createSocialAd(input: $input) { socialAd { ...AdFields } } } ${AD_FIELDS}`,
    variables: (input) => ({
      input: {
        adSetEid: input.adset_eid,
        creativeEid: input.creative_eid,
        name: input.name,
        status: graphEnum(input.status),
      },
    }),
    body: ({ done }: { done: { socialAd: AdData } | null }) => adRecord(present(done).socialAd),
  }),
  defineRoute({
    area: "social",
    method: "PUT",
    path: "/social/ads/{action}",
    permission: "social.write",
    description:
      "Pauses, activates or deletes the ads that fit all of the three that are given, of which at least one is: all of them or none. The status that they have now. Document 2, part A; the actions are our own (decisions, section 6).",
    parameters: {
      action: oneOf("What to do with them.", ["pause", "activate", "delete"]),
      adset_eid: optionalEid("EID of their ad set."),
      campaign_eid: optionalEid("EID of their campaign."),
      creative_eids: eids("EIDs of their creatives."),
    },
    names: { adSetEid: "adset_eid" },
    operation: `mutation Change($input: ChangeSocialAdsInput!) { done: changeSocialAds(input: $input) { status } }`,
    variables: (input) => ({
      input: {
        action: graphEnum(input.action),
        adSetEid: input.adset_eid,
        campaignEid: input.campaign_eid,
        creativeEids: input.creative_eids,
      },
    }),
    body: ({ done }: { done: { status: string } | null }) => ({ status: legacyEnum(present(done).status) }),
  }),
  defineRoute({
    area: "social",
    method: "GET",
    path: "/social/ads/{eid}",
    permission: "social.read",
    description: "An ad, a deleted one too. Document 2, part A.",
    parameters: { eid: eid("EID of the ad.") },
    operation: `query Ad($eid: ID!) { socialAd(eid: $eid) { ...AdFields } } ${AD_FIELDS}`,
    variables: (input) => input,
    body: ({ socialAd }: { socialAd: AdData | null }) => adRecord(present(socialAd)),
  }),
  defineRoute({
    area: "social",
    method: "DELETE",
    path: "/social/ads/{eid}",
    permission: "social.write",
    status: 204,
    description: "Deletes an ad; a deleted one stays as it is. Document 2, part A.",
    parameters: { eid: eid("EID of the ad.") },
    operation: `mutation Delete($input: EditSocialAdInput!) { done: editSocialAd(input: $input) { socialAd { eid } } }`,
    variables: (input) => ({ input: { eid: input.eid, status: "DELETED" } }),
    body: () => null,
  }),
];
