import { type Static, Type, type TSchema } from "typebox";
import { Value } from "typebox/value";
import type { IngestEnvironment } from "../define-subgraph.js";
import type { ResolveAds } from "./delivery-stage.table.js";

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
export function resolveAdsBy(ask: Ask, advertisableEid: string, create: boolean): ResolveAds {
  return async (ads) => {
    if (create) return answer(ImportAnswer, await ask(IMPORT, { input: { advertisableEid, ads } })).importAds.ads;
    return answer(ImportedAnswer, await ask(IMPORTED, { advertisableEid, ads })).importedAds;
  };
}

function answer<S extends TSchema>(schema: S, data: unknown): Static<S> {
  if (!Value.Check(schema, data)) throw new TypeError("the graph answered something else than was asked");
  return data;
}
