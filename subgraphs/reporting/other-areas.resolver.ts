import { Args, type ClassType, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AdSet } from "./ad-set.ref.js";
import { AttributionsArgs } from "./attributions.input.js";
import { attributionReport, REQUIRED_OF_ENTITY } from "./attributions.resolver.js";
import { AttributionReport } from "./attributions.type.js";
import { DeliveriesArgs } from "./deliveries.input.js";
import { deliveryReport } from "./deliveries.resolver.js";
import { DeliveryReport } from "./deliveries.type.js";
import { ProspectingAdGroup } from "./prospecting-ad-group.ref.js";
import { ProspectingCampaign } from "./prospecting-campaign.ref.js";
import { SocialAd } from "./social-ad.ref.js";
import { SocialCampaign } from "./social-campaign.ref.js";
import { StrategyCampaign } from "./strategy-campaign.ref.js";
import { UniversalAdGroup } from "./universal-ad-group.ref.js";
import { UniversalCampaign } from "./universal-campaign.ref.js";

/** What facts are kept of, as what a noun of another area counts. */
type Grain = "CAMPAIGN" | "AD_GROUP" | "AD";

type Reported = Parameters<typeof attributionReport>[2];

function deliveriesOf(type: ClassType<Reported>, grain: Grain) {
  @Resolver(() => type)
  class DeliveriesResolver {
    @FieldResolver(() => DeliveryReport, {
      nullable: true,
      description:
        "What its ads delivered: deliveries are kept of the ads of every area alike. Null when the reports are away.",
    })
    @Directive('@requires(fields: "advertisableEid")')
    deliveries(
      @Root() reported: Reported,
      @Args(() => DeliveriesArgs) args: DeliveriesArgs,
      @Ctx() context: RequestContext,
    ): DeliveryReport {
      return deliveryReport(context, grain, reported, args);
    }
  }
  return DeliveriesResolver;
}

function attributionsOf(type: ClassType<Reported>, grain: "CAMPAIGN" | "AD_GROUP") {
  @Resolver(() => type)
  class AttributionsResolver {
    @FieldResolver(() => AttributionReport, {
      nullable: true,
      description: "What conversions are credited to it. Null when the reports are away.",
    })
    @Directive(REQUIRED_OF_ENTITY)
    attributions(
      @Root() reported: Reported,
      @Args(() => AttributionsArgs) args: AttributionsArgs,
      @Ctx() context: RequestContext,
    ): AttributionReport {
      return attributionReport(context, grain, reported, args);
    }
  }
  return AttributionsResolver;
}

/** Facts are kept of campaigns, ad groups and ads of every area alike, by their EIDs. */
export const OTHER_AREAS_RESOLVERS = [
  deliveriesOf(SocialCampaign, "CAMPAIGN"),
  deliveriesOf(AdSet, "AD_GROUP"),
  deliveriesOf(SocialAd, "AD"),
  deliveriesOf(ProspectingCampaign, "CAMPAIGN"),
  attributionsOf(ProspectingCampaign, "CAMPAIGN"),
  deliveriesOf(ProspectingAdGroup, "AD_GROUP"),
  attributionsOf(ProspectingAdGroup, "AD_GROUP"),
  deliveriesOf(StrategyCampaign, "CAMPAIGN"),
  attributionsOf(StrategyCampaign, "CAMPAIGN"),
  deliveriesOf(UniversalCampaign, "CAMPAIGN"),
  attributionsOf(UniversalCampaign, "CAMPAIGN"),
  deliveriesOf(UniversalAdGroup, "AD_GROUP"),
  attributionsOf(UniversalAdGroup, "AD_GROUP"),
] as const;
