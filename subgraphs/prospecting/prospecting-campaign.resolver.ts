import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { badInput, notFound, refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { authorise, may } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { checkDates, checkList, DEFAULT_EVENT_SOURCE } from "./checks.js";
import { plainCategories } from "./contextual-category.rules.js";
import { given, stored } from "../../lib/given.js";
import { requireOwner } from "../../lib/ownership.js";
import { PROSPECTING_AD_GROUP_LIST } from "./prospecting-ad-group.input.js";
import { adGroupsOfCampaign, deactivateAdGroups } from "./prospecting-ad-group.table.js";
import type { ProspectingAdGroup } from "./prospecting-ad-group.type.js";
import {
  CreateProspectingCampaignInput,
  EditProspectingCampaignInput,
  EditProspectingCampaignsInput,
  PROSPECTING_CAMPAIGN_LIST,
  ProspectingCampaignPayload,
  ProspectingCampaignsPayload,
} from "./prospecting-campaign.input.js";
import { checkCampaign, MAX_CAMPAIGNS } from "./prospecting-campaign.rules.js";
import {
  type CampaignRecord,
  campaigns,
  campaignsOfAdvertisable,
  campaignsOfViewer,
  toCampaign,
} from "./prospecting-campaign.table.js";
import { ProspectingCampaign } from "./prospecting-campaign.type.js";
import { readsOf } from "./reads.js";
import { requireOptedIn } from "./settings.table.js";
import { ProspectingAdminStatus } from "./status.type.js";

@Resolver(() => ProspectingCampaign)
class ProspectingCampaignResolver {
  @FieldResolver(() => PROSPECTING_AD_GROUP_LIST.Connection, { description: "Its ad groups." })
  async adGroups(
    @Root() campaign: ProspectingCampaign,
    @Args(() => PROSPECTING_AD_GROUP_LIST.Args) args: InstanceType<typeof PROSPECTING_AD_GROUP_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<ProspectingAdGroup>> {
    return await adGroupsOfCampaign(context, campaign.eid, args);
  }

  @FieldResolver(() => ProspectingAdminStatus, {
    nullable: true,
    description: "What platform administrators say; null unless the viewer is one.",
  })
  adminStatus(
    @Root() { adminStatus }: ProspectingCampaign,
    @Ctx() context: RequestContext,
  ): ProspectingAdminStatus | null {
    return may(context.viewer, "prospecting.review") ? adminStatus : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "What platform administrators noted; null for nothing, and unless the viewer is one.",
  })
  adminNotes(@Root() { adminNotes }: ProspectingCampaign, @Ctx() context: RequestContext): string | null {
    return may(context.viewer, "prospecting.review") ? adminNotes : null;
  }

  @Mutation(() => ProspectingCampaignPayload, {
    nullable: true,
    description:
      "Creates a campaign. NOT_FOUND for an advertisable that the viewer can't see, FORBIDDEN for one that has not opted in to the prospecting addendum.",
  })
  @NeedsPermission("prospecting.write")
  async createProspectingCampaign(
    @Arg("input", () => CreateProspectingCampaignInput, { description: "The new campaign." })
    input: CreateProspectingCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingCampaignPayload> {
    const { advertisableEid } = input;
    await requireOwner(context, advertisableEid);
    authoriseFields(context, input);
    const now = new Date(context.clock.now());
    const record: CampaignRecord = {
      eid: context.newEid(),
      advertisableEid,
      name: input.name,
      isActive: input.isActive ?? true,
      userStatus: input.userStatus ?? "PAUSED",
      adminStatus: input.adminStatus ?? "ADMIN_REVIEW",
      adminNotes: input.adminNotes ?? null,
      source: input.source ?? null,
      currency: input.currency ?? "USD",
      weeklyBudget: stored(input.weeklyBudget) ?? null,
      frequencyCap: input.frequencyCap ?? null,
      kpiMetric: input.kpiMetric ?? null,
      kpiGoal: stored(input.kpiGoal) ?? null,
      startDate: input.startDate ?? null,
      endDate: input.endDate ?? null,
      contextualTargetingCategories: plainCategories(input.contextualTargetingCategories ?? []),
      eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE,
      createdAt: now,
      updatedAt: now,
    };
    refuse([...checkCampaign(input), ...checkDates(record.startDate, record.endDate)]);
    const created = await context.transaction("prospecting.write", async (sql) => {
      await requireOptedIn(sql, context, advertisableEid);
      await campaigns.insert(sql, context, "createProspectingCampaign", record);
      return record;
    });
    return { campaign: toCampaign(created) };
  }

  @Mutation(() => ProspectingCampaignPayload, {
    nullable: true,
    description:
      "Changes a campaign; one that is taken away takes its ad groups with it. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("prospecting.write")
  async editProspectingCampaign(
    @Arg("input", () => EditProspectingCampaignInput, { description: "The changes." })
    input: EditProspectingCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingCampaignPayload> {
    const row = await campaigns.require(context, input.eid);
    authoriseFields(context, input);
    refuse(checkCampaign(input));
    const [changed] = await context.transaction(
      "prospecting.write",
      async (sql) => await edit(sql, context, row.advertisableEid, [input]),
    );
    return { campaign: toCampaign(changed ?? row) };
  }

  @Mutation(() => ProspectingCampaignsPayload, {
    nullable: true,
    description:
      "Changes several campaigns of one advertisable, all of them or none. NOT_FOUND when one of them is not among its campaigns that the viewer can see. Own: the documents name the method PATCH only.",
  })
  @NeedsPermission("prospecting.write")
  async editProspectingCampaigns(
    @Arg("input", () => EditProspectingCampaignsInput, { description: "The changes of each." })
    input: EditProspectingCampaignsInput,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingCampaignsPayload> {
    const { advertisableEid, campaigns: inputs } = input;
    await requireOwner(context, advertisableEid);
    for (const each of inputs) authoriseFields(context, each);
    authorise(context.viewer, "prospecting.write");
    if (inputs.length === 0) throw badInput(["input", "campaigns"], "MISSING", "campaigns must name at least one.");
    const eids = inputs.map((each) => each.eid);
    refuse([...checkList("campaigns", eids, "campaign", MAX_CAMPAIGNS), ...inputs.flatMap(checkCampaign)]);
    const rows = await Promise.all(eids.map(async (eid) => await campaigns.require(context, eid)));
    const stray = rows.find((row) => row.advertisableEid !== advertisableEid);
    if (stray !== undefined) throw notFound("prospecting campaign of the advertisable", stray.eid);
    const changed = await context.transaction(
      "prospecting.write",
      async (sql) => await edit(sql, context, advertisableEid, inputs),
    );
    return { campaigns: changed.map(toCampaign) };
  }
}

/** Changes campaigns of one advertisable, in the order in which they are given. */
async function edit(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  inputs: readonly EditProspectingCampaignInput[],
): Promise<CampaignRecord[]> {
  const action = "editProspectingCampaign";
  const eids = inputs.map((input) => input.eid);
  const held = new Map(
    (await campaigns.lockAll(sql, context, advertisableEid, "eid", eids)).map((row) => [row.eid, row]),
  );
  const changes = inputs.map((input) => {
    const before = held.get(input.eid);
    if (before === undefined) throw notFound("prospecting campaign", input.eid);
    return { before, changes: changesOf(input) };
  });
  const after = changes.map((each) => ({ ...each.before, ...each.changes }));
  refuse(after.flatMap(({ startDate, endDate }) => checkDates(startDate, endDate)));
  const written = await campaigns.writeAll(sql, context, action, changes);
  const gone = written.filter((row) => !row.isActive && held.get(row.eid)?.isActive === true);
  await deactivateAdGroups(sql, context, action, gone);
  return written;
}

/** What only staff may say of a campaign. */
function authoriseFields(
  context: RequestContext,
  input: { adminStatus?: ProspectingAdminStatus | null; adminNotes?: string | null },
): void {
  const isReview = input.adminStatus != null || input.adminNotes !== undefined;
  authorise(context.viewer, isReview ? "prospecting.review" : "prospecting.write");
}

/** `null` removes a value where one may be missing, and counts as not given elsewhere. */
function changesOf(input: EditProspectingCampaignInput): Partial<CampaignRecord> {
  const changes = given<CampaignRecord>({
    name: input.name ?? undefined,
    isActive: input.isActive ?? undefined,
    userStatus: input.userStatus ?? undefined,
    adminStatus: input.adminStatus ?? undefined,
    adminNotes: input.adminNotes,
    source: input.source,
    currency: input.currency ?? undefined,
    weeklyBudget: stored(input.weeklyBudget),
    frequencyCap: input.frequencyCap,
    kpiMetric: input.kpiMetric,
    kpiGoal: stored(input.kpiGoal),
    startDate: input.startDate,
    endDate: input.endDate,
    contextualTargetingCategories:
      input.contextualTargetingCategories == null ? undefined : plainCategories(input.contextualTargetingCategories),
  });
  return { ...changes, eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE };
}

export const PROSPECTING_CAMPAIGN_RESOLVERS = [
  ProspectingCampaignResolver,
  ...readsOf({
    type: ProspectingCampaign,
    singular: "prospectingCampaign",
    words: { one: "prospecting campaign", many: "prospecting campaigns" },
    one: async (context, eid) => toCampaign(await campaigns.require(context, eid)),
    ...PROSPECTING_CAMPAIGN_LIST,
    plural: "prospectingCampaigns",
    ofViewer: campaignsOfViewer,
    ofAdvertisable: campaignsOfAdvertisable,
  }),
] as const;
