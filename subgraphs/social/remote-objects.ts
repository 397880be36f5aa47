import { createHash } from "node:crypto";
import type { AdSetRecord } from "./ad-set.table.js";
import type { CreativeRecord } from "./creative.table.js";
import type { CustomAudienceRecord } from "./custom-audience.table.js";
import type { LeadGenFormRecord } from "./lead-gen-form.table.js";
import { phaseOf } from "./phase.rules.js";
import type { Targeting } from "./publishing.table.js";
import type { SocialAdRecord } from "./social-ad.table.js";
import type { SocialCampaignRecord } from "./social-campaign.table.js";
import type { RemoteObject } from "./social-network.js";

/** What stands for an object as the network was told of it: the same text as long as it need not be told again. */
export function digestOf({ externalId: _known, ...told }: RemoteObject): string {
  return createHash("sha256").update(JSON.stringify(told)).digest("base64url");
}

export function remoteCampaign(campaign: SocialCampaignRecord): RemoteObject {
  const { goal, bidStrategy, performanceTarget, performanceTargetValue, objective } = campaign;
  const { currency, budget, startDate, endDate, spendLimitUntil } = campaign;
  return {
    ...bare("SocialCampaign", campaign),
    status: campaign.status,
    detail: {
      goal,
      bidStrategy,
      performanceTarget,
      performanceTargetValue,
      objective,
      currency,
      budget,
      startDate,
      endDate,
      spendLimitUntil,
    },
  };
}

export function remoteAdSet(adSet: AdSetRecord, campaign: SocialCampaignRecord, targeting: Targeting): RemoteObject {
  const { currency, budget, bidAmount, cpc, isAutobid, minAge, maxAge, startDate, endDate } = adSet;
  const { optimizationGoal, pacingType, pricingModel, promotedSegmentEid, pageTypes } = adSet;
  return {
    ...bare("AdSet", adSet),
    status: adSet.status,
    parentExternalId: campaign.externalId,
    detail: {
      currency,
      budget,
      bidAmount,
      cpc,
      isAutobid,
      minAge,
      maxAge,
      startDate,
      endDate,
      optimizationGoal,
      pacingType,
      pricingModel,
      promotedSegmentEid,
      pageTypes,
      ...targeting,
    },
  };
}

export function remoteCreative(creative: CreativeRecord): RemoteObject {
  return { ...bare("Creative", creative), status: creative.status, detail: contentOf(creative) };
}

export function remoteAd(
  ad: SocialAdRecord,
  adSet: AdSetRecord,
  campaign: SocialCampaignRecord,
  creative: CreativeRecord,
  today: string,
): RemoteObject {
  return {
    ...bare("SocialAd", ad),
    status: ad.status,
    parentExternalId: adSet.externalId,
    // What it shows and what it hangs on: when either changes the network has to look at it again.
    detail: {
      creativeExternalId: creative.externalId,
      ...contentOf(creative),
      adSetStatus: adSet.status,
      campaignStatus: campaign.status,
      phase: phaseOf(today, adSet, campaign),
    },
  };
}

export function remoteAudience(audience: CustomAudienceRecord, lookalike: object | null): RemoteObject {
  const { isConversion, retentionDays, rule, subtype } = audience;
  return { ...bare("CustomAudience", audience), detail: { isConversion, retentionDays, rule, subtype, lookalike } };
}

export function remoteForm(form: LeadGenFormRecord): RemoteObject {
  const { followUpActionUrl, privacyPolicyUrl } = form;
  return { ...bare("LeadGenForm", form), detail: { followUpActionUrl, privacyPolicyUrl } };
}

function bare(
  type: RemoteObject["type"],
  { eid, externalId, name }: { eid: string; externalId: string | null; name: string },
) {
  return { type, eid, externalId, name, status: null, parentExternalId: null };
}

function contentOf(creative: CreativeRecord) {
  const { title, message, description, caption, callToAction, link, imageUrl } = creative;
  const { width, height, isDynamic, leadGenFormEid } = creative;
  return {
    title,
    message,
    description,
    caption,
    callToAction,
    link,
    imageUrl,
    width,
    height,
    isDynamic,
    leadGenFormEid,
  };
}
