import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { type DateRange, eachDay } from "../../lib/date-range.js";
import { rangeOf } from "../../lib/date-range-types.js";
import { ratio, rounded } from "../../lib/decimal.js";
import { notFound } from "../../lib/errors.js";
import { EmailCampaign } from "./email-campaign.type.js";
import { type EmailCounts, NO_COUNTS } from "./email-day.table.js";
import { type CountsOfDay, daysOf, sendingOf } from "./email-report.report.js";
import {
  type DailyEmailMetrics,
  type EmailMetrics,
  EmailReport,
  EmailReportArgs,
  type EmailReportQuestion,
  EmailSending,
  RATIO_PLACES,
} from "./email-report.type.js";
import { Email } from "./email.type.js";

@Resolver(() => EmailCampaign)
class EmailCampaignReportResolver {
  @FieldResolver(() => EmailReport, {
    description: "What its mails came to: sends, opens, clicks and who unsubscribed by them.",
  })
  async report(
    @Root() { eid, advertisableEid }: EmailCampaign,
    @Args(() => EmailReportArgs) args: EmailReportArgs,
    @Ctx() context: RequestContext,
  ): Promise<EmailReport> {
    const range = rangeOf(args.range, context.clock);
    return await reportOf(context, { of: "campaign_eid", eid, advertisableEid, range });
  }

  @FieldResolver(() => EmailSending, { description: "Where its mails stand at the moment." })
  async sending(@Root() campaign: EmailCampaign, @Ctx() context: RequestContext): Promise<EmailSending> {
    const sending = await sendingOf(context, campaign);
    if (sending === null) throw notFound("email campaign", campaign.eid);
    return sending;
  }
}

@Resolver(() => Email)
class EmailReportResolver {
  @FieldResolver(() => EmailReport, {
    description: "What its mails came to: sends, opens, clicks and who unsubscribed by them.",
  })
  async report(
    @Root() { eid, advertisableEid }: Email,
    @Args(() => EmailReportArgs) args: EmailReportArgs,
    @Ctx() context: RequestContext,
  ): Promise<EmailReport> {
    const range = rangeOf(args.range, context.clock);
    return await reportOf(context, { of: "email_eid", eid, advertisableEid, range });
  }
}

async function reportOf(context: RequestContext, question: EmailReportQuestion): Promise<EmailReport> {
  const { range } = question;
  const days = (await daysOf(context, question)) ?? [];
  return {
    start: range.start,
    endExclusive: range.end,
    summary: metricsOf(days.reduce(plus, NO_COUNTS)),
    byDate: byDate(days, range),
  };
}

function byDate(days: readonly CountsOfDay[], range: DateRange): DailyEmailMetrics[] {
  const known = new Map(days.map((each) => [each.day, each]));
  return eachDay(range).map((date) => ({ date, metrics: metricsOf(known.get(date) ?? NO_COUNTS) }));
}

function plus(a: EmailCounts, b: EmailCounts): EmailCounts {
  return {
    sends: a.sends + b.sends,
    failures: a.failures + b.failures,
    opens: a.opens + b.opens,
    clicks: a.clicks + b.clicks,
    unsubscribes: a.unsubscribes + b.unsubscribes,
  };
}

function metricsOf({ sends, failures, opens, clicks, unsubscribes }: EmailCounts): EmailMetrics {
  return {
    sends,
    failures,
    opens,
    clicks,
    unsubscribes,
    openRate: percent(opens, sends),
    clickRate: percent(clicks, sends),
  };
}

function percent(part: number, whole: number): string | null {
  const value = ratio(part, whole, 100);
  return value === null ? null : rounded(value, RATIO_PLACES);
}

export const EMAIL_REPORT_RESOLVERS = [EmailCampaignReportResolver, EmailReportResolver] as const;
