import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { recordAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { AppError, refuse } from "../../lib/errors.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { AdGroupAdsInput, AdGroupAdsPayload, CampaignAdsInput, CampaignAdsPayload } from "./ad-group-ad.input.js";
import { AD_GROUP_AD_STATES, type AdGroupAdEvent, checkAdEids } from "./ad-group-ad.rules.js";
import { type AdGroupAd, lockLinksOfCampaign, setStatus } from "./ad-group-ad.table.js";
import { requireAds } from "./new-ad-group.js";
import { adGroups, toAdGroup } from "./ad-group.table.js";
import { AdGroup } from "./ad-group.type.js";
import type { AdGroupAdStatus } from "./ad.type.js";
import { campaigns, toCampaign } from "./campaign.table.js";
import { requireLiveParents } from "./live-parent.table.js";
import { changeAdGroup } from "./whole-ad-group.table.js";

@Resolver(() => AdGroup)
export class AdGroupAdResolver {
  @Mutation(() => AdGroupAdsPayload, {
    nullable: true,
    description:
      "Pauses ads in one ad group; those that are paused there stay so. All or none: NOT_FOUND for an ad that does not serve in it.",
  })
  @NeedsPermission("adGroup.write")
  async pauseAdGroupAds(
    @Arg("input", () => AdGroupAdsInput, { description: "Which ads, and where." }) input: AdGroupAdsInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupAdsPayload> {
    return await changeInAdGroup(context, "pauseAdGroupAds", input, "PAUSE");
  }

  @Mutation(() => AdGroupAdsPayload, {
    nullable: true,
    description:
      "Resumes ads in one ad group; those that serve there stay so. All or none: NOT_FOUND for an ad that is not in it.",
  })
  @NeedsPermission("adGroup.write")
  async resumeAdGroupAds(
    @Arg("input", () => AdGroupAdsInput, { description: "Which ads, and where." }) input: AdGroupAdsInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupAdsPayload> {
    return await changeInAdGroup(context, "resumeAdGroupAds", input, "RESUME");
  }

  @Mutation(() => CampaignAdsPayload, {
    nullable: true,
    description:
      "Pauses ads in all ad groups of a campaign. All or none: NOT_FOUND for an ad that serves in none of them.",
  })
  @NeedsPermission("campaign.write")
  async pauseCampaignAds(
    @Arg("input", () => CampaignAdsInput, { description: "Which ads, and where." }) input: CampaignAdsInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignAdsPayload> {
    return await changeInCampaign(context, "pauseCampaignAds", input, "PAUSE");
  }

  @Mutation(() => CampaignAdsPayload, {
    nullable: true,
    description:
      "Resumes ads in all ad groups of a campaign. All or none: NOT_FOUND for an ad that is in none of them.",
  })
  @NeedsPermission("campaign.write")
  async resumeCampaignAds(
    @Arg("input", () => CampaignAdsInput, { description: "Which ads, and where." }) input: CampaignAdsInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignAdsPayload> {
    return await changeInCampaign(context, "resumeCampaignAds", input, "RESUME");
  }
}

async function changeInAdGroup(
  context: RequestContext,
  action: string,
  { adGroupEid, adEids }: AdGroupAdsInput,
  event: AdGroupAdEvent,
): Promise<AdGroupAdsPayload> {
  const row = await adGroups.require(context, adGroupEid);
  authorise(context.viewer, "adGroup.write");
  refuse(checkAdEids(adEids));
  await requireAds(context, row.advertisableEid, adEids);
  const { after } = await changeAdGroup(context, {
    eid: adGroupEid,
    action,
    apply: (before) => {
      requireLinks(before.ads, adEids, `in the ad group ${adGroupEid}`);
      return { ads: before.ads.map((link) => (adEids.includes(link.adEid) ? moved(link, event) : link)) };
    },
  });
  return { adGroup: toAdGroup(after), statuses: statusesOf(after.ads, adEids) };
}

async function changeInCampaign(
  context: RequestContext,
  action: string,
  { campaignEid, adEids }: CampaignAdsInput,
  event: AdGroupAdEvent,
): Promise<CampaignAdsPayload> {
  const campaign = await campaigns.require(context, campaignEid);
  authorise(context.viewer, "campaign.write");
  refuse(checkAdEids(adEids));
  const { advertisableEid } = campaign;
  await requireAds(context, advertisableEid, adEids);
  const statuses = await context.transaction("campaign.write", async (sql) => {
    await requireLiveParents(sql, context, [{ advertisableEid, campaignEid }]);
    const before = await lockLinksOfCampaign(sql, context, advertisableEid, campaignEid, adEids);
    requireLinks(before, adEids, `in an ad group of the campaign ${campaignEid}`);
    const changed = before.filter((link) => moved(link, event).status !== link.status);
    if (changed.length > 0) {
      const after = changed.map((link) => moved(link, event));
      await setStatus(sql, advertisableEid, after);
      await recordAudit(sql, context, {
        advertisableEid,
        action,
        noun: "campaign",
        nounEid: campaignEid,
        before: { ads: changed },
        after: { ads: after },
      });
    }
    return statusesOf(
      before.map((link) => moved(link, event)),
      adEids,
    );
  });
  return { campaign: toCampaign(campaign), statuses };
}

function moved(link: AdGroupAd, event: AdGroupAdEvent): AdGroupAd {
  return { ...link, status: nextState(AD_GROUP_AD_STATES, link.status, event, "An ad in an ad group") };
}

function requireLinks(links: readonly AdGroupAd[], adEids: readonly string[], where: string): void {
  const known = new Set(links.map((link) => link.adEid));
  const missing = adEids.find((adEid) => !known.has(adEid));
  if (missing !== undefined) throw new AppError("NOT_FOUND", `There is no ad ${missing} ${where}.`);
}

function statusesOf(links: readonly AdGroupAd[], adEids: readonly string[]): AdGroupAdStatus[] {
  const statuses = new Map(links.map((link) => [link.adEid, link.status]));
  return adEids.map((adEid) => statuses.get(adEid)).filter((status) => status !== undefined);
}
