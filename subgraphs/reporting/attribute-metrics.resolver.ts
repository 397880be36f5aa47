import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { money } from "../../lib/money.js";
import { pageSize } from "../../lib/page.js";
import { Advertisable } from "./advertisable.ref.js";
import { attributeMetrics, type AttributeSums } from "./attribute-metrics.report.js";
import {
  AttributeArgs,
  AttributeMetrics,
  AttributeReport,
  AttributeRowConnection,
  AttributeValueConnection,
  DailyAttributeMetrics,
} from "./attribute-metrics.type.js";
import { ReportPageArgs } from "./deliveries.input.js";
import { withRequested } from "./deliveries.rules.js";
import { dailyRowKey, reportPage, rowKey } from "./report-page.js";
import { ask, daily } from "./report-question.js";

const NOTHING: AttributeSums = {
  isCrossDevice: false,
  impressionUniques: 0,
  clickUniques: 0,
  pageViews: 0,
  uniqueSiteVisitors: 0,
  conversions: 0,
  conversionUniques: 0,
  engagedVisitors: 0,
  conversionRevenue: 0,
};

function toMetrics(sums: AttributeSums, currency: string): AttributeMetrics {
  return { ...sums, conversionRevenue: money(sums.conversionRevenue, currency) };
}

@Resolver(() => Advertisable)
export class AdvertisableAttributeResolver {
  @FieldResolver(() => AttributeReport, {
    nullable: true,
    description: "What visitors with an attribute did. Null when the reports are away.",
  })
  attributeMetrics(
    @Root() { eid }: Advertisable,
    @Args(() => AttributeArgs) args: AttributeArgs,
    @Ctx() context: RequestContext,
  ): AttributeReport {
    const asked = ask(context, eid, args, [
      { column: "attribute", value: args.attribute },
      ...(args.values == null ? [] : [{ column: "value", value: args.values }]),
      ...(args.targetedOnly ? [{ column: "is_targeted", value: true }] : []),
    ]);
    return { ...asked, values: args.values ?? [] };
  }
}

@Resolver(() => AttributeReport)
export class AttributeReportResolver {
  @FieldResolver(() => AttributeMetrics, { description: "All of the report together; zeros where there is nothing." })
  async summary(
    @Root() { question, currency }: AttributeReport,
    @Ctx() context: RequestContext,
  ): Promise<AttributeMetrics> {
    return toMetrics((await attributeMetrics.summary(context, question)) ?? NOTHING, currency);
  }

  @FieldResolver(() => [DailyAttributeMetrics], {
    description: "One row for each day of the report, ascending; days without visitors are zeros.",
  })
  async byDate(
    @Root() report: AttributeReport,
    @Arg("zeroFill", () => Boolean, {
      defaultValue: true,
      description: "Whether days without visitors have a row of zeros; otherwise they are left out.",
    })
    zeroFill: boolean,
    @Ctx() context: RequestContext,
  ): Promise<DailyAttributeMetrics[]> {
    const rows = await attributeMetrics.byDate(context, report.question);
    return daily(report, rows, NOTHING, zeroFill, (sums) => toMetrics(sums, report.currency));
  }

  @FieldResolver(() => AttributeValueConnection, {
    description: "One row for each value that has visitors or is named in `values`, ordered by value.",
  })
  async byValue(
    @Root() { question, values, currency }: AttributeReport,
    @Args(() => ReportPageArgs) args: ReportPageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof AttributeValueConnection>> {
    const size = pageSize(args.first, context.pageLimit);
    const after = rowKey(args.after, "byValue", 1);
    const rows = await attributeMetrics.byEntity(context, question, { limit: size + 1, after });
    return reportPage(
      "byValue",
      withRequested(rows, values, after?.[0] ?? null, (entity) => ({ ...NOTHING, entity })),
      size,
      args.after,
      ({ entity }) => [entity],
      ({ entity, ...sums }) => ({ value: entity, metrics: toMetrics(sums, currency) }),
    );
  }

  @FieldResolver(() => AttributeRowConnection, {
    description: "Day by day and value by value, for exports; what has no visitors is left out.",
  })
  async rows(
    @Root() { question, currency }: AttributeReport,
    @Args(() => ReportPageArgs) args: ReportPageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof AttributeRowConnection>> {
    const size = pageSize(args.first, context.pageLimit);
    const after = dailyRowKey(args.after, "rows", 3);
    const rows = await attributeMetrics.rows(context, question, { limit: size + 1, after });
    return reportPage(
      "rows",
      rows,
      size,
      args.after,
      (row) => [row.date, row.value, String(row.crossDevice)],
      ({ date, value, crossDevice: _key, ...sums }) => ({ date, value, metrics: toMetrics(sums, currency) }),
    );
  }
}
