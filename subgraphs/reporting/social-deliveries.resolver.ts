import { Args, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AdSet } from "./ad-set.ref.js";
import { DeliveriesArgs } from "./deliveries.input.js";
import { deliveryReport } from "./deliveries.resolver.js";
import { DeliveryReport } from "./deliveries.type.js";
import { SocialAd } from "./social-ad.ref.js";
import { SocialCampaign } from "./social-campaign.ref.js";

const DESCRIPTION =
  "What its ads delivered: deliveries are kept of ads of every kind alike, with an ad set as their ad group. Null when the reports are away.";

@Resolver(() => SocialCampaign)
class SocialCampaignDeliveriesResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DESCRIPTION })
  @Directive('@requires(fields: "advertisableEid")')
  async deliveries(
    @Root() campaign: SocialCampaign,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryReport> {
    return await deliveryReport(context, "CAMPAIGN", campaign, args);
  }
}

@Resolver(() => AdSet)
class AdSetDeliveriesResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DESCRIPTION })
  @Directive('@requires(fields: "advertisableEid")')
  async deliveries(
    @Root() adSet: AdSet,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryReport> {
    return await deliveryReport(context, "AD_GROUP", adSet, args);
  }
}

@Resolver(() => SocialAd)
class SocialAdDeliveriesResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DESCRIPTION })
  @Directive('@requires(fields: "advertisableEid")')
  async deliveries(
    @Root() ad: SocialAd,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryReport> {
    return await deliveryReport(context, "AD", ad, args);
  }
}

export const SOCIAL_DELIVERIES_RESOLVERS = [
  SocialCampaignDeliveriesResolver,
  AdSetDeliveriesResolver,
  SocialAdDeliveriesResolver,
] as const;
