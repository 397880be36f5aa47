import { Args, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AttributionsArgs } from "./attributions.input.js";
import { attributionReport, REQUIRED_OF_ENTITY } from "./attributions.resolver.js";
import { AttributionReport } from "./attributions.type.js";
import { DeliveriesArgs } from "./deliveries.input.js";
import { deliveryReport } from "./deliveries.resolver.js";
import { DeliveryReport } from "./deliveries.type.js";
import { UniversalAdGroup } from "./universal-ad-group.ref.js";
import { UniversalCampaign } from "./universal-campaign.ref.js";

const DELIVERIES =
  "What its ads delivered: deliveries are kept of ads of every kind alike. Null when the reports are away.";
const ATTRIBUTIONS = "What conversions are credited to it. Null when the reports are away.";

@Resolver(() => UniversalCampaign)
class UniversalCampaignReportsResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DELIVERIES })
  @Directive('@requires(fields: "advertisableEid")')
  async deliveries(
    @Root() campaign: UniversalCampaign,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryReport> {
    return await deliveryReport(context, "CAMPAIGN", campaign, args);
  }

  @FieldResolver(() => AttributionReport, { nullable: true, description: ATTRIBUTIONS })
  @Directive(REQUIRED_OF_ENTITY)
  async attributions(
    @Root() campaign: UniversalCampaign,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AttributionReport> {
    return await attributionReport(context, "CAMPAIGN", campaign, args);
  }
}

@Resolver(() => UniversalAdGroup)
class UniversalAdGroupReportsResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DELIVERIES })
  @Directive('@requires(fields: "advertisableEid")')
  async deliveries(
    @Root() adGroup: UniversalAdGroup,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryReport> {
    return await deliveryReport(context, "AD_GROUP", adGroup, args);
  }

  @FieldResolver(() => AttributionReport, { nullable: true, description: ATTRIBUTIONS })
  @Directive(REQUIRED_OF_ENTITY)
  async attributions(
    @Root() adGroup: UniversalAdGroup,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AttributionReport> {
    return await attributionReport(context, "AD_GROUP", adGroup, args);
  }
}

export const UNIVERSAL_REPORTS_RESOLVERS = [UniversalCampaignReportsResolver, UniversalAdGroupReportsResolver] as const;
