import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { type Decimal, decimal } from "../../lib/decimal.js";
import { refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { copyOf } from "./new-ad-group.js";
import { copyName } from "./ad-group.rules.js";
import { activeAdGroupsOf } from "./ad-group.table.js";
import { requireAdvertisable } from "./advertisable.resolver.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import {
  CampaignConnection,
  CampaignListArgs,
  CampaignPayload,
  CampaignStatusInput,
  CloneCampaignInput,
  CreateCampaignInput,
  EditCampaignInput,
  ReviewCampaignInput,
  SetCampaignTermsInput,
} from "./campaign.input.js";
import { CAMPAIGN_STATES, checkCampaign, checkClone, checkPromotion } from "./campaign.rules.js";
import {
  type CampaignRecord,
  campaigns,
  campaignsOfAdvertisable,
  campaignsOfViewer,
  toCampaign,
} from "./campaign.table.js";
import { Campaign } from "./campaign.type.js";
import type { EntityEvent } from "./entity-event.js";
import { given } from "../../lib/given.js";
import { ipRanges } from "./ip-range.rules.js";
import { insertAdGroups, wholeAdGroups } from "./whole-ad-group.table.js";

@Resolver(() => Campaign)
export class CampaignResolver {
  @Query(() => Campaign, { nullable: true, description: "One campaign. NOT_FOUND when the viewer can't see it." })
  @NeedsPermission("campaign.read")
  async campaign(
    @Arg("eid", () => ID, { description: "EID of the campaign." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<Campaign> {
    return toCampaign(await campaigns.require(context, eid));
  }

  @Query(() => CampaignConnection, { description: "All campaigns that the viewer may see, of every advertisable." })
  @NeedsPermission("campaign.read")
  async campaigns(
    @Args(() => CampaignListArgs) args: CampaignListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Campaign>> {
    return await campaignsOfViewer(context, "ALL", args);
  }

  @FieldResolver(() => Advertisable, { description: "The advertisable that it belongs to." })
  async advertisable(@Root() campaign: Campaign, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return await advertisableByEid(context, campaign.advertisableEid);
  }

  @Mutation(() => CampaignPayload, {
    nullable: true,
    description: "Creates a campaign. NOT_FOUND for an advertisable that the viewer can't see.",
  })
  @NeedsPermission("campaign.write")
  async createCampaign(
    @Arg("input", () => CreateCampaignInput, { description: "The new campaign." }) input: CreateCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignPayload> {
    const advertisable = await requireAdvertisable(context, input.advertisableEid);
    authorise(context.viewer, "campaign.write");
    refuse(checkCampaign(input));
    const now = new Date(context.clock.now());
    const record: CampaignRecord = {
      eid: context.newEid(),
      advertisableEid: advertisable.eid,
      externalId: null,
      name: input.name,
      status: firstStatus(context),
      isActive: true,
      weeklyBudget: stored(input.weeklyBudget) ?? null,
      uiBudgetDaily: input.uiBudgetDaily ?? false,
      cpc: stored(input.cpc) ?? null,
      cpm: stored(input.cpm) ?? null,
      maxCpm: stored(input.maxCpm) ?? null,
      currency: advertisable.currency,
      startDate: input.startDate ?? null,
      endDate: input.endDate ?? null,
      spendLimitUntil: null,
      isRetargeting: input.isRetargeting ?? false,
      isCoop: input.isCoop,
      isPubgraph: input.isPubgraph,
      isSocial: input.isSocial,
      isSnWca: input.isSnWca,
      isSnNewsfeed: input.isSnNewsfeed,
      isMobileVendorNetwork: input.isMobileVendorNetwork,
      pricingStrategies: [],
      promotion: null,
      ipRangeExclusions: ipRanges(input.ipRangeExclusions ?? []),
      createdAt: now,
      updatedAt: now,
    };
    const created = await context.transaction("campaign.write", async (sql) => {
      await campaigns.insert(sql, context, "createCampaign", record);
      return record;
    });
    return { campaign: toCampaign(created) };
  }

  @Mutation(() => CampaignPayload, {
    nullable: true,
    description: "Changes a campaign. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("campaign.write")
  async editCampaign(
    @Arg("input", () => EditCampaignInput, { description: "The changes." }) input: EditCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignPayload> {
    const record = await campaigns.change(context, {
      eid: input.eid,
      action: "editCampaign",
      permission: "campaign.write",
      apply: (before) => {
        refuse(
          checkCampaign({
            ...input,
            name: input.name ?? undefined,
            startDate: input.startDate === undefined ? before.startDate : input.startDate,
            endDate: input.endDate === undefined ? before.endDate : input.endDate,
          }),
        );
        return given<CampaignRecord>({
          name: input.name ?? undefined,
          weeklyBudget: stored(input.weeklyBudget),
          cpc: stored(input.cpc),
          cpm: stored(input.cpm),
          maxCpm: stored(input.maxCpm),
          startDate: input.startDate,
          endDate: input.endDate,
          uiBudgetDaily: input.uiBudgetDaily ?? undefined,
          isRetargeting: input.isRetargeting ?? undefined,
          ipRangeExclusions: input.ipRangeExclusions == null ? undefined : ipRanges(input.ipRangeExclusions),
        });
      },
    });
    return { campaign: toCampaign(record) };
  }

  @Mutation(() => CampaignPayload, {
    nullable: true,
    description:
      "Copies a campaign with its budget, bids, dates, kinds and IP range exclusions, and each of its active ad groups as cloneAdGroup does. The copies begin as new ones do. NOT_FOUND when the viewer can't see it. Own decision: the documents name the operation only.",
  })
  @NeedsPermission("campaign.write")
  async cloneCampaign(
    @Arg("input", () => CloneCampaignInput, { description: "Which one, and what to call the copy." })
    input: CloneCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignPayload> {
    const row = await campaigns.require(context, input.eid);
    authorise(context.viewer, "campaign.write");
    const name = input.name ?? copyName(row.name);
    refuse(checkCampaign({ name }));
    const copy = await context.transaction("campaign.write", async (sql) => {
      const now = new Date(context.clock.now());
      const clone: CampaignRecord = {
        ...(await campaigns.lock(sql, context, row)),
        eid: context.newEid(),
        externalId: null,
        name,
        status: firstStatus(context),
        isActive: true,
        spendLimitUntil: null,
        promotion: null,
        createdAt: now,
        updatedAt: now,
      };
      await campaigns.insert(sql, context, "cloneCampaign", clone);
      const adGroups = await activeAdGroupsOf(sql, context, row);
      refuse(checkClone(adGroups.length));
      const originals = await wholeAdGroups(sql, context, adGroups);
      await insertAdGroups(
        sql,
        context,
        "cloneCampaign",
        originals.map((original) => copyOf(context, original, { campaignEid: clone.eid })),
      );
      return clone;
    });
    return { campaign: toCampaign(copy) };
  }

  @Mutation(() => CampaignPayload, {
    nullable: true,
    description: "Settles a campaign's promotion and spend limit. FORBIDDEN unless the viewer is staff.",
  })
  @NeedsPermission("entity.review")
  async setCampaignTerms(
    @Arg("input", () => SetCampaignTermsInput, { description: "Which one, and its terms." })
    input: SetCampaignTermsInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignPayload> {
    const record = await campaigns.change(context, {
      eid: input.eid,
      action: "setCampaignTerms",
      permission: "entity.review",
      apply: () => {
        refuse(checkPromotion(input.promotion));
        return given<CampaignRecord>({
          promotion: input.promotion && {
            code: input.promotion.code,
            description: input.promotion.description ?? null,
          },
          spendLimitUntil: input.spendLimitUntil,
        });
      },
    });
    return { campaign: toCampaign(record) };
  }

  @Mutation(() => CampaignPayload, {
    nullable: true,
    description:
      "Pauses an approved campaign; pausing a paused one changes nothing. ILLEGAL_TRANSITION in any other status.",
  })
  @NeedsPermission("campaign.write")
  async pauseCampaign(
    @Arg("input", () => CampaignStatusInput, { description: "Which one." }) input: CampaignStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignPayload> {
    return await changeStatus(context, "pauseCampaign", input.eid, "PAUSE");
  }

  @Mutation(() => CampaignPayload, {
    nullable: true,
    description:
      "Resumes a paused campaign; resuming an approved one changes nothing. ILLEGAL_TRANSITION in any other status.",
  })
  @NeedsPermission("campaign.write")
  async resumeCampaign(
    @Arg("input", () => CampaignStatusInput, { description: "Which one." }) input: CampaignStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignPayload> {
    return await changeStatus(context, "resumeCampaign", input.eid, "RESUME");
  }

  @Mutation(() => CampaignPayload, {
    nullable: true,
    description: "Approves or rejects a campaign. FORBIDDEN unless the viewer is staff.",
  })
  @NeedsPermission("entity.review")
  async reviewCampaign(
    @Arg("input", () => ReviewCampaignInput, { description: "Which one, and the verdict." }) input: ReviewCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignPayload> {
    return await changeStatus(context, "reviewCampaign", input.eid, input.verdict);
  }
}

@Resolver(() => Advertisable)
export class AdvertisableCampaignsResolver {
  @FieldResolver(() => CampaignConnection, { description: "Its campaigns." })
  async campaigns(
    @Root() advertisable: Advertisable,
    @Args(() => CampaignListArgs) args: CampaignListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Campaign>> {
    return await campaignsOfAdvertisable(context, advertisable.eid, args);
  }
}

async function changeStatus(
  context: RequestContext,
  action: string,
  eid: string,
  event: EntityEvent,
): Promise<CampaignPayload> {
  const record = await campaigns.change(context, {
    eid,
    action,
    permission: event === "PAUSE" || event === "RESUME" ? "campaign.write" : "entity.review",
    apply: (before) => ({ status: nextState(CAMPAIGN_STATES, before.status, event, "A campaign") }),
  });
  return { campaign: toCampaign(record) };
}

/** What staff makes needs no review. */
function firstStatus(context: RequestContext): "APPROVED" | "ADMIN_REVIEW" {
  return context.viewer.role === "STAFF" ? "APPROVED" : "ADMIN_REVIEW";
}

/** An amount as a table keeps it; null and "not given" stay what they are. */
function stored(amount: Decimal | null | undefined): string | null | undefined {
  return amount == null ? amount : decimal(amount).toFixed();
}
