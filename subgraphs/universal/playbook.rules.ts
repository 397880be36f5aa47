import { placesOf } from "../../lib/currency.js";
import type { Decimal } from "../../lib/decimal.js";
import { decimal, sum } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";
import { checkInstant, checkLine, checkMoney, checkUnits, violation } from "../../lib/checks.js";
import { checkAdGroup } from "./universal-ad-group.rules.js";
import { checkAmounts, checkCampaign, checkGoal } from "./universal-campaign.rules.js";

const MAX_NAME = 255;

/** Campaigns of one playbook at most, and ad groups that one request may give to a campaign. */
export const MAX_CAMPAIGNS = 100;
const MAX_AD_GROUPS = 100;

interface BulkFields {
  eid?: string | null | undefined;
  name?: string | null | undefined;
  status?: unknown;
}

type BulkAdGroup = BulkFields & Parameters<typeof checkAdGroup>[0] & { adType?: unknown };
type BulkCampaign = BulkFields &
  Parameters<typeof checkCampaign>[0] & { adGroups?: readonly BulkAdGroup[] | null | undefined };

/** The fields of a playbook that a client may send; undefined and null are "nothing to check". */
interface PlaybookFields {
  name?: string | null | undefined;
  budgetSettings?: { goal?: Decimal | null | undefined } | null | undefined;
  campaigns?: readonly { eid: string; budget?: Decimal | null | undefined }[] | null | undefined;
  bulkCampaigns?: readonly BulkCampaign[] | null | undefined;
  removedCampaignEids?: readonly string[] | null | undefined;
  startDate?: Date | null | undefined;
  endDate?: Date | null | undefined;
}

export function checkPlaybook(fields: PlaybookFields): Violation[] {
  const campaigns = fields.campaigns ?? [];
  const bulk = fields.bulkCampaigns ?? [];
  return [
    ...checkLine("name", fields.name, 1, MAX_NAME),
    ...checkGoal(fields.budgetSettings),
    ...checkInstant("startDate", fields.startDate),
    ...checkInstant("endDate", fields.endDate),
    ...checkOnce("campaigns", campaigns, MAX_CAMPAIGNS),
    ...campaigns.flatMap(({ budget }, index) => within(["campaigns", index], checkMoney("budget", budget))),
    ...checkOnce("bulkCampaigns", bulk, MAX_CAMPAIGNS),
    ...checkRemoved(fields.removedCampaignEids ?? [], [...campaigns, ...bulk]),
    ...bulk.flatMap((campaign, index) => [
      ...within(["bulkCampaigns", index], [...checkBulk(campaign), ...checkCampaign(campaign)]),
      ...within(["bulkCampaigns", index], checkOnce("adGroups", campaign.adGroups ?? [], MAX_AD_GROUPS)),
      ...(campaign.adGroups ?? []).flatMap((adGroup, at) =>
        within(["bulkCampaigns", index, "adGroups", at], [...checkBulk(adGroup), ...checkAdGroup(adGroup)]),
      ),
    ]),
  ];
}

/** Amounts of a playbook and its campaigns are whole where their currency has no smaller unit (own). */
export function checkPlaybookAmounts(fields: PlaybookFields, currency: string): Violation[] {
  return [
    ...checkAmounts({ budgetSettings: fields.budgetSettings }, currency),
    ...(fields.campaigns ?? []).flatMap(({ budget }, index) =>
      within(["campaigns", index], checkUnits("budget", budget, currency)),
    ),
    ...(fields.bulkCampaigns ?? []).flatMap((campaign, index) =>
      within(["bulkCampaigns", index], checkAmounts(campaign, currency)),
    ),
  ];
}

/** Violations of a part of the input, by their place in the whole. */
function within(path: readonly (string | number)[], violations: readonly Violation[]): Violation[] {
  const place = path.join(".");
  return violations.map((each) => ({
    ...each,
    path: ["input", ...path, ...each.path.slice(1)],
    message: `${place}: ${each.message}`,
  }));
}

/** What is new has a name and no status of its own; what is there keeps how it was made. */
function checkBulk({ eid, name, status, ...rest }: BulkFields & { adType?: unknown }): Violation[] {
  if (eid != null)
    return rest.adType == null ? [] : [violation("adType", "FIXED", "adType can't be changed of one that is there.")];
  return [
    ...(name == null ? [violation("name", "MISSING", "name is required of a new one.")] : []),
    ...(status == null ? [] : [violation("status", "NEW", "status can't be given to a new one, which is a draft.")]),
  ];
}

/** What leaves is not changed as well. */
function checkRemoved(eids: readonly string[], kept: readonly { eid?: string | null | undefined }[]): Violation[] {
  const field = "removedCampaignEids";
  const named = new Set(kept.map(({ eid }) => eid));
  const both = eids.find((eid) => named.has(eid));
  if (both !== undefined)
    return [violation(field, "CONTRADICTION", `${field} must name none that is changed, as it does with ${both}.`)];
  return checkOnce(
    field,
    eids.map((eid) => ({ eid })),
    MAX_CAMPAIGNS,
  );
}

function checkOnce(field: string, items: readonly { eid?: string | null | undefined }[], most: number): Violation[] {
  if (items.length > most) return [violation(field, "TOO_MANY", `${field} must be at most ${most}.`)];
  const eids = items.flatMap(({ eid }) => eid ?? []);
  if (new Set(eids).size === eids.length) return [];
  return [violation(field, "REPEATED", `${field} must name each once.`)];
}

/**
 * What is left of a budget in equal parts, to the smallest unit of its currency: the first parts have the units that
 * can't be divided. Null when there is nothing to divide.
 */
export function equalParts(
  total: string | null,
  taken: readonly string[],
  count: number,
  currency: string,
): string[] | null {
  if (total === null || count === 0) return null;
  const scale = 10 ** placesOf(currency);
  const units = decimal(total)
    .minus(sum(taken.map((amount) => decimal(amount))))
    .times(scale)
    .round(0, 0);
  if (units.lte(0)) return null;
  const part = units.div(count).round(0, 0);
  const extra = Number(units.minus(part.times(count)));
  return Array.from({ length: count }, (_, index) =>
    part
      .plus(index < extra ? 1 : 0)
      .div(scale)
      .toFixed(2),
  );
}
