import type { Decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import { checkDates, checkMoney, checkText, violation } from "../../lib/checks.js";
import type { BidStrategy, PerformanceTarget, SocialCampaignStatus } from "./social-campaign.type.js";

/** An event is the status that is wanted. */
export const SOCIAL_CAMPAIGN_STATES: StateTable<SocialCampaignStatus, SocialCampaignStatus> = {
  ACTIVE: { ACTIVE: "ACTIVE", PAUSED: "PAUSED", ARCHIVED: "ARCHIVED", DELETED: "DELETED" },
  PAUSED: { ACTIVE: "ACTIVE", PAUSED: "PAUSED", ARCHIVED: "ARCHIVED", DELETED: "DELETED" },
  ARCHIVED: { ARCHIVED: "ARCHIVED", DELETED: "DELETED" },
  DELETED: { DELETED: "DELETED" },
};

/** The fields of a campaign that a client may send; undefined and null are "nothing to check". */
interface SocialCampaignFields {
  name?: string | null | undefined;
  source?: string | null | undefined;
  kpiMetric?: string | null | undefined;
  budget?: Decimal | null | undefined;
  kpiGoal?: Decimal | null | undefined;
  performanceTargetValue?: Decimal | null | undefined;
}

export function checkSocialCampaign(fields: SocialCampaignFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkText("source", fields.source, 1, 255),
    ...checkText("kpiMetric", fields.kpiMetric, 1, 40),
    ...checkMoney("budget", fields.budget),
    ...checkMoney("kpiGoal", fields.kpiGoal),
    ...checkMoney("performanceTargetValue", fields.performanceTargetValue),
  ];
}

/** What must hold between the fields of a campaign as it would be. */
export function checkWholeCampaign(campaign: {
  bidStrategy: BidStrategy;
  performanceTarget: PerformanceTarget | null;
  startDate: string | null;
  endDate: string | null;
}): Violation[] {
  const target =
    campaign.performanceTarget === null || campaign.bidStrategy === "MANUAL"
      ? []
      : [violation("performanceTarget", "NOT_MANUAL", "performanceTarget needs the manual bidStrategy.")];
  return [...target, ...checkDates(campaign.startDate, campaign.endDate)];
}
