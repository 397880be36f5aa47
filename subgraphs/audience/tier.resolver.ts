import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import { checkLine } from "../../lib/checks.js";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { Count } from "../../lib/scalars.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { readDomains } from "./domain-attributes.rules.js";
import { bareItems, checkCriteria } from "./target-account.rules.js";
import { discoverDomains, upsertAccounts } from "./target-account.table.js";
import { accountCountOfTier, holdList, type ListRecord, requireList, toList } from "./target-account-list.table.js";
import { TargetAccountList } from "./target-account-list.type.js";
import {
  CreateTierInput,
  CreateTierPayload,
  DeleteTierInput,
  DeleteTierPayload,
  EditTierInput,
  TierConnection,
  TierListArgs,
  TierPayload,
} from "./tier.input.js";
import { deleteTier, requireTierOf, type TierRecord, tiers, tiersOfList, toTier } from "./tier.table.js";
import { Tier } from "./tier.type.js";

@Resolver(() => TargetAccountList)
export class TargetAccountListTiersResolver {
  @FieldResolver(() => TierConnection, { description: "Its tiers, the oldest first." })
  async tiers(
    @Root() { eid }: TargetAccountList,
    @Args(() => TierListArgs) args: TierListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Tier>> {
    return await tiersOfList(context, eid, args);
  }

  @FieldResolver(() => Tier, { nullable: true, description: "One of its tiers. NOT_FOUND for one of another list." })
  async tier(
    @Root() list: TargetAccountList,
    @Arg("eid", () => ID, { description: "EID of the tier." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<Tier> {
    return toTier(await requireTierOf(context, list, eid));
  }
}

@Resolver(() => Tier)
export class TierResolver {
  @FieldResolver(() => TargetAccountList, { nullable: true, description: "The list that it is a part of." })
  async list(@Root() { listEid }: Tier, @Ctx() context: RequestContext): Promise<TargetAccountList> {
    return toList(await requireList(context, listEid));
  }

  @FieldResolver(() => Count, { description: "How many accounts it has." })
  async itemsCount(@Root() tier: Tier, @Ctx() context: RequestContext): Promise<number> {
    return (await accountCountOfTier(context, tier)) ?? 0;
  }

  @Mutation(() => CreateTierPayload, {
    nullable: true,
    description:
      "Creates a tier of a list, with domains or without; those in another tier stay there and are counted as skipped. NOT_FOUND for a list that the viewer can't see.",
  })
  @NeedsPermission("targetAccount.write")
  async createTier(
    @Arg("input", () => CreateTierInput, { description: "The new tier." }) input: CreateTierInput,
    @Ctx() context: RequestContext,
  ): Promise<CreateTierPayload> {
    const found = await requireList(context, input.listEid, input.advertisableEid);
    authorise(context.viewer, "targetAccount.write");
    const { domains, violations } = readDomains(["input", "domains"], input.domains ?? []);
    refuse([...checkLine("name", input.name, 1, 255), ...violations, ...checkCriteria(input.discover, "discover")]);
    const discovered = input.discover == null ? [] : await discoverDomains(context, input.discover, found, "discover");
    const now = new Date(context.clock.now());
    const tier: TierRecord = {
      eid: context.newEid(),
      advertisableEid: found.advertisableEid,
      listEid: found.eid,
      name: input.name,
      createdAt: now,
      updatedAt: now,
    };
    return await context.transaction("targetAccount.write", async (sql) => {
      const list = await holdList(sql, context, found);
      await tiers.insert(sql, context, "createTier", tier);
      const items = bareItems([...domains, ...discovered]);
      const { tiered } = await upsertAccounts(sql, context, "createTier", list, tier.eid, items);
      return { tier: toTier(tier), skippedDomains: tiered.length };
    });
  }

  @Mutation(() => TierPayload, {
    nullable: true,
    description: "Changes a tier. NOT_FOUND for one that the viewer can't see.",
  })
  @NeedsPermission("targetAccount.write")
  async editTier(
    @Arg("input", () => EditTierInput, { description: "The changes." }) input: EditTierInput,
    @Ctx() context: RequestContext,
  ): Promise<TierPayload> {
    const { tier } = await tierAndList(context, input);
    authorise(context.viewer, "targetAccount.write");
    const { name } = input;
    refuse(checkLine("name", name, 1, 255));
    const record = await tiers.change(context, {
      eid: tier.eid,
      action: "editTier",
      permission: "targetAccount.write",
      apply: () => (name == null ? {} : { name }),
    });
    return { tier: toTier(record) };
  }

  @Mutation(() => DeleteTierPayload, {
    nullable: true,
    description:
      "Deletes a tier; its accounts stay in the list, in no tier. NOT_FOUND for one that the viewer can't see.",
  })
  @NeedsPermission("targetAccount.write")
  async deleteTier(
    @Arg("input", () => DeleteTierInput, { description: "Which tier." }) input: DeleteTierInput,
    @Ctx() context: RequestContext,
  ): Promise<DeleteTierPayload> {
    const { tier, list } = await tierAndList(context, input);
    authorise(context.viewer, "targetAccount.write");
    await context.transaction("targetAccount.write", async (sql) => {
      await holdList(sql, context, list);
      await deleteTier(sql, context, await tiers.lock(sql, context, tier));
    });
    return { deletedEid: tier.eid };
  }
}

/** A tier and its list; NOT_FOUND where either is another than the one that is named. */
async function tierAndList(
  context: RequestContext,
  input: EditTierInput | DeleteTierInput,
): Promise<{ tier: TierRecord; list: ListRecord }> {
  const listEid = input.listEid ?? (await tiers.require(context, input.eid)).listEid;
  const list = await requireList(context, listEid, input.advertisableEid);
  return { tier: await requireTierOf(context, list, input.eid), list };
}
