import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { refuse } from "../../lib/errors.js";
import { nextState } from "../../lib/state-table.js";
import { checkPeriod } from "./checks.js";
import { given, stored } from "../../lib/given.js";
import type {
  CreateUniversalAdGroupInput,
  EditUniversalAdGroupInput,
  UniversalAdGroupAdInput,
} from "./universal-ad-group.input.js";
import { checkSegments } from "./universal-ad-group.rules.js";
import { universalAdGroupAds, type UniversalAdGroupRecord } from "./universal-ad-group.table.js";
import type { UniversalAdGroupAd } from "./universal-ad-group.type.js";
import type { UniversalCampaignRecord } from "./universal-campaign.table.js";
import { requireOpen } from "./universal-campaign.rules.js";
import { UNIVERSAL_STATES } from "./universal-status.rules.js";

/** A new ad group of a campaign, with a default for whatever is not given: a draft. */
export function newAdGroup(
  context: RequestContext,
  campaign: UniversalCampaignRecord,
  input: Omit<CreateUniversalAdGroupInput, "campaignEid">,
): UniversalAdGroupRecord {
  const now = new Date(context.clock.now());
  const adGroup: UniversalAdGroupRecord = {
    eid: context.newEid(),
    advertisableEid: campaign.advertisableEid,
    campaignEid: campaign.eid,
    name: input.name,
    status: "DRAFT",
    adType: input.adType ?? "STATIC",
    objective: input.objective ?? campaign.objective,
    currency: campaign.currency,
    kpiMetric: input.kpiMetric ?? "CPA",
    kpiGoal: stored(input.kpiGoal) ?? null,
    startDate: input.startDate ?? null,
    endDate: input.endDate ?? null,
    snPlacements: input.snPlacements ?? [],
    positiveSegmentEids: input.positiveSegmentEids ?? [],
    negativeSegmentEids: input.negativeSegmentEids ?? [],
    highIntent: input.highIntent ?? false,
    wizardTicketId: input.wizardTicketId ?? null,
    createdAt: now,
    updatedAt: now,
  };
  refuse([...checkPeriod(adGroup), ...checkSegments(adGroup)]);
  return adGroup;
}

/**
 * An ad group as an edit makes it; throws when the rules refuse. `null` removes a value where one may be
 * missing, and counts as not given elsewhere.
 */
export function editedAdGroup(
  before: UniversalAdGroupRecord,
  input: Omit<EditUniversalAdGroupInput, "eid" | "campaignEid">,
): UniversalAdGroupRecord {
  const after = {
    ...before,
    ...given<UniversalAdGroupRecord>({
      name: input.name ?? undefined,
      objective: input.objective ?? undefined,
      kpiMetric: input.kpiMetric ?? undefined,
      kpiGoal: stored(input.kpiGoal),
      startDate: input.startDate ?? undefined,
      endDate: input.endDate,
      snPlacements: input.snPlacements ?? undefined,
      positiveSegmentEids: input.positiveSegmentEids ?? undefined,
      negativeSegmentEids: input.negativeSegmentEids ?? undefined,
      highIntent: input.highIntent ?? undefined,
      wizardTicketId: input.wizardTicketId,
    }),
    status: nextState(UNIVERSAL_STATES, before.status, input.status ?? before.status, "A universal ad group"),
  };
  refuse([...checkPeriod(after), ...checkSegments(after)]);
  return after;
}

/** All ads that an ad group shall have. */
export interface WantedAds {
  adGroup: UniversalAdGroupRecord;
  ads: readonly UniversalAdGroupAdInput[];
}

/** Makes the ads of ad groups that the caller's transaction holds those that are wanted: as many statements however many ad groups. */
export async function replaceAds(
  sql: Sql,
  context: RequestContext,
  action: string,
  wanted: readonly WantedAds[],
): Promise<void> {
  const [first] = wanted;
  if (first === undefined) return;
  const held = Map.groupBy(
    await universalAdGroupAds.lockAll(
      sql,
      context,
      first.adGroup.advertisableEid,
      "adGroupEid",
      wanted.map(({ adGroup }) => adGroup.eid),
    ),
    (ad) => ad.adGroupEid,
  );
  const plans = wanted.map(({ adGroup, ads }) => planOf(context, adGroup, held.get(adGroup.eid) ?? [], ads));
  await universalAdGroupAds.remove(
    sql,
    context,
    action,
    plans.flatMap((plan) => plan.removed),
  );
  await universalAdGroupAds.writeAll(
    sql,
    context,
    action,
    plans.flatMap((plan) => plan.changed),
  );
  await universalAdGroupAds.insert(sql, context, action, ...plans.flatMap((plan) => plan.added));
}

function planOf(
  context: RequestContext,
  adGroup: UniversalAdGroupRecord,
  held: readonly UniversalAdGroupAd[],
  wanted: readonly UniversalAdGroupAdInput[],
) {
  const now = new Date(context.clock.now());
  const before = new Map(held.map((ad) => [ad.adEid, ad]));
  const named = new Set(wanted.map((ad) => ad.adEid));
  const added = wanted.filter((ad) => !before.has(ad.adEid));
  if (added.length > 0) requireOpen("A universal ad group", adGroup.status);
  return {
    removed: held.filter((ad) => !named.has(ad.adEid)),
    changed: wanted.flatMap(({ adEid, status }) => {
      const ad = before.get(adEid);
      if (ad === undefined) return [];
      return [
        { before: ad, changes: { status: nextState(UNIVERSAL_STATES, ad.status, status ?? ad.status, "An ad") } },
      ];
    }),
    added: added.map(({ adEid, status }): UniversalAdGroupAd => ({
      eid: context.newEid(),
      advertisableEid: adGroup.advertisableEid,
      adGroupEid: adGroup.eid,
      adEid,
      status: nextState(UNIVERSAL_STATES, "DRAFT", status ?? "LIVE", "A new ad"),
      createdAt: now,
      updatedAt: now,
    })),
  };
}
