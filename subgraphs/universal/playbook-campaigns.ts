import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import type { Decimal } from "../../lib/decimal.js";
import { badInput, notFound, refuse } from "../../lib/errors.js";
import type { RowChange } from "../../lib/tenant-rows.js";
import type { BulkAdGroupInput, BulkCampaignInput, PlaybookCampaignInput } from "./playbook.input.js";
import { equalParts, MAX_CAMPAIGNS } from "./playbook.rules.js";
import type { PlaybookRecord } from "./playbook.table.js";
import { universalAdGroups, type UniversalAdGroupRecord } from "./universal-ad-group.table.js";
import { editedAdGroup, newAdGroup, replaceAds, type WantedAds } from "./universal-ad-group-write.js";
import { checkWholeCampaign, requireOpen } from "./universal-campaign.rules.js";
import { universalCampaigns, type UniversalCampaignRecord } from "./universal-campaign.table.js";
import { changesBudget, editedCampaign, newCampaign, requireLeastBudgets } from "./universal-campaign-write.js";

interface Wanted {
  campaigns?: readonly PlaybookCampaignInput[] | null;
  bulkCampaigns?: readonly BulkCampaignInput[] | null;
  removedCampaignEids?: readonly string[] | null;
}

/** A campaign that is written, with the ad groups that its input gives it. */
interface Written {
  campaign: UniversalCampaignRecord;
  adGroups: readonly BulkAdGroupInput[];
}

/**
 * Brings campaigns into a playbook that the caller's transaction holds, or out of it, changes and makes them, with
 * their ad groups and ads: all of it or nothing, in as many statements however many there are.
 */
export async function writeCampaigns(
  sql: Sql,
  context: RequestContext,
  action: string,
  playbook: PlaybookRecord,
  wanted: Wanted,
  perUsd: Decimal,
): Promise<void> {
  const named = wanted.campaigns ?? [];
  const bulk = wanted.bulkCampaigns ?? [];
  const removed = wanted.removedCampaignEids ?? [];
  if (named.length === 0 && bulk.length === 0 && removed.length === 0) return;
  const held = await lockCampaigns(sql, context, playbook, named);
  const edits = bulk.filter((each) => each.eid != null);
  const changes = [...changesOf(playbook, held, named, edits), ...removals(playbook, held, removed)];
  const after = new Map([...held, ...changes.map(({ changes: record }) => [record.eid, record] as const)]);
  const members = [...after.values()].filter((campaign) => campaign.playbookEid === playbook.eid);
  const created = newCampaigns(context, playbook, members, bulk);
  if (members.length + created.length > MAX_CAMPAIGNS)
    throw badInput(["input", "bulkCampaigns"], "TOO_MANY", `A playbook has at most ${MAX_CAMPAIGNS} campaigns.`);
  const comesIn = members.some((campaign) => held.get(campaign.eid)?.playbookEid !== playbook.eid);
  if (comesIn || created.length > 0) requireOpen("A playbook", playbook.status);

  await universalCampaigns.writeAll(sql, context, action, changes);
  await universalCampaigns.insert(sql, context, action, ...created.map(({ campaign }) => campaign));
  const withAdGroups = [
    ...edits.flatMap((edit): Written[] => {
      const campaign = after.get(edit.eid ?? "");
      return campaign === undefined ? [] : [{ campaign, adGroups: edit.adGroups ?? [] }];
    }),
    ...created,
  ];
  const grown = await writeAdGroups(sql, context, action, withAdGroups);
  const dearer = changes.filter(({ before, changes: record }) => changesBudget(before, record));
  await requireLeastBudgets(
    sql,
    context,
    [
      ...new Map(
        [...dearer.map(({ changes: record }) => record), ...created.map(({ campaign }) => campaign), ...grown].map(
          (campaign) => [campaign.eid, campaign],
        ),
      ).values(),
    ],
    perUsd,
    ({ eid }) => (named.some((each) => each.eid === eid) ? "campaigns" : "bulkCampaigns"),
  );
}

type CampaignChange = RowChange<UniversalCampaignRecord> & { changes: UniversalCampaignRecord };

/** The playbook's campaigns and those that come into it, by EID; NOT_FOUND for one that is not the advertisable's. */
async function lockCampaigns(
  sql: Sql,
  context: RequestContext,
  playbook: PlaybookRecord,
  named: readonly PlaybookCampaignInput[],
): Promise<Map<string, UniversalCampaignRecord>> {
  const { advertisableEid } = playbook;
  const own = await universalCampaigns.lockAll(sql, context, advertisableEid, "playbookEid", [playbook.eid]);
  const held = new Map(own.map((campaign) => [campaign.eid, campaign]));
  const others = named.map(({ eid }) => eid).filter((eid) => !held.has(eid));
  for (const campaign of await universalCampaigns.lockAll(sql, context, advertisableEid, "eid", others))
    held.set(campaign.eid, campaign);
  const unknown = named.find(({ eid }) => !held.has(eid));
  if (unknown !== undefined) throw notFound("universal campaign", unknown.eid);
  return held;
}

/** The campaigns that are there as they shall be: in the playbook, with the budgets and changes that are given. */
function changesOf(
  playbook: PlaybookRecord,
  held: ReadonlyMap<string, UniversalCampaignRecord>,
  named: readonly PlaybookCampaignInput[],
  edits: readonly BulkCampaignInput[],
): CampaignChange[] {
  const wanted = new Map<string, UniversalCampaignRecord>();
  for (const { eid, budget } of named) {
    const before = held.get(eid);
    if (before === undefined) continue;
    requireFit(playbook, before);
    wanted.set(eid, { ...editedCampaign(before, { budget: budget ?? null }), playbookEid: playbook.eid });
  }
  for (const { adGroups: _adGroups, eid, ...edit } of edits) {
    const before = wanted.get(eid ?? "") ?? held.get(eid ?? "");
    if (before === undefined) throw notFound("universal campaign of the playbook", eid ?? "");
    wanted.set(before.eid, editedCampaign(before, edit));
  }
  return [...wanted.values()].flatMap((record) => {
    const before = held.get(record.eid);
    return before === undefined ? [] : [{ before, changes: record }];
  });
}

/** The campaigns of the playbook that leave it; NOT_FOUND for one that is not in it. */
function removals(
  playbook: PlaybookRecord,
  held: ReadonlyMap<string, UniversalCampaignRecord>,
  eids: readonly string[],
): CampaignChange[] {
  return eids.map((eid) => {
    const before = held.get(eid);
    if (before?.playbookEid !== playbook.eid) throw notFound("universal campaign of the playbook", eid);
    return { before, changes: { ...before, playbookEid: null } };
  });
}

/** Refuses a campaign that can't come into the playbook. */
function requireFit(playbook: PlaybookRecord, campaign: UniversalCampaignRecord): void {
  if (campaign.playbookEid !== null && campaign.playbookEid !== playbook.eid)
    throw badInput(["input", "campaigns"], "IN_ANOTHER_PLAYBOOK", `campaigns: ${campaign.eid} is in another playbook.`);
  if (campaign.currency !== playbook.currency)
    throw badInput(
      ["input", "campaigns"],
      "MISMATCH",
      `campaigns: ${campaign.eid} has another currency than the playbook.`,
    );
}

/** The campaigns that are made; those without a budget get equal parts of what the others leave where the playbook says so. */
function newCampaigns(
  context: RequestContext,
  playbook: PlaybookRecord,
  others: readonly UniversalCampaignRecord[],
  bulk: readonly BulkCampaignInput[],
): Written[] {
  const { budgetType, isProrated, currency, advertisableEid } = playbook;
  const made = bulk.flatMap(({ eid, adGroups, name, budgetSettings, ...input }): Written[] => {
    if (eid != null || name == null) return [];
    const campaign = newCampaign(context, {
      ...input,
      name,
      advertisableEid,
      currency,
      playbookEid: playbook.eid,
      budgetSettings: budgetSettings ?? { budgetType, isProrated },
      startDate: null,
      endDate: null,
    });
    return [{ campaign, adGroups: adGroups ?? [] }];
  });
  refuse(made.flatMap(({ campaign }) => checkWholeCampaign(campaign)));
  if (!playbook.budgetBalancingAutomated) return made;
  const shared = (campaign: UniversalCampaignRecord): boolean => campaign.budgetType === budgetType;
  const taken = [...others, ...made.map(({ campaign }) => campaign)].filter(shared);
  const open = made.map(({ campaign }) => campaign).filter((each) => shared(each) && each.budget === null);
  const parts = equalParts(
    playbook.goal,
    taken.flatMap((campaign) => campaign.budget ?? []),
    open.length,
    currency,
  );
  const budgets = new Map(open.map((campaign, index) => [campaign.eid, parts?.[index] ?? null]));
  return made.map(({ campaign, adGroups }) => ({
    campaign: { ...campaign, budget: campaign.budget ?? budgets.get(campaign.eid) ?? null },
    adGroups,
  }));
}

/** Changes and makes the ad groups of campaigns that the transaction holds; the campaigns that have more of them now. */
async function writeAdGroups(
  sql: Sql,
  context: RequestContext,
  action: string,
  written: readonly Written[],
): Promise<UniversalCampaignRecord[]> {
  const busy = written.filter(({ adGroups }) => adGroups.length > 0);
  const [first] = busy;
  if (first === undefined) return [];
  const held = new Map(
    (
      await universalAdGroups.lockAll(
        sql,
        context,
        first.campaign.advertisableEid,
        "campaignEid",
        busy.map(({ campaign }) => campaign.eid),
      )
    ).map((adGroup) => [adGroup.eid, adGroup]),
  );
  const changes: RowChange<UniversalAdGroupRecord>[] = [];
  const created: UniversalAdGroupRecord[] = [];
  const ads: WantedAds[] = [];
  for (const { campaign, adGroups } of busy) {
    for (const { eid, name, ads: wanted, ...input } of adGroups) {
      const before = eid == null ? null : held.get(eid);
      if (before === undefined || (before !== null && before.campaignEid !== campaign.eid))
        throw notFound("universal ad group of the campaign", eid ?? "");
      const adGroup =
        before === null
          ? newAdGroup(context, campaign, { ...input, name: name ?? "" })
          : editedAdGroup(before, { ...input, name: name ?? null });
      if (before === null) {
        requireOpen("A universal campaign", campaign.status);
        created.push(adGroup);
      } else changes.push({ before, changes: adGroup });
      if (wanted != null) ads.push({ adGroup, ads: wanted });
    }
  }
  await universalAdGroups.writeAll(sql, context, action, changes);
  await universalAdGroups.insert(sql, context, action, ...created);
  await replaceAds(sql, context, action, ads);
  const grown = new Set(created.map((adGroup) => adGroup.campaignEid));
  return busy.map(({ campaign }) => campaign).filter((campaign) => grown.has(campaign.eid));
}
