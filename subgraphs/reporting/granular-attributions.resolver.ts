import { Args, Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { daysBetween } from "../../lib/date-range.js";
import { decimal } from "../../lib/decimal.js";
import { badInput } from "../../lib/errors.js";
import { money } from "../../lib/money.js";
import { pageSize } from "../../lib/page.js";
import { Advertisable } from "./advertisable.ref.js";
import { windowDays } from "./attributions.resolver.js";
import { requireRate } from "./currency-rate.table.js";
import { rangeOf } from "../../lib/date-range-types.js";
import { GRANULAR_KEY_LENGTH, granularAttributions, type GranularRow } from "./granular-attributions.report.js";
import {
  type GranularAttribution,
  GranularAttributionConnection,
  GranularAttributionsArgs,
} from "./granular-attributions.type.js";
import { dailyRowKey, reportPage } from "./report-page.js";

/** Days of conversions that are listed one by one at most. */
const MAX_DAYS = 90;

@Resolver(() => Advertisable)
export class AdvertisableGranularAttributionsResolver {
  @FieldResolver(() => GranularAttributionConnection, {
    nullable: true,
    description:
      "Its conversions and what each is credited to, ordered by day and conversion. Null when the reports are away.",
  })
  @Directive('@requires(fields: "clickThroughConversionWindow viewThroughConversionWindow")')
  async granularAttributions(
    @Root() advertisable: Advertisable,
    @Args(() => GranularAttributionsArgs) args: GranularAttributionsArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof GranularAttributionConnection>> {
    const { currency, windows, rows: which, filter } = args;
    const range = rangeOf(args.range, context.clock);
    if (daysBetween(range.start, range.end) > MAX_DAYS)
      throw badInput(["range"], "OUT_OF_RANGE", `Ask for at most ${MAX_DAYS} days of single conversions at once.`);
    await requireRate(context, currency);
    const size = pageSize(args.first, context.pageLimit);
    const { eid } = advertisable;
    const rows = await granularAttributions(context, {
      question: {
        advertisableEid: eid,
        range,
        currency,
        filter: { ...filter },
        windows,
        days: windowDays(windows, advertisable),
        rows: which,
      },
      page: { limit: size + 1, after: dailyRowKey(args.after, `granular:${which}`, GRANULAR_KEY_LENGTH) },
    });
    return reportPage(
      `granular:${which}`,
      rows,
      size,
      args.after,
      (row) => [row.date, row.conversion, row.kind, row.touchpoint, row.touchedAt.toISOString()],
      (row) => toGranular(row, currency),
    );
  }
}

function toGranular(row: GranularRow, currency: string): GranularAttribution {
  const { conversion, credit, value, attributedValue, outcome, adEid, ...same } = row;
  return {
    ...same,
    conversionGuid: conversion,
    conversionValue: money(value, currency),
    share: decimal(credit),
    attributedValue: money(attributedValue, currency),
    finalKind: outcome,
    adEid,
    ad: { eid: adEid },
  };
}
