import type { DateRange } from "../../../lib/date-range.js";
import type { AskGraph } from "./graph-operation.js";
import { pagesOf } from "./graph-reader.js";
import type { MetricSums } from "./metric-fields.js";
import { type Mailed, type MailingKind, MAILS } from "./metrics-operations.js";
import type { RowBudget } from "./row-budget.js";

type MailSums = Pick<MetricSums, "mailSends" | "mailOpens" | "mailClicks">;

/** The mails of an object: of all days, and of each day; what was not asked for is empty. */
export interface Mails {
  summary: Partial<MailSums>;
  days: ReadonlyMap<string, Partial<MailSums>>;
}

interface MailsQuestion {
  kind: MailingKind;
  eids: readonly string[];
  range: DateRange;
  summary: boolean;
  byDate: boolean;
}

/** What the mails of objects came to, as many operations however many they are; an object that sends none is missing. */
export async function readMails(
  ask: AskGraph,
  budget: RowBudget,
  { kind, eids, range, summary, byDate }: MailsQuestion,
): Promise<ReadonlyMap<string, Mails>> {
  const { operation, owner } = MAILS[kind];
  const variables = {
    filter: { [owner]: { in: eids } },
    range: { between: { start: range.start, endExclusive: range.end } },
    summary,
    byDate,
  };
  const mails = new Map<string, { summary: MailSums; days: Map<string, MailSums> }>();
  const pages = pagesOf(
    ask,
    budget,
    operation,
    (after) => ({ ...variables, after }),
    (data) => data.list,
  );
  for await (const nodes of pages) {
    budget.spend(nodes.reduce((rows, { report }) => rows + (report.byDate?.length ?? 0), 0));
    for (const node of nodes) {
      const found = mails.get(node[owner]) ?? { summary: NOTHING, days: new Map<string, MailSums>() };
      mails.set(node[owner], found);
      found.summary = plus(found.summary, node.report.summary);
      for (const { date, metrics } of node.report.byDate ?? [])
        found.days.set(date, plus(found.days.get(date) ?? NOTHING, metrics));
    }
  }
  return mails;
}

const NOTHING: MailSums = { mailSends: 0, mailOpens: 0, mailClicks: 0 };

function plus(sums: MailSums, mailed: Mailed | undefined): MailSums {
  if (mailed === undefined) return sums;
  return {
    mailSends: (sums.mailSends ?? 0) + mailed.sends,
    mailOpens: (sums.mailOpens ?? 0) + mailed.opens,
    mailClicks: (sums.mailClicks ?? 0) + mailed.clicks,
  };
}
