import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AppError } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { AdGroupPayload } from "./ad-group.input.js";
import { adGroups, toAdGroup } from "./ad-group.table.js";
import { AdPayload } from "./ad.input.js";
import { isComplete, isDeleted } from "./ad.rules.js";
import { ads, toAd } from "./ad.table.js";
import { CampaignPayload } from "./campaign.input.js";
import { campaigns, toCampaign } from "./campaign.table.js";
import { DeleteAdGroupInput, DeleteAdInput, DeleteCampaignInput, DeleteRuleInput } from "./deletion.input.js";
import { lockPixel } from "./pixel.table.js";
import { RulePayload } from "./rule.input.js";
import { placeRules, placesOf, rules, toRule } from "./rule.table.js";

/** The old interface names no way to delete: it shows and filters by is_active. These are our own (decisions, section 6). */
@Resolver()
export class DeletionResolver {
  @Mutation(() => CampaignPayload, {
    nullable: true,
    description:
      "Deletes a campaign: isActive becomes false, default lists leave it out, and nothing below it can be changed or copied any more; its status stays, and a deleted one stays as it is. NOT_FOUND when the viewer can't see it. Own decision: the documents show and filter by is_active, and name no operation that sets it.",
  })
  @NeedsPermission("campaign.write")
  async deleteCampaign(
    @Arg("input", () => DeleteCampaignInput, { description: "Which one." }) { eid }: DeleteCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignPayload> {
    const before = await campaigns.require(context, eid);
    authorise(context.viewer, "campaign.write");
    const apply = () => ({ isActive: false });
    const change = { eid, action: "deleteCampaign", permission: "campaign.write", apply } as const;
    return { campaign: toCampaign(before.isActive ? await campaigns.change(context, change) : before) };
  }

  @Mutation(() => AdGroupPayload, {
    nullable: true,
    description:
      "Deletes an ad group as deleteCampaign deletes a campaign; its ads stay with the advertisable. NOT_FOUND when the viewer can't see it. Own decision.",
  })
  @NeedsPermission("adGroup.write")
  async deleteAdGroup(
    @Arg("input", () => DeleteAdGroupInput, { description: "Which one." }) { eid }: DeleteAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    const before = await adGroups.require(context, eid);
    authorise(context.viewer, "adGroup.write");
    const apply = () => ({ isActive: false });
    const change = { eid, action: "deleteAdGroup", permission: "adGroup.write", apply } as const;
    return { adGroup: toAdGroup(before.isActive ? await adGroups.change(context, change) : before) };
  }

  @Mutation(() => AdPayload, {
    nullable: true,
    description:
      "Deletes an ad as deleteCampaign deletes a campaign; ad groups that had it keep their link to it. ILLEGAL_TRANSITION for one without name or destination, which is not active anyhow. NOT_FOUND when the viewer can't see it. Own decision.",
  })
  @NeedsPermission("ad.write")
  async deleteAd(
    @Arg("input", () => DeleteAdInput, { description: "Which one." }) { eid }: DeleteAdInput,
    @Ctx() context: RequestContext,
  ): Promise<AdPayload> {
    const before = await ads.require(context, eid);
    authorise(context.viewer, "ad.write");
    if (isDeleted(before)) return { ad: toAd(before) };
    const record = await ads.change(context, {
      eid,
      action: "deleteAd",
      permission: "ad.write",
      apply: (current) => {
        if (isComplete(current)) return { isActive: false };
        throw new AppError("ILLEGAL_TRANSITION", "An ad without a name or a destination is not active anyhow.");
      },
    });
    return { ad: toAd(record) };
  }

  @Mutation(() => RulePayload, {
    nullable: true,
    description:
      "Deletes a rule: isActive becomes false, and those behind it move up by one; a deleted one stays as it is. NOT_FOUND when the viewer can't see it. Own decision.",
  })
  @NeedsPermission("rule.write")
  async deleteRule(
    @Arg("input", () => DeleteRuleInput, { description: "Which one." }) input: DeleteRuleInput,
    @Ctx() context: RequestContext,
  ): Promise<RulePayload> {
    const row = await rules.require(context, input.eid);
    authorise(context.viewer, "rule.write");
    if (!row.isActive) return { rule: toRule(row) };
    const record = await context.transaction("rule.write", async (sql) => {
      const pixel = { eid: row.pixelEid, advertisableEid: row.advertisableEid };
      // The pixel before its rules, as everybody who orders them does.
      await lockPixel(sql, context, pixel);
      const before = await rules.lock(sql, context, row);
      const places = await placesOf(sql, context, pixel);
      const left = places.map((place) => place.eid).filter((eid) => eid !== row.eid);
      await placeRules(
        sql,
        context,
        "deleteRule",
        pixel,
        places.filter((place) => place.eid !== row.eid),
        left,
      );
      return await rules.write(sql, context, "deleteRule", before, { isActive: false });
    });
    return { rule: toRule(record) };
  }
}
