import { Arg, Args, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { eachDay } from "../../lib/date-range.js";
import { AppError } from "../../lib/errors.js";
import { pageSize } from "../../lib/page.js";
import { Ad } from "./ad.ref.js";
import { AdGroup } from "./ad-group.ref.js";
import { Advertisable } from "./advertisable.ref.js";
import {
  AttributionEntityArgs,
  AttributionRowsArgs,
  AttributionsArgs,
  type AttributionWindows,
} from "./attributions.input.js";
import {
  attributionByDate,
  attributionByEntity,
  type AttributionQuestion,
  attributionRows,
  attributionSummary,
  rowKeyLength,
  type WindowDays,
} from "./attributions.report.js";
import { attributionMetrics, NO_ATTRIBUTION } from "./attributions.rules.js";
import {
  type AttributionLevel,
  AttributionMetrics,
  AttributionReport,
  type AttributionRow,
  AttributionRowConnection,
  DailyAttribution,
  EntityAttributionConnection,
} from "./attributions.type.js";
import { Campaign } from "./campaign.ref.js";
import { rangeOf } from "../../lib/date-range-types.js";
import { fillDays, withRequested } from "./deliveries.rules.js";
import { dailyRowKey, reportPage, rowKey } from "./report-page.js";
import { Segment } from "./segment.ref.js";

const DESCRIPTION = "What conversions are credited to it. Null when the reports are away.";

/** What an entity's report needs of its advertisable. */
export const REQUIRED_OF_ENTITY =
  '@requires(fields: "advertisableEid advertisable { clickThroughConversionWindow viewThroughConversionWindow }")';

const STANDARD_WINDOWS: WindowDays = { click: 30, view: 30 };

/** The days of the windows that a report is asked for. */
export function windowDays(windows: AttributionWindows, advertisable: Advertisable | null | undefined): WindowDays {
  if (windows === "STANDARD") return STANDARD_WINDOWS;
  const { clickThroughConversionWindow: click, viewThroughConversionWindow: view } = advertisable ?? {};
  // The advertisable's own area is away, or answered without it.
  if (click === undefined || view === undefined)
    throw new AppError("SERVICE_UNAVAILABLE", "The advertisable's windows are not known for the moment; try again.");
  return { click, view };
}

/** The report of one entity of one advertisable; its parts are asked for by whoever selects them. */
export function attributionReport(
  context: RequestContext,
  scope: AttributionQuestion["scope"],
  entity: { eid: string; advertisableEid: string; advertisable?: Advertisable | null },
  args: AttributionsArgs,
): AttributionReport {
  const range = rangeOf(args.range, context.clock);
  const question: AttributionQuestion = {
    scope,
    advertisableEid: entity.advertisableEid,
    entityEid: entity.eid,
    range,
    currency: args.currency,
    filter: { ...args.filter },
    windows: args.windows,
    applyWeights: args.applyWeights,
    days: windowDays(args.windows, entity.advertisable),
  };
  const { applyWeights, currency } = args;
  return { question, range, applyWeights, start: range.start, endExclusive: range.end, currency };
}

@Resolver(() => Advertisable)
export class AdvertisableAttributionsResolver {
  @FieldResolver(() => AttributionReport, { nullable: true, description: DESCRIPTION })
  @Directive('@requires(fields: "clickThroughConversionWindow viewThroughConversionWindow")')
  attributions(
    @Root() advertisable: Advertisable,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): AttributionReport {
    const { eid } = advertisable;
    return attributionReport(context, "ADVERTISABLE", { eid, advertisableEid: eid, advertisable }, args);
  }
}

@Resolver(() => Campaign)
export class CampaignAttributionsResolver {
  @FieldResolver(() => AttributionReport, { nullable: true, description: DESCRIPTION })
  @Directive(REQUIRED_OF_ENTITY)
  attributions(
    @Root() campaign: Campaign,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): AttributionReport {
    return attributionReport(context, "CAMPAIGN", campaign, args);
  }
}

@Resolver(() => AdGroup)
export class AdGroupAttributionsResolver {
  @FieldResolver(() => AttributionReport, { nullable: true, description: DESCRIPTION })
  @Directive(REQUIRED_OF_ENTITY)
  attributions(
    @Root() adGroup: AdGroup,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): AttributionReport {
    return attributionReport(context, "AD_GROUP", adGroup, args);
  }
}

@Resolver(() => Ad)
export class AdAttributionsResolver {
  @FieldResolver(() => AttributionReport, { nullable: true, description: DESCRIPTION })
  @Directive(REQUIRED_OF_ENTITY)
  attributions(
    @Root() ad: Ad,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): AttributionReport {
    return attributionReport(context, "AD", ad, args);
  }
}

@Resolver(() => Segment)
export class SegmentAttributionsResolver {
  @FieldResolver(() => AttributionReport, {
    nullable: true,
    description: "What the conversions that it counts are credited to. Null when the reports are away.",
  })
  @Directive(REQUIRED_OF_ENTITY)
  attributions(
    @Root() segment: Segment,
    @Args(() => AttributionsArgs) args: AttributionsArgs,
    @Ctx() context: RequestContext,
  ): AttributionReport {
    return attributionReport(context, "SEGMENT", segment, args);
  }
}

@Resolver(() => AttributionReport)
export class AttributionReportResolver {
  @FieldResolver(() => AttributionMetrics, {
    description: "All attributions of the report together; zeros where there are none.",
  })
  async summary(
    @Root() { question, currency, applyWeights }: AttributionReport,
    @Ctx() context: RequestContext,
  ): Promise<AttributionMetrics> {
    const [row] = await attributionSummary(context, { question });
    return attributionMetrics(row ?? NO_ATTRIBUTION, currency, applyWeights);
  }

  @FieldResolver(() => [DailyAttribution], {
    description: "One row for each day of the report, ascending; days without attributions are zeros.",
  })
  async byDate(
    @Root() { question, range, currency, applyWeights }: AttributionReport,
    @Arg("zeroFill", () => Boolean, {
      defaultValue: true,
      description: "Whether days without attributions have a row of zeros; otherwise they are left out.",
    })
    zeroFill: boolean,
    @Ctx() context: RequestContext,
  ): Promise<DailyAttribution[]> {
    const rows = await attributionByDate(context, { question });
    const days = rows.map((row) => ({ date: row.date, metrics: attributionMetrics(row, currency, applyWeights) }));
    if (!zeroFill) return days;
    const nothing = attributionMetrics(NO_ATTRIBUTION, currency, applyWeights);
    return fillDays(eachDay(range), days, (date) => ({ date, metrics: nothing }));
  }

  @FieldResolver(() => EntityAttributionConnection, {
    description:
      "One row for each entity that has attributions or is named in the filter, ordered by entity. Decisions, section 4.",
  })
  async byEntity(
    @Root() { question, currency, applyWeights }: AttributionReport,
    @Args(() => AttributionEntityArgs) args: AttributionEntityArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof EntityAttributionConnection>> {
    const size = pageSize(args.first, context.pageLimit);
    const breakdown = `attributions:${args.level}`;
    const after = rowKey(args.after, breakdown, 1);
    const rows = await attributionByEntity(context, { question, level: args.level, page: { limit: size + 1, after } });
    return reportPage(
      breakdown,
      withRequested(rows, requestedAt(question, args.level), after?.[0] ?? null, (entity) => ({
        ...NO_ATTRIBUTION,
        scopeEid: "",
        entity,
      })),
      size,
      args.after,
      ({ entity }) => [entity],
      ({ entity, ...sums }) => ({ entity, metrics: attributionMetrics(sums, currency, applyWeights) }),
    );
  }

  @FieldResolver(() => AttributionRowConnection, {
    description: "Day by day, for exports; what has no attributions is left out.",
  })
  async rows(
    @Root() { question, currency, applyWeights }: AttributionReport,
    @Args(() => AttributionRowsArgs) { by, ...args }: AttributionRowsArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof AttributionRowConnection>> {
    const size = pageSize(args.first, context.pageLimit);
    const breakdown = `attributionRows:${by}`;
    const after = dailyRowKey(args.after, breakdown, rowKeyLength(by));
    const rows = await attributionRows(context, { question, by, page: { limit: size + 1, after } });
    return reportPage(
      breakdown,
      rows,
      size,
      args.after,
      (row) => [row.date, ...row.key],
      ({ date, key, campaignEid, ...sums }): AttributionRow => {
        const [adGroupEid = null, adEid = null, segmentEid = null] = by === "AD" ? key : [];
        return {
          date,
          campaignEid,
          adGroupEid,
          adEid,
          ad: adEid === null ? null : { eid: adEid },
          segmentEid,
          inventorySource: by === "INVENTORY_SOURCE" ? (key[0] ?? null) : null,
          metrics: attributionMetrics(sums, currency, applyWeights),
        };
      },
    );
  }
}

/** The entities of a level that the report asks for by name. */
function requestedAt(question: AttributionQuestion, level: AttributionLevel): readonly string[] {
  if (level === question.scope) return [question.entityEid];
  // Which of the named ones belong to a campaign or ad group is not known here: only the whole advertisable shows zeros.
  if (question.scope !== "ADVERTISABLE") return [];
  const { campaignEids, adGroupEids, adEids, segmentEids, inventorySources } = question.filter;
  const named: Record<AttributionLevel, string[] | null | undefined> = {
    ADVERTISABLE: null,
    CAMPAIGN: campaignEids,
    AD_GROUP: adGroupEids,
    AD: adEids,
    SEGMENT: segmentEids,
    INVENTORY_SOURCE: inventorySources,
  };
  return named[level] ?? [];
}
