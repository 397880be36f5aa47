import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { badInput, notFound, refuse } from "../../lib/errors.js";
import { nextState } from "../../lib/state-table.js";
import type { AdSetAdInput, AdSetAudienceInput } from "./ad-set.input.js";
import { requireOpen, requireRoom } from "./ad-set.rules.js";
import { type AdSetRecord, adSets } from "./ad-set.table.js";
import { adSetAudiences } from "./ad-set-audience.table.js";
import { lockUsable } from "./creative.table.js";
import { customAudiences } from "./custom-audience.table.js";
import { checkAdName, firstStatus, SOCIAL_AD_STATES } from "./social-ad.rules.js";
import { type SocialAdRecord, socialAds } from "./social-ad.table.js";

/** A new ad, of which the network knows nothing. */
export function newAd(
  context: RequestContext,
  adSet: AdSetRecord,
  { creativeEid, name, status }: Pick<SocialAdRecord, "creativeEid" | "name" | "status">,
): SocialAdRecord {
  const now = new Date(context.clock.now());
  return {
    eid: context.newEid(),
    advertisableEid: adSet.advertisableEid,
    adSetEid: adSet.eid,
    creativeEid,
    name,
    status,
    isActive: true,
    remoteStatus: null,
    disapprovalReason: null,
    externalId: null,
    publishedDigest: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The fields that a wanted status brings with it. */
export function statusChange(before: SocialAdRecord, wanted: SocialAdRecord["status"]): Partial<SocialAdRecord> {
  const status = nextState(SOCIAL_AD_STATES, before.status, wanted, "An ad");
  return { status, isActive: status !== "DELETED" };
}

/** Adds ads to an ad set that the caller's transaction holds, and changes those that are named by their EID. */
export async function writeAds(
  sql: Sql,
  context: RequestContext,
  action: string,
  adSet: AdSetRecord,
  inputs: readonly AdSetAdInput[],
): Promise<void> {
  if (inputs.length === 0) return;
  requireOpen("An ad set", adSet.status);
  refuse(inputs.flatMap((input) => checkAdName(input.name)));
  const held = new Map(
    (await socialAds.lockAll(sql, context, adSet.advertisableEid, "adSetEid", [adSet.eid])).map((ad) => [ad.eid, ad]),
  );
  const eids = inputs.flatMap((input) => input.eid ?? []);
  if (new Set(eids).size < eids.length)
    throw badInput(["input", "ads"], "REPEATED", "ads must name each ad of the ad set once.");
  await lockUsable(sql, context, adSet.advertisableEid, [
    ...new Set(
      inputs.flatMap(({ eid, creativeEid }) =>
        creativeEid == null || creativeEid === held.get(eid ?? "")?.creativeEid ? [] : [creativeEid],
      ),
    ),
  ]);
  const changes = inputs.flatMap(({ eid, creativeEid, name, status }) => {
    if (eid == null) return [];
    const before = held.get(eid);
    if (before === undefined) throw notFound("social ad", eid);
    return [
      {
        before,
        changes: {
          ...(creativeEid != null && { creativeEid }),
          ...(name != null && { name }),
          ...(status != null && statusChange(before, status)),
        },
      },
    ];
  });
  const created = inputs.flatMap(({ eid, creativeEid, name, status }) => {
    if (eid != null) return [];
    if (creativeEid == null || name == null)
      throw badInput(["input", "ads"], "MISSING", "ads: a new ad needs creativeEid and name.");
    return [newAd(context, adSet, { creativeEid, name, status: firstStatus(status ?? "DRAFT") })];
  });
  const written = await socialAds.writeAll(sql, context, action, changes);
  const after = new Map([...held, ...written.map((ad) => [ad.eid, ad] as const)]);
  const active = [...after.values()].filter((ad) => ad.isActive).length + created.length;
  refuse(requireRoom("ads", active));
  await socialAds.insert(sql, context, action, ...created);
}

/** Makes the audiences of an ad set that the caller's transaction holds those that are given. */
export async function replaceAudiences(
  sql: Sql,
  context: RequestContext,
  action: string,
  adSet: AdSetRecord,
  inputs: readonly AdSetAudienceInput[],
): Promise<void> {
  const eids = inputs.map((input) => input.customAudienceEid);
  const known = new Set(
    (await customAudiences.lockAll(sql, context, adSet.advertisableEid, "eid", eids)).map((audience) => audience.eid),
  );
  const unknown = eids.find((eid) => !known.has(eid));
  if (unknown !== undefined) throw notFound("custom audience", unknown);
  const held = await adSetAudiences.lockAll(sql, context, adSet.advertisableEid, "adSetEid", [adSet.eid]);
  const wanted = new Map(inputs.map((input) => [input.customAudienceEid, input.targeted]));
  const kept = held.filter((audience) => wanted.has(audience.customAudienceEid));
  await adSetAudiences.remove(
    sql,
    context,
    action,
    held.filter((audience) => !wanted.has(audience.customAudienceEid)),
  );
  await adSetAudiences.writeAll(
    sql,
    context,
    action,
    kept.map((before) => ({
      before,
      changes: { targeted: wanted.get(before.customAudienceEid) ?? before.targeted },
    })),
  );
  const now = new Date(context.clock.now());
  const there = new Set(kept.map((audience) => audience.customAudienceEid));
  await adSetAudiences.insert(
    sql,
    context,
    action,
    ...inputs
      .filter((input) => !there.has(input.customAudienceEid))
      .map((input) => ({
        eid: context.newEid(),
        advertisableEid: adSet.advertisableEid,
        adSetEid: adSet.eid,
        customAudienceEid: input.customAudienceEid,
        targeted: input.targeted,
        createdAt: now,
        updatedAt: now,
      })),
  );
}

/** Deletes ad sets that the caller's transaction holds, each with its ads, so that no ad outlives its ad set. */
export async function deleteAdSets(
  sql: Sql,
  context: RequestContext,
  action: string,
  held: readonly AdSetRecord[],
): Promise<AdSetRecord[]> {
  const [first] = held;
  if (first === undefined) return [];
  const ads = await socialAds.lockAll(
    sql,
    context,
    first.advertisableEid,
    "adSetEid",
    held.map((adSet) => adSet.eid),
  );
  await socialAds.writeAll(
    sql,
    context,
    action,
    ads.map((before) => ({ before, changes: { status: "DELETED", isActive: false } })),
  );
  return await adSets.writeAll(
    sql,
    context,
    action,
    held.map((before) => ({ before, changes: { status: "DELETED", isActive: false } })),
  );
}
