import { Arg, Args, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { eachDay } from "../../lib/date-range.js";
import { pageSize } from "../../lib/page.js";
import { Ad } from "./ad.ref.js";
import { AdGroup } from "./ad-group.ref.js";
import { Advertisable } from "./advertisable.ref.js";
import { Campaign } from "./campaign.ref.js";
import { rangeOf } from "../../lib/date-range-types.js";
import { CostliestArgs, DeliveriesArgs, EntityPageArgs, RowPageArgs } from "./deliveries.input.js";
import {
  costliestDeliveries,
  type DeliveryQuestion,
  deliveryByDate,
  deliveryByEntity,
  deliveryRows,
  deliverySummary,
} from "./deliveries.report.js";
import { deliveryMetrics, fillDays, NO_DELIVERY, withRequested } from "./deliveries.rules.js";
import {
  DailyDelivery,
  type DeliveryLevel,
  DeliveryMetrics,
  DeliveryReport,
  DeliveryRowConnection,
  EntityDelivery,
  EntityDeliveryConnection,
} from "./deliveries.type.js";
import { dailyRowKey, reportPage, rowKey } from "./report-page.js";
import { TargetAccount } from "./target-account.ref.js";

const DESCRIPTION = "What its ads delivered. Null when the reports are away.";

/** The report of one entity of one advertisable; its parts are asked for by whoever selects them. */
export function deliveryReport(
  context: RequestContext,
  scope: DeliveryQuestion["scope"],
  entity: { eid: string; advertisableEid: string },
  args: DeliveriesArgs,
): DeliveryReport {
  const range = rangeOf(args.range, context.clock);
  const question: DeliveryQuestion = {
    scope,
    advertisableEid: entity.advertisableEid,
    entityEid: entity.eid,
    range,
    currency: args.currency,
    filter: { ...args.filter },
    extraCosts: args.extraCosts,
  };
  return { question, range, start: range.start, endExclusive: range.end, currency: args.currency };
}

@Resolver(() => Advertisable)
export class AdvertisableDeliveriesResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DESCRIPTION })
  deliveries(
    @Root() { eid }: Advertisable,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): DeliveryReport {
    return deliveryReport(context, "ADVERTISABLE", { eid, advertisableEid: eid }, args);
  }
}

@Resolver(() => Campaign)
export class CampaignDeliveriesResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DESCRIPTION })
  @Directive('@requires(fields: "advertisableEid")')
  deliveries(
    @Root() campaign: Campaign,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): DeliveryReport {
    return deliveryReport(context, "CAMPAIGN", campaign, args);
  }
}

@Resolver(() => AdGroup)
export class AdGroupDeliveriesResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DESCRIPTION })
  @Directive('@requires(fields: "advertisableEid")')
  deliveries(
    @Root() adGroup: AdGroup,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): DeliveryReport {
    return deliveryReport(context, "AD_GROUP", adGroup, args);
  }
}

@Resolver(() => Ad)
export class AdDeliveriesResolver {
  @FieldResolver(() => DeliveryReport, { nullable: true, description: DESCRIPTION })
  @Directive('@requires(fields: "advertisableEid")')
  deliveries(
    @Root() ad: Ad,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): DeliveryReport {
    return deliveryReport(context, "AD", ad, args);
  }
}

@Resolver(() => TargetAccount)
export class TargetAccountDeliveriesResolver {
  @FieldResolver(() => DeliveryReport, {
    nullable: true,
    description: "What its advertisable's ads delivered on its domain. Null when the reports are away.",
  })
  @Directive('@requires(fields: "advertisableEid domain")')
  deliveries(
    @Root() { advertisableEid, domain }: TargetAccount,
    @Args(() => DeliveriesArgs) args: DeliveriesArgs,
    @Ctx() context: RequestContext,
  ): DeliveryReport {
    return deliveryReport(context, "DOMAIN", { eid: domain, advertisableEid }, args);
  }
}

@Resolver(() => DeliveryReport)
export class DeliveryReportResolver {
  @FieldResolver(() => DeliveryMetrics, {
    description: "All deliveries of the report together; zeros where there are none.",
  })
  async summary(
    @Root() { question, currency }: DeliveryReport,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryMetrics> {
    const [row] = await deliverySummary(context, { question });
    return deliveryMetrics(row ?? NO_DELIVERY, currency);
  }

  @FieldResolver(() => [DailyDelivery], {
    description: "One row for each day of the report, ascending; days without deliveries are zeros.",
  })
  async byDate(
    @Root() { question, range, currency }: DeliveryReport,
    @Arg("zeroFill", () => Boolean, {
      defaultValue: true,
      description: "Whether days without deliveries have a row of zeros; otherwise they are left out.",
    })
    zeroFill: boolean,
    @Ctx() context: RequestContext,
  ): Promise<DailyDelivery[]> {
    const rows = await deliveryByDate(context, { question });
    const daily = rows.map((row) => ({ date: row.date, metrics: deliveryMetrics(row, currency) }));
    if (!zeroFill) return daily;
    const nothing = deliveryMetrics(NO_DELIVERY, currency);
    return fillDays(eachDay(range), daily, (date) => ({ date, metrics: nothing }));
  }

  @FieldResolver(() => EntityDeliveryConnection, {
    description:
      "One row for each entity that has deliveries or is named in the filter, ordered by entity. Decisions, section 4.",
  })
  async byEntity(
    @Root() { question, currency }: DeliveryReport,
    @Args(() => EntityPageArgs) args: EntityPageArgs,
    @Ctx() context: RequestContext,
  ): Promise<EntityDeliveryConnection> {
    const size = pageSize(args.first, context.pageLimit);
    const breakdown = `byEntity:${args.level}`;
    const after = rowKey(args.after, breakdown, 1);
    const rows = await deliveryByEntity(context, { question, level: args.level, page: { limit: size + 1, after } });
    const all = withRequested(rows, requestedAt(question, args.level), after?.[0] ?? null, (entity) => ({
      ...NO_DELIVERY,
      scopeEid: "",
      entity,
    }));
    return reportPage(
      breakdown,
      all,
      size,
      args.after,
      (row) => [row.entity],
      (row) => ({ entity: row.entity, metrics: deliveryMetrics(row, currency) }),
    );
  }

  @FieldResolver(() => [EntityDelivery], {
    description: "The entities that cost most, the dearest first, those of equal cost ordered by entity.",
  })
  async costliest(
    @Root() { question, currency }: DeliveryReport,
    @Args(() => CostliestArgs) { level, first }: CostliestArgs,
    @Ctx() context: RequestContext,
  ): Promise<EntityDelivery[]> {
    const limit = pageSize(first, context.pageLimit);
    const rows = await costliestDeliveries(context, { question, level, limit });
    return rows.map((row) => ({ entity: row.entity, metrics: deliveryMetrics(row, currency) }));
  }

  @FieldResolver(() => DeliveryRowConnection, {
    description: "Day by day and ad by ad, for exports; days and ads without deliveries are left out.",
  })
  async rows(
    @Root() { question, currency }: DeliveryReport,
    @Args(() => RowPageArgs) args: RowPageArgs,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryRowConnection> {
    const size = pageSize(args.first, context.pageLimit);
    const breakdown = args.byDomain ? "rows:byDomain" : "rows";
    const rows = await deliveryRows(context, {
      question,
      byDomain: args.byDomain,
      page: { limit: size + 1, after: dailyRowKey(args.after, breakdown, 4) },
    });
    return reportPage(
      breakdown,
      rows,
      size,
      args.after,
      (row) => [row.date, row.adGroupEid, row.adEid, row.domain],
      ({ date, campaignEid, adGroupEid, adEid, domain, ...sums }) => ({
        date,
        campaignEid,
        adGroupEid,
        adEid,
        ad: { eid: adEid },
        domain,
        metrics: deliveryMetrics(sums, currency),
      }),
    );
  }
}

/** The entities of a level that the report asks for by name. */
function requestedAt(question: DeliveryQuestion, level: DeliveryLevel): readonly string[] {
  if (level === question.scope) return [question.entityEid];
  // Which of the named ones belong to a campaign or ad group is not known here: only the whole advertisable shows zeros.
  if (question.scope !== "ADVERTISABLE") return [];
  const { campaignEids, adGroupEids, adEids, domains, inventorySources } = question.filter;
  const named: Record<DeliveryLevel, string[] | null | undefined> = {
    ADVERTISABLE: null,
    CAMPAIGN: campaignEids,
    AD_GROUP: adGroupEids,
    AD: adEids,
    DOMAIN: domains,
    INVENTORY_SOURCE: inventorySources,
  };
  return named[level] ?? [];
}
