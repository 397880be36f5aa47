import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { badInput, notFound, refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { checkPeriod } from "./checks.js";
import { perUsd } from "./currency-rate.table.js";
import { playbookStatus } from "./effective-status.js";
import { given } from "../../lib/given.js";
import { requireOwner } from "../../lib/ownership.js";
import { CreatePlaybookInput, EditPlaybookInput, PLAYBOOK_LIST, PlaybookPayload } from "./playbook.input.js";
import { checkPlaybook, checkPlaybookAmounts } from "./playbook.rules.js";
import {
  type PlaybookRecord,
  playbooks,
  playbooksOfAdvertisable,
  playbooksOfViewer,
  toPlaybook,
} from "./playbook.table.js";
import { Playbook } from "./playbook.type.js";
import { writeCampaigns } from "./playbook-campaigns.js";
import { readsOf } from "./reads.js";
import { type NamingAdGroup, onlyStops, requireReferences, requireServing } from "./references.js";
import { UNIVERSAL_CAMPAIGN_LIST } from "./universal-campaign.input.js";
import { universalCampaignsOfPlaybook } from "./universal-campaign.table.js";
import type { UniversalCampaign } from "./universal-campaign.type.js";
import { storedBudgetSettings } from "./universal-campaign-write.js";
import { UNIVERSAL_STATES } from "./universal-status.rules.js";
import { EffectiveStatus } from "./universal-status.type.js";

@Resolver(() => Playbook)
class PlaybookResolver {
  @FieldResolver(() => UNIVERSAL_CAMPAIGN_LIST.Connection, { description: "Its campaigns, at most 100." })
  async campaigns(
    @Root() playbook: Playbook,
    @Args(() => UNIVERSAL_CAMPAIGN_LIST.Args) args: InstanceType<typeof UNIVERSAL_CAMPAIGN_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<UniversalCampaign>> {
    return await universalCampaignsOfPlaybook(context, playbook.eid, args);
  }

  @FieldResolver(() => EffectiveStatus, {
    nullable: true,
    description: "What it is doing now, and why. Null when that depends on its budget and the reports are away.",
  })
  async effectiveStatus(@Root() playbook: Playbook, @Ctx() context: RequestContext): Promise<EffectiveStatus> {
    return await playbookStatus(context, playbook);
  }

  @Mutation(() => PlaybookPayload, {
    nullable: true,
    description:
      "Creates a playbook, a DRAFT, with its campaigns, their ad groups and ads: all of them or nothing. NOT_FOUND for an advertisable that the viewer can't see, or a campaign, ad or segment that is not the advertisable's. Source: document 1, part C; decisions, section 7.",
  })
  @NeedsPermission("universal.write")
  async createPlaybook(
    @Arg("input", () => CreatePlaybookInput, { description: "The new playbook." }) input: CreatePlaybookInput,
    @Ctx() context: RequestContext,
  ): Promise<PlaybookPayload> {
    const { advertisableEid } = input;
    await requireOwner(context, advertisableEid);
    authorise(context.viewer, "universal.write");
    refuse(checkPlaybook(input));
    const ownCurrency = await requireServing(context, advertisableEid);
    const currency = input.currency ?? ownCurrency;
    refuse(checkPlaybookAmounts(input, currency));
    await requireReferences(context, advertisableEid, adGroupsOf(input));
    const rate = await perUsd(context, currency);
    const now = new Date(context.clock.now());
    const record: PlaybookRecord = {
      eid: context.newEid(),
      advertisableEid,
      name: input.name,
      status: "DRAFT",
      playbookType: input.playbookType ?? "STANDARD",
      startDate: input.startDate ?? null,
      endDate: input.endDate ?? null,
      currency,
      ...storedBudgetSettings(input.budgetSettings),
      budgetBalancingAutomated: input.budgetBalancingAutomated ?? false,
      createdAt: now,
      updatedAt: now,
    };
    refuse(checkPeriod(record));
    const created = await context.transaction("universal.write", async (sql) => {
      await playbooks.insert(sql, context, "createPlaybook", record);
      await writeCampaigns(sql, context, "createPlaybook", record, input, rate);
      return record;
    });
    return { playbook: toPlaybook(created) };
  }

  @Mutation(() => PlaybookPayload, {
    nullable: true,
    description:
      "Changes a playbook and campaigns in it: all that is given or nothing. NOT_FOUND when the viewer can't see it, or for something that it names and that is not its own; ILLEGAL_TRANSITION for a status that something can't have now.",
  })
  @NeedsPermission("universal.write")
  async editPlaybook(
    @Arg("input", () => EditPlaybookInput, { description: "The changes." }) input: EditPlaybookInput,
    @Ctx() context: RequestContext,
  ): Promise<PlaybookPayload> {
    const row = await playbooks.require(context, input.eid);
    if (input.advertisableEid != null && input.advertisableEid !== row.advertisableEid)
      throw notFound("playbook", input.eid);
    authorise(context.viewer, "universal.write");
    refuse([...checkPlaybook(input), ...checkPlaybookAmounts(input, row.currency)]);
    if (input.currency != null && input.currency !== row.currency)
      throw badInput(["input", "currency"], "FIXED", `currency must be ${row.currency}: it can't be changed.`);
    if (!onlyStops(input)) await requireServing(context, row.advertisableEid);
    await requireReferences(context, row.advertisableEid, adGroupsOf(input));
    const rate = await perUsd(context, row.currency);
    const changed = await context.transaction("universal.write", async (sql) => {
      const before = await playbooks.lock(sql, context, row);
      const after = {
        ...before,
        ...given<PlaybookRecord>({
          name: input.name ?? undefined,
          startDate: input.startDate ?? undefined,
          endDate: input.endDate,
        }),
        ...(input.budgetSettings != null && storedBudgetSettings(input.budgetSettings)),
        status: nextState(UNIVERSAL_STATES, before.status, input.status ?? before.status, "A playbook"),
      };
      refuse(checkPeriod(after));
      const written = await playbooks.write(sql, context, "editPlaybook", before, after);
      await writeCampaigns(sql, context, "editPlaybook", written, input, rate);
      return written;
    });
    return { playbook: toPlaybook(changed) };
  }
}

/** The ad groups that an input gives to campaigns. */
function adGroupsOf({ bulkCampaigns }: Pick<CreatePlaybookInput, "bulkCampaigns">): NamingAdGroup[] {
  return (bulkCampaigns ?? []).flatMap(({ adGroups }, campaign) =>
    (adGroups ?? []).map((adGroup, index) => ({ at: ["bulkCampaigns", campaign, "adGroups", index], adGroup })),
  );
}

export const PLAYBOOK_RESOLVERS = [
  PlaybookResolver,
  ...readsOf({
    ...PLAYBOOK_LIST,
    type: Playbook,
    singular: "playbook",
    plural: "playbooks",
    words: { one: "playbook", many: "playbooks" },
    one: async (context, eid) => toPlaybook(await playbooks.require(context, eid)),
    ofViewer: playbooksOfViewer,
    ofAdvertisable: playbooksOfAdvertisable,
  }),
] as const;
