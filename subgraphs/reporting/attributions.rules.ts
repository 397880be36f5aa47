import { decimal, type DecimalSource } from "../../lib/decimal.js";
import { money } from "../../lib/money.js";

/** The sums that a report row has, by kind of credit. */
export interface AttributionSums {
  viewThroughs: number;
  clickThroughs: number;
  assists: number;
  viewCredit: DecimalSource;
  clickCredit: DecimalSource;
  assistCredit: DecimalSource;
  viewRevenue: DecimalSource;
  clickRevenue: DecimalSource;
  assistRevenue: DecimalSource;
  weightedViewCredit: DecimalSource;
  weightedClickCredit: DecimalSource;
  weightedAssistCredit: DecimalSource;
  weightedViewRevenue: DecimalSource;
  weightedClickRevenue: DecimalSource;
  weightedAssistRevenue: DecimalSource;
}

export const NO_ATTRIBUTION: AttributionSums = {
  viewThroughs: 0,
  clickThroughs: 0,
  assists: 0,
  viewCredit: 0,
  clickCredit: 0,
  assistCredit: 0,
  viewRevenue: 0,
  clickRevenue: 0,
  assistRevenue: 0,
  weightedViewCredit: 0,
  weightedClickCredit: 0,
  weightedAssistCredit: 0,
  weightedViewRevenue: 0,
  weightedClickRevenue: 0,
  weightedAssistRevenue: 0,
};

/** The metrics that the sums come to, in a currency (decisions, section 4); what is not read is not made. */
export function attributionMetrics(sums: AttributionSums, currency: string, applyWeights: boolean) {
  const credits = applyWeights ? weighted(sums, currency) : unweighted(sums, currency);
  return {
    viewThroughs: sums.viewThroughs,
    clickThroughs: sums.clickThroughs,
    assists: sums.assists,
    conversions: sums.viewThroughs + sums.clickThroughs,
    ...credits,
    get revenue() {
      return money(credits.viewRevenue.exactAmount.plus(credits.clickRevenue.exactAmount), currency);
    },
    get unweighted() {
      return unweighted(sums, currency);
    },
  };
}

function unweighted(sums: AttributionSums, currency: string) {
  return {
    preciseViewThroughs: decimal(sums.viewCredit),
    preciseClickThroughs: decimal(sums.clickCredit),
    preciseAssists: decimal(sums.assistCredit),
    viewRevenue: money(sums.viewRevenue, currency),
    clickRevenue: money(sums.clickRevenue, currency),
    assistRevenue: money(sums.assistRevenue, currency),
  };
}

function weighted(sums: AttributionSums, currency: string) {
  return {
    preciseViewThroughs: decimal(sums.weightedViewCredit),
    preciseClickThroughs: decimal(sums.weightedClickCredit),
    preciseAssists: decimal(sums.weightedAssistCredit),
    viewRevenue: money(sums.weightedViewRevenue, currency),
    clickRevenue: money(sums.weightedClickRevenue, currency),
    assistRevenue: money(sums.weightedAssistRevenue, currency),
  };
}
