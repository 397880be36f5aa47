import { Args, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AttributionsArgs } from "./attributions.input.js";
import { attributionReport, REQUIRED_OF_ENTITY } from "./attributions.resolver.js";
import { AttributionReport } from "./attributions.type.js";
import { DeliveriesArgs } from "./deliveries.input.js";
import { deliveryReport } from "./deliveries.resolver.js";
import { DeliveryReport } from "./deliveries.type.js";
import { ProspectingAdGroup } from "./prospecting-ad-group.ref.js";
import { ProspectingCampaign } from "./prospecting-campaign.ref.js";

const DELIVERIES = "What its ads delivered. Null when the reports are away.";
const ATTRIBUTIONS = "What conversions are credited to it. Null when the reports are away.";

@Resolver(() => ProspectingCampaign)
class ProspectingCampaignReportsResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DELIVERIES })
  @Directive('@requires(fields: "advertisableEid")')
  async deliveries(
    @Root() campaign: ProspectingCampaign,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryReport> {
    return await deliveryReport(context, "CAMPAIGN", campaign, args);
  }

  @FieldResolver(() => AttributionReport, { nullable: true, description: ATTRIBUTIONS })
  @Directive(REQUIRED_OF_ENTITY)
  async attributions(
    @Root() campaign: ProspectingCampaign,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AttributionReport> {
    return await attributionReport(context, "CAMPAIGN", campaign, args);
  }
}

@Resolver(() => ProspectingAdGroup)
class ProspectingAdGroupReportsResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DELIVERIES })
  @Directive('@requires(fields: "advertisableEid")')
  async deliveries(
    @Root() adGroup: ProspectingAdGroup,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryReport> {
    return await deliveryReport(context, "AD_GROUP", adGroup, args);
  }

  @FieldResolver(() => AttributionReport, { nullable: true, description: ATTRIBUTIONS })
  @Directive(REQUIRED_OF_ENTITY)
  async attributions(
    @Root() adGroup: ProspectingAdGroup,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AttributionReport> {
    return await attributionReport(context, "AD_GROUP", adGroup, args);
  }
}

export const PROSPECTING_REPORTS_RESOLVERS = [
  ProspectingCampaignReportsResolver,
  ProspectingAdGroupReportsResolver,
] as const;
