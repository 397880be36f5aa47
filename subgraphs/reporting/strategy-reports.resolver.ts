import { Args, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AttributionsArgs } from "./attributions.input.js";
import { attributionReport, REQUIRED_OF_ENTITY } from "./attributions.resolver.js";
import { AttributionReport } from "./attributions.type.js";
import { DeliveriesArgs } from "./deliveries.input.js";
import { deliveryReport } from "./deliveries.resolver.js";
import { DeliveryReport } from "./deliveries.type.js";
import { StrategyCampaign } from "./strategy-campaign.ref.js";

/** Facts are kept of campaigns of every kind alike, by their EID. */
@Resolver(() => StrategyCampaign)
export class StrategyCampaignReportsResolver {
  @FieldResolver(() => DeliveryReport, {
    nullable: true,
    description: "What its ads delivered. Null when the reports are away.",
  })
  @Directive('@requires(fields: "advertisableEid")')
  async deliveries(
    @Root() campaign: StrategyCampaign,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryReport> {
    return await deliveryReport(context, "CAMPAIGN", campaign, args);
  }

  @FieldResolver(() => AttributionReport, {
    nullable: true,
    description: "What conversions are credited to it. Null when the reports are away.",
  })
  @Directive(REQUIRED_OF_ENTITY)
  async attributions(
    @Root() campaign: StrategyCampaign,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): Promise<AttributionReport> {
    return await attributionReport(context, "CAMPAIGN", campaign, args);
  }
}
