import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { money } from "../../lib/money.js";
import { Advertisable } from "./advertisable.ref.js";
import { ask, daily, ReportArgs } from "./report-question.js";
import { siteMetrics, type SiteSums } from "./site-metrics.report.js";
import { DailySiteMetrics, SiteMetrics, SiteReport } from "./site-metrics.type.js";

const NOTHING: SiteSums = { visitors: 0, revenue: 0, allVisitors: 0, allRevenue: 0 };

function toMetrics({ visitors, revenue, allVisitors, allRevenue }: SiteSums, currency: string): SiteMetrics {
  return { visitors, revenue: money(revenue, currency), allVisitors, allRevenue: money(allRevenue, currency) };
}

@Resolver(() => Advertisable)
export class AdvertisableSiteResolver {
  @FieldResolver(() => SiteReport, {
    nullable: true,
    description: "Who came to its site. Null when the reports are away.",
  })
  siteMetrics(
    @Root() { eid }: Advertisable,
    @Args(() => ReportArgs) args: ReportArgs,
    @Ctx() context: RequestContext,
  ): SiteReport {
    return ask(context, eid, args, []);
  }
}

@Resolver(() => SiteReport)
export class SiteReportResolver {
  @FieldResolver(() => SiteMetrics, { description: "All days of the report together; zeros where nobody came." })
  async summary(@Root() { question, currency }: SiteReport, @Ctx() context: RequestContext): Promise<SiteMetrics> {
    return toMetrics((await siteMetrics.summary(context, question)) ?? NOTHING, currency);
  }

  @FieldResolver(() => [DailySiteMetrics], {
    description: "One row for each day of the report, ascending; days on which nobody came are zeros.",
  })
  async byDate(
    @Root() report: SiteReport,
    @Arg("zeroFill", () => Boolean, {
      defaultValue: true,
      description: "Whether days on which nobody came have a row of zeros; otherwise they are left out.",
    })
    zeroFill: boolean,
    @Ctx() context: RequestContext,
  ): Promise<DailySiteMetrics[]> {
    const rows = await siteMetrics.byDate(context, report.question);
    return daily(report, rows, NOTHING, zeroFill, (sums) => toMetrics(sums, report.currency));
  }
}
