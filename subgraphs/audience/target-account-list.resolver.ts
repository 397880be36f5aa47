import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import { checkInstant, checkLine } from "../../lib/checks.js";
import type { RequestContext } from "../../lib/context.js";
import { badInput, refuse } from "../../lib/errors.js";
import { keysOf } from "../../lib/keys.js";
import type { Page } from "../../lib/page.js";
import { Count } from "../../lib/scalars.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { readDomains } from "./domain-attributes.rules.js";
import { requireOwner } from "../../lib/ownership.js";
import { queueScoring } from "./scoring.table.js";
import { bareItems, checkCriteria } from "./target-account.rules.js";
import { discoverDomains, upsertAccounts } from "./target-account.table.js";
import {
  CreateTargetAccountListInput,
  DeleteTargetAccountListInput,
  DeleteTargetAccountListPayload,
  EditTargetAccountListInput,
  ListListArgs,
  TargetAccountListConnection,
  TargetAccountListPayload,
} from "./target-account-list.input.js";
import { checkAuc, checkThresholds, DEFAULT_THRESHOLDS, SCORING_STATES } from "./target-account-list.rules.js";
import {
  accountCountOfList,
  holdList,
  type ListRecord,
  lists,
  listsOfAdvertisable,
  listsOfViewer,
  requireList,
  toList,
} from "./target-account-list.table.js";
import { TargetAccountList } from "./target-account-list.type.js";

@Resolver(() => TargetAccountList)
export class TargetAccountListResolver {
  @Query(() => TargetAccountList, {
    nullable: true,
    description: "One list. NOT_FOUND when it is deleted or the viewer can't see it.",
  })
  @NeedsPermission("targetAccount.read")
  async targetAccountList(
    @Arg("eid", () => ID, { description: "EID of the list." }) eid: string,
    @Arg("advertisableEid", () => ID, {
      nullable: true,
      description: "EID of its advertisable; NOT_FOUND when it is another.",
    })
    advertisableEid: string | null,
    @Ctx() context: RequestContext,
  ): Promise<TargetAccountList> {
    return toList(await requireList(context, eid, advertisableEid));
  }

  @Query(() => TargetAccountListConnection, {
    description: "All target account lists that the viewer may see, of every advertisable.",
  })
  @NeedsPermission("targetAccount.read")
  async targetAccountLists(
    @Args(() => ListListArgs) args: ListListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<TargetAccountList>> {
    return await listsOfViewer(context, "ALL", args);
  }

  @FieldResolver(() => Advertisable, { nullable: true, description: "The advertisable that it belongs to." })
  advertisable(@Root() { advertisableEid }: TargetAccountList): Advertisable {
    return { eid: advertisableEid };
  }

  @FieldResolver(() => Count, { description: "How many accounts it has." })
  async itemsCount(@Root() list: TargetAccountList, @Ctx() context: RequestContext): Promise<number> {
    return (await accountCountOfList(context, list)) ?? 0;
  }

  @Mutation(() => TargetAccountListPayload, {
    nullable: true,
    description:
      "Creates a list. NOT_FOUND for an advertisable that the viewer can't see; BAD_USER_INPUT for what is no domain, or criteria that more than 10,000 domains fit.",
  })
  @NeedsPermission("targetAccount.write")
  async createTargetAccountList(
    @Arg("input", () => CreateTargetAccountListInput, { description: "The new list." })
    input: CreateTargetAccountListInput,
    @Ctx() context: RequestContext,
  ): Promise<TargetAccountListPayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "targetAccount.write");
    const { domains, violations } = readDomains(["input", "domains"], input.domains ?? []);
    refuse([...checkLine("name", input.name, 1, 255), ...violations, ...checkCriteria(input.discover, "discover")]);
    const list = newList(context, input);
    const found = input.discover == null ? [] : await discoverDomains(context, input.discover, list, "discover");
    const record = await context.transaction("targetAccount.write", async (sql) => {
      await lists.insert(sql, context, "createTargetAccountList", list);
      await upsertAccounts(sql, context, "createTargetAccountList", list, null, bareItems([...domains, ...found]));
      return await lists.lock(sql, context, list);
    });
    return { targetAccountList: toList(record) };
  }

  @Mutation(() => TargetAccountListPayload, {
    nullable: true,
    description:
      "Changes a list, and with `scoringStatus: PENDING` has its accounts scored in the background. NOT_FOUND for a list that the viewer can't see.",
  })
  @NeedsPermission("targetAccount.write")
  async editTargetAccountList(
    @Arg("input", () => EditTargetAccountListInput, { description: "The changes." }) input: EditTargetAccountListInput,
    @Ctx() context: RequestContext,
  ): Promise<TargetAccountListPayload> {
    const { eid, advertisableEid, name, scoringGrades, scoringItemsPending, scoringStatus, ...nullable } = input;
    const found = await requireList(context, eid, advertisableEid);
    authorise(context.viewer, "targetAccount.write");
    const { scoringAuc, crmSyncedAt, ...texts } = nullable;
    refuse([
      ...checkLine("name", name, 1, 255),
      ...checkAuc(scoringAuc),
      ...checkInstant("crmSyncedAt", crmSyncedAt),
      ...checkThresholds(scoringGrades ?? undefined),
      ...keysOf(texts).flatMap((field) => checkLine(field, texts[field], 1, 40)),
    ]);
    const changes: Partial<ListRecord> = { ...nullable };
    for (const field of keysOf(changes)) if (changes[field] === undefined) Reflect.deleteProperty(changes, field);
    if (name != null) changes.name = name;
    if (scoringGrades != null) changes.scoringGrades = { ...scoringGrades };
    if (scoringItemsPending != null) changes.scoringItemsPending = scoringItemsPending;
    const record = await context.transaction("targetAccount.write", async (sql) => {
      const before = await holdList(sql, context, found);
      const queues = scoringStatus === "PENDING" && before.scoringStatus !== "PENDING";
      if (scoringStatus != null && !queues && scoringStatus !== before.scoringStatus) {
        throw badInput(
          ["input", "scoringStatus"],
          "NOT_ACCEPTED",
          `scoringStatus must be PENDING, to have the accounts scored, or stay ${before.scoringStatus}.`,
        );
      }
      if (queues) {
        changes.scoringStatus = nextState(SCORING_STATES, before.scoringStatus, "queue", "scoring");
        await queueScoring(sql, context, before);
      }
      return await lists.write(sql, context, "editTargetAccountList", before, changes);
    });
    return { targetAccountList: toList(record) };
  }

  @Mutation(() => DeleteTargetAccountListPayload, {
    nullable: true,
    description: "Deletes a list with all that is in it. NOT_FOUND for one that the viewer can't see.",
  })
  @NeedsPermission("targetAccount.write")
  async deleteTargetAccountList(
    @Arg("input", () => DeleteTargetAccountListInput, { description: "Which list." })
    input: DeleteTargetAccountListInput,
    @Ctx() context: RequestContext,
  ): Promise<DeleteTargetAccountListPayload> {
    const { eid } = await requireList(context, input.eid, input.advertisableEid);
    await lists.change(context, {
      eid,
      action: "deleteTargetAccountList",
      permission: "targetAccount.write",
      apply: () => ({ isActive: false }),
    });
    return { deletedEid: eid };
  }
}

@Resolver(() => Advertisable)
export class AdvertisableTargetAccountListsResolver {
  @FieldResolver(() => TargetAccountListConnection, { nullable: true, description: "Its target account lists." })
  async targetAccountLists(
    @Root() { eid }: Advertisable,
    @Args(() => ListListArgs) args: ListListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<TargetAccountList>> {
    return await listsOfAdvertisable(context, eid, args);
  }
}

function newList(context: RequestContext, input: CreateTargetAccountListInput): ListRecord {
  const now = new Date(context.clock.now());
  return {
    eid: context.newEid(),
    advertisableEid: input.advertisableEid,
    name: input.name,
    scoringModelId: null,
    scoringAuc: null,
    scoringGrades: { ...DEFAULT_THRESHOLDS },
    scoringHoldout1Status: null,
    scoringHoldout2Status: null,
    scoringHoldout3Status: null,
    scoringHoldout4Status: null,
    scoringHoldout5Status: null,
    scoringItemsPending: false,
    scoringProductionStatus: null,
    scoringStatus: "NOT_SCORED",
    crmSyncState: null,
    crmSyncedAt: null,
    isActive: true,
    createdAt: now,
    updatedAt: now,
  };
}
