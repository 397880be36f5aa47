import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { money } from "../../lib/money.js";
import { pageSize } from "../../lib/page.js";
import { Advertisable } from "./advertisable.ref.js";
import { ReportPageArgs } from "./deliveries.input.js";
import { withRequested } from "./deliveries.rules.js";
import { dailyRowKey, reportPage, rowKey } from "./report-page.js";
import { ask, daily } from "./report-question.js";
import { segmentDeliveries, type SegmentSums } from "./segment-deliveries.report.js";
import {
  DailySegmentDelivery,
  SegmentDeliveriesArgs,
  SegmentDeliveryConnection,
  SegmentDeliveryMetrics,
  SegmentDeliveryReport,
  SegmentDeliveryRowConnection,
} from "./segment-deliveries.type.js";
import { requireSegments } from "./user-lists.resolver.js";

const NOTHING: SegmentSums = { impressions: 0, clicks: 0, cost: 0, events: 0 };

function toMetrics({ impressions, clicks, cost, events }: SegmentSums, currency: string): SegmentDeliveryMetrics {
  return { impressions, clicks, cost: money(cost, currency), events };
}

@Resolver(() => Advertisable)
export class AdvertisableSegmentDeliveriesResolver {
  @FieldResolver(() => SegmentDeliveryReport, {
    nullable: true,
    description: "What was delivered to its segments. Null when the reports are away.",
  })
  async segmentDeliveries(
    @Root() { eid }: Advertisable,
    @Args(() => SegmentDeliveriesArgs) args: SegmentDeliveriesArgs,
    @Ctx() context: RequestContext,
  ): Promise<SegmentDeliveryReport> {
    const { segmentEids } = args;
    const filters = segmentEids == null ? [] : [{ column: "segment_eid", value: segmentEids }];
    const asked = ask(context, eid, args, filters);
    await requireSegments(context, eid, segmentEids ?? []);
    return { ...asked, segmentEids: segmentEids ?? [] };
  }
}

@Resolver(() => SegmentDeliveryReport)
export class SegmentDeliveryReportResolver {
  @FieldResolver(() => SegmentDeliveryMetrics, { description: "All segments of the report together, or zeros." })
  async summary(
    @Root() { question, currency }: SegmentDeliveryReport,
    @Ctx() context: RequestContext,
  ): Promise<SegmentDeliveryMetrics> {
    return toMetrics((await segmentDeliveries.summary(context, question)) ?? NOTHING, currency);
  }

  @FieldResolver(() => [DailySegmentDelivery], {
    description: "One row for each day of the report, ascending; days without deliveries are zeros.",
  })
  async byDate(
    @Root() report: SegmentDeliveryReport,
    @Arg("zeroFill", () => Boolean, {
      defaultValue: true,
      description: "Whether days without deliveries have a row of zeros; otherwise they are left out.",
    })
    zeroFill: boolean,
    @Ctx() context: RequestContext,
  ): Promise<DailySegmentDelivery[]> {
    const rows = await segmentDeliveries.byDate(context, report.question);
    return daily(report, rows, NOTHING, zeroFill, (sums) => toMetrics(sums, report.currency));
  }

  @FieldResolver(() => SegmentDeliveryConnection, {
    description: "One row for each segment that has deliveries or events or is named, ordered by segment.",
  })
  async bySegment(
    @Root() { question, segmentEids, currency }: SegmentDeliveryReport,
    @Args(() => ReportPageArgs) args: ReportPageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof SegmentDeliveryConnection>> {
    const size = pageSize(args.first, context.pageLimit);
    const after = rowKey(args.after, "bySegment", 1);
    const rows = await segmentDeliveries.byEntity(context, question, { limit: size + 1, after });
    return reportPage(
      "bySegment",
      withRequested(rows, segmentEids, after?.[0] ?? null, (entity) => ({ ...NOTHING, entity })),
      size,
      args.after,
      ({ entity }) => [entity],
      ({ entity, ...sums }) => ({ segmentEid: entity, metrics: toMetrics(sums, currency) }),
    );
  }

  @FieldResolver(() => SegmentDeliveryRowConnection, {
    description: "Day by day and segment by segment, for exports; what has neither deliveries nor events is left out.",
  })
  async rows(
    @Root() { question, currency }: SegmentDeliveryReport,
    @Args(() => ReportPageArgs) args: ReportPageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof SegmentDeliveryRowConnection>> {
    const size = pageSize(args.first, context.pageLimit);
    const after = dailyRowKey(args.after, "segmentRows", 2);
    const rows = await segmentDeliveries.rows(context, question, { limit: size + 1, after });
    return reportPage(
      "segmentRows",
      rows,
      size,
      args.after,
      (row) => [row.date, row.segmentEid],
      ({ date, segmentEid, ...sums }) => ({ date, segmentEid, metrics: toMetrics(sums, currency) }),
    );
  }
}
