import { ArgsType, Field, ObjectType } from "type-graphql";
import { dateRangeInput } from "../../lib/date-range-types.js";
import type { DateRange } from "../../lib/date-range.js";
import { CalendarDate, Count, DateTime, DecimalScalar } from "../../lib/scalars.js";

const DateRangeInput = dateRangeInput();

@ArgsType()
export class EmailReportArgs {
  @Field(() => DateRangeInput, { description: "Which days." })
  range: InstanceType<typeof DateRangeInput>;
}

@ObjectType("EmailMetrics", {
  simpleResolvers: true,
  description:
    "What mails came to. Opens and clicks count contacts, each once a mail, on the day of the first; ratios come from the sums and are null where they would divide by 0.",
})
export class EmailMetrics {
  @Field(() => Count, { description: "Mails that the mail server took." })
  sends: number;
  @Field(() => Count, { description: "Mails that were given up." })
  failures: number;
  @Field(() => Count, { description: "Mails whose images were loaded, or of which a link was followed." })
  opens: number;
  @Field(() => Count, { description: "Mails of which a link was followed." })
  clicks: number;
  @Field(() => Count, { description: "Mails by whose link somebody unsubscribed." })
  unsubscribes: number;
  @Field(() => DecimalScalar, { nullable: true, description: "Opens per 100 sends (percent), to 6 decimals." })
  openRate: string | null;
  @Field(() => DecimalScalar, { nullable: true, description: "Clicks per 100 sends (percent), to 6 decimals." })
  clickRate: string | null;
}

@ObjectType("DailyEmailMetrics", { simpleResolvers: true, description: "What mails came to on one day." })
export class DailyEmailMetrics {
  @Field(() => CalendarDate, { description: "The day, in UTC." })
  date: string;
  @Field(() => EmailMetrics, { description: "What mails came to." })
  metrics: EmailMetrics;
}

@ObjectType("EmailReport", {
  simpleResolvers: true,
  description: "What the mails of a campaign, or of one of its e-mails, came to.",
})
export class EmailReport {
  @Field(() => CalendarDate, { description: "The first day." })
  start: string;
  @Field(() => CalendarDate, { description: "The day after the last one." })
  endExclusive: string;
  @Field(() => EmailMetrics, { description: "Over all days." })
  summary: EmailMetrics;
  @Field(() => [DailyEmailMetrics], { description: "Each day of the range in its order, also those without anything." })
  byDate: DailyEmailMetrics[];
}

/** What a report is asked for. */
export interface EmailReportQuestion {
  of: "campaign_eid" | "email_eid";
  advertisableEid: string;
  eid: string;
  range: DateRange;
}

/** As many decimals as ratios have. */
export const RATIO_PLACES = 6;

@ObjectType("EmailReasonCount", { simpleResolvers: true, description: "How many mails have the same reason." })
export class EmailReasonCount {
  @Field(() => String, {
    description:
      "Why: UNSUBSCRIBED, CONTACT_GONE, REFUSED_ADDRESS, TIMEOUT, UNREACHABLE, NOT_CONFIGURED, SIGN_IN_REFUSED, INTERRUPTED, or what the mail server answered, such as SMTP_550_5.1.1.",
  })
  reason: string;
  @Field(() => Count, { description: "How many mails." })
  count: number;
}

@ObjectType("EmailSending", {
  simpleResolvers: true,
  description:
    "Where the mails of a campaign stand at the moment. A mail is planned once its contact has got the one before it.",
})
export class EmailSending {
  @Field(() => Count, { description: "Mails that are planned, those among them that are being sent too." })
  waiting: number;
  @Field(() => Count, { description: "Mails that the mail server took." })
  sent: number;
  @Field(() => Count, { description: "Mails that were not sent since their contact has unsubscribed or is gone." })
  skipped: number;
  @Field(() => Count, { description: "Mails that were given up; their contacts get none of the campaign's next ones." })
  failed: number;
  @Field(() => Count, { description: "Mails that were still planned when the campaign ended." })
  cancelled: number;
  @Field(() => [EmailReasonCount], {
    description: "Why mails are skipped or failed, or wait for another try; by how many, the most first.",
  })
  reasons: EmailReasonCount[];
  @Field(() => DateTime, { nullable: true, description: "When the next mail is due; null when none is planned." })
  nextDueAt: Date | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "Until when no mail is tried since the mail server takes none; null when it does.",
  })
  heldUntil: Date | null;
  @Field(() => String, { nullable: true, description: "Why that is, in the words of reasons; null when it is not." })
  holdReason: string | null;
}
