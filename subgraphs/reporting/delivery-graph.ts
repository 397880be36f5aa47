import { type Static, Type, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { type IngestEnvironment, IngestUsageError } from "../define-subgraph.js";
import type { ResolveAds } from "./staged-ad.table.js";

type Ask = IngestEnvironment["ask"];

const AdvertisableAnswer = Type.Object({ advertisable: Type.Object({ eid: Type.String(), currency: Type.String() }) });

const Ads = Type.Array(
  Type.Union([
    Type.Null(),
    Type.Object({ campaignEid: Type.String(), adGroupEid: Type.String(), adEid: Type.String() }),
  ]),
);
const ImportedAnswer = Type.Object({ importedAds: Ads });
const ImportAnswer = Type.Object({ importAds: Type.Object({ ads: Ads }) });

const Owned = { eid: Type.String(), advertisableEid: Type.String() };
const AdGroups = Type.Object({ nodes: Type.Array(Type.Object({ ...Owned, campaignEid: Type.String() })) });
const NamedAnswer = Type.Object({
  adGroups: AdGroups,
  adSets: AdGroups,
  universalAdGroups: AdGroups,
  prospectingAdGroups: AdGroups,
  ads: Type.Object({ nodes: Type.Array(Type.Object(Owned)) }),
  socialAds: Type.Object({ nodes: Type.Array(Type.Object({ ...Owned, adSetEid: Type.String() })) }),
});

/** Ad groups and ads of every area, deleted ones too: what they delivered before still counts. */
const NAMED = `query IngestNamedAds($adGroups: [String!]!, $ads: [String!]!) {
  adGroups(first: 1000, filter: { eid: { in: $adGroups }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid campaignEid } }
  adSets(first: 1000, filter: { eid: { in: $adGroups }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid campaignEid } }
  universalAdGroups(first: 1000, filter: { eid: { in: $adGroups } }) { nodes { eid advertisableEid campaignEid } }
  prospectingAdGroups(first: 1000, filter: { eid: { in: $adGroups }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid campaignEid } }
  ads(first: 1000, filter: { eid: { in: $ads }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid } }
  socialAds(first: 1000, filter: { eid: { in: $ads }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid adSetEid } }
}`;

const ADVERTISABLE = "query IngestAdvertisable($eid: ID!) { advertisable(eid: $eid) { eid currency } }";

const IMPORTED = `query IngestAds($advertisableEid: ID!, $ads: [ImportAdInput!]!) {
  importedAds(advertisableEid: $advertisableEid, ads: $ads) { campaignEid adGroupEid adEid }
}`;

const IMPORT = `mutation IngestMissingAds($input: ImportAdsInput!) {
  importAds(input: $input) { ads { campaignEid adGroupEid adEid } }
}`;

/** The advertisable as its own area knows it. Rejects with NOT_FOUND when there is none. */
export async function advertisableOf(ask: Ask, eid: string): Promise<{ eid: string; currency: string }> {
  return answer(AdvertisableAnswer, await ask(ADVERTISABLE, { eid })).advertisable;
}

/** Finds ads through the graph, and creates those that are missing when asked to. */
function resolveAdsBy(ask: Ask, advertisableEid: string, create: boolean): ResolveAds {
  return async (ads) => {
    if (create) return answer(ImportAnswer, await ask(IMPORT, { input: { advertisableEid, ads } })).importAds.ads;
    return answer(ImportedAnswer, await ask(IMPORTED, { advertisableEid, ads })).importedAds;
  };
}

/**
 * Takes the identifiers for EIDs, of campaigns, ad groups (ad sets) and ads of any area. The campaign must be the
 * ad group's and both the advertisable's; a social ad must be the ad set's.
 */
function resolveAdsByEid(ask: Ask, advertisableEid: string): ResolveAds {
  return async (asked) => {
    const found = answer(
      NamedAnswer,
      await ask(NAMED, {
        adGroups: [...new Set(asked.map((ad) => ad.adGroupExternalId))],
        ads: [...new Set(asked.map((ad) => ad.adExternalId))],
      }),
    );
    const own = <T extends { advertisableEid: string }>({ nodes }: { nodes: T[] }): T[] =>
      nodes.filter((node) => node.advertisableEid === advertisableEid);
    const adSets = new Map(own(found.adSets).map((adSet) => [adSet.eid, adSet.campaignEid]));
    const adGroups = new Map(
      [found.adGroups, found.universalAdGroups, found.prospectingAdGroups]
        .flatMap(own)
        .map((adGroup) => [adGroup.eid, adGroup.campaignEid]),
    );
    const ads = new Set(own(found.ads).map((ad) => ad.eid));
    const socialAds = new Map(own(found.socialAds).map((ad) => [ad.eid, ad.adSetEid]));
    return asked.map(({ campaignExternalId: campaignEid, adGroupExternalId: adGroupEid, adExternalId: adEid }) => {
      const isThere =
        (adGroups.get(adGroupEid) === campaignEid && ads.has(adEid)) ||
        (adSets.get(adGroupEid) === campaignEid && socialAds.get(adEid) === adGroupEid);
      return isThere ? { campaignEid, adGroupEid, adEid } : null;
    });
  };
}

/** How the rows of a file name their ads. */
export function resolveAdsAs(
  ask: Ask,
  advertisableEid: string,
  options: { byEid: boolean; createEntities: boolean },
): ResolveAds {
  return options.byEid
    ? resolveAdsByEid(ask, advertisableEid)
    : resolveAdsBy(ask, advertisableEid, options.createEntities);
}

/** Options that can't both be meant. */
export function refuseBoth({ byEid, createEntities }: { byEid: boolean; createEntities: boolean }): void {
  if (byEid && createEntities)
    throw new IngestUsageError("--by-eid names objects that are there: leave --create-entities out.");
}

function answer<S extends TSchema>(schema: S, data: unknown): Static<S> {
  if (!Value.Check(schema, data)) throw new TypeError("the graph answered something else than was asked");
  return data;
}
