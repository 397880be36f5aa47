import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { attributesByDomain } from "./domain-attributes.table.js";
import { DomainAttributes } from "./domain-attributes.type.js";
import {
  AccountSliceArgs,
  AddDiscoveredTargetAccountsInput,
  DeleteTargetAccountsInput,
  DeleteTargetAccountsPayload,
  Grade,
  TargetAccountConnection,
  TargetAccountListArgs,
  TargetAccountsPayload,
  UpsertTargetAccountsInput,
} from "./target-account.input.js";
import { bareItems, checkCriteria, readDeletion, readItems } from "./target-account.rules.js";
import {
  accountSlice,
  accountsOfList,
  accountsOfTier,
  deleteAccounts,
  discoverDomains,
  type Upserted,
  upsertAccounts,
} from "./target-account.table.js";
import { TargetAccount } from "./target-account.type.js";
import { gradeOf } from "./target-account-list.rules.js";
import { holdList, type ListRecord, requireList, toList } from "./target-account-list.table.js";
import { TargetAccountList } from "./target-account-list.type.js";
import { requireTierOf, tiers, toTier } from "./tier.table.js";
import { Tier } from "./tier.type.js";

@Resolver(() => TargetAccountList)
export class TargetAccountListAccountsResolver {
  @FieldResolver(() => TargetAccountConnection, { description: "Its accounts." })
  async targetAccounts(
    @Root() list: TargetAccountList,
    @Args(() => TargetAccountListArgs) args: TargetAccountListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<TargetAccount>> {
    return await accountsOfList(context, list, args);
  }

  @FieldResolver(() => [TargetAccount], {
    description:
      "Some of its accounts by their place, for clients that count; `targetAccounts` goes through a long list faster.",
  })
  async targetAccountSlice(
    @Root() list: TargetAccountList,
    @Args(() => AccountSliceArgs) args: AccountSliceArgs,
    @Ctx() context: RequestContext,
  ): Promise<TargetAccount[]> {
    return await accountSlice(context, list, args);
  }
}

@Resolver(() => Tier)
export class TierAccountsResolver {
  @FieldResolver(() => TargetAccountConnection, { description: "Its accounts." })
  async targetAccounts(
    @Root() tier: Tier,
    @Args(() => TargetAccountListArgs) args: TargetAccountListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<TargetAccount>> {
    return await accountsOfTier(context, tier, args);
  }
}

@Resolver(() => TargetAccount)
export class TargetAccountResolver {
  @FieldResolver(() => TargetAccountList, { nullable: true, description: "The list that it is in." })
  async list(@Root() { listEid }: TargetAccount, @Ctx() context: RequestContext): Promise<TargetAccountList> {
    return toList(await requireList(context, listEid));
  }

  @FieldResolver(() => Tier, { nullable: true, description: "The tier that it is in; null where it is in none." })
  async tier(@Root() { tierEid }: TargetAccount, @Ctx() context: RequestContext): Promise<Tier | null> {
    const tier = tierEid === null ? null : await tiers.byEid(context, tierEid);
    return tier === null ? null : toTier(tier);
  }

  @FieldResolver(() => Grade, {
    nullable: true,
    description: "Its grade by its score and the list's thresholds; null without a score or below all of them.",
  })
  async grade(@Root() { score, listEid }: TargetAccount, @Ctx() context: RequestContext): Promise<Grade | null> {
    if (score === null) return null;
    return gradeOf(score, (await requireList(context, listEid)).scoringGrades);
  }

  @FieldResolver(() => DomainAttributes, {
    nullable: true,
    description: "What is known of its domain; null where nothing is, and it is not matched then.",
  })
  async attributes(
    @Root() { domain }: TargetAccount,
    @Ctx() context: RequestContext,
  ): Promise<DomainAttributes | null> {
    return await attributesByDomain(context, domain);
  }

  @Mutation(() => TargetAccountsPayload, {
    nullable: true,
    description:
      "Adds accounts to a list, or changes those that it has. With a tier, the new ones and those in no tier come into it; those in another tier stay there. NOT_FOUND for a list or tier that the viewer can't see.",
  })
  @NeedsPermission("targetAccount.write")
  async upsertTargetAccounts(
    @Arg("input", () => UpsertTargetAccountsInput, { description: "The accounts." }) input: UpsertTargetAccountsInput,
    @Ctx() context: RequestContext,
  ): Promise<TargetAccountsPayload> {
    const { list, tierEid } = await placeOf(context, input);
    const { items, violations } = readItems(input.items);
    refuse(violations);
    return payloadOf(
      await inList(context, list, tierEid, async (sql, held) =>
        upsertAccounts(sql, context, "upsertTargetAccounts", held, tierEid, items),
      ),
    );
  }

  @Mutation(() => TargetAccountsPayload, {
    nullable: true,
    description: "Adds known domains to a list, as upsertTargetAccounts does.",
  })
  @NeedsPermission("targetAccount.write")
  async addDiscoveredTargetAccounts(
    @Arg("input", () => AddDiscoveredTargetAccountsInput, { description: "Which domains." })
    input: AddDiscoveredTargetAccountsInput,
    @Ctx() context: RequestContext,
  ): Promise<TargetAccountsPayload> {
    const { list, tierEid } = await placeOf(context, input);
    refuse(checkCriteria(input.criteria));
    const items = bareItems(await discoverDomains(context, input.criteria, list));
    return payloadOf(
      await inList(context, list, tierEid, async (sql, held) =>
        upsertAccounts(sql, context, "addDiscoveredTargetAccounts", held, tierEid, items),
      ),
    );
  }

  @Mutation(() => DeleteTargetAccountsPayload, {
    nullable: true,
    description:
      "Deletes accounts of a list or tier. BAD_USER_INPUT without domains, criteria and force; NOT_FOUND for a list or tier that the viewer can't see.",
  })
  @NeedsPermission("targetAccount.write")
  async deleteTargetAccounts(
    @Arg("input", () => DeleteTargetAccountsInput, { description: "Which accounts." }) input: DeleteTargetAccountsInput,
    @Ctx() context: RequestContext,
  ): Promise<DeleteTargetAccountsPayload> {
    const { list, tierEid } = await placeOf(context, input);
    const { domains, violations } = readDeletion(input);
    refuse(violations);
    const { criteria = null, inverted } = input;
    const deletedCount = await inList(context, list, tierEid, async (sql, held) =>
      deleteAccounts(sql, context, held, { tierEid, domains, criteria, inverted }),
    );
    return { deletedCount };
  }
}

interface Place {
  listEid: string;
  tierEid?: string | null;
  advertisableEid?: string | null;
}

/** The list and the tier of it that a write is about. Throws NOT_FOUND, then FORBIDDEN. */
async function placeOf(context: RequestContext, place: Place): Promise<{ list: ListRecord; tierEid: string | null }> {
  const list = await requireList(context, place.listEid, place.advertisableEid);
  const tier = place.tierEid == null ? null : await requireTierOf(context, list, place.tierEid);
  authorise(context.viewer, "targetAccount.write");
  return { list, tierEid: tier?.eid ?? null };
}

/** Runs a write of accounts while it holds their list, so that writes of one list come one after the other. */
async function inList<T>(
  context: RequestContext,
  list: ListRecord,
  tierEid: string | null,
  work: (sql: Sql, list: ListRecord) => Promise<T>,
): Promise<T> {
  return await context.transaction("targetAccount.write", async (sql) => {
    const held = await holdList(sql, context, list);
    // Whoever deletes a tier holds the list too: from here on it stays.
    if (tierEid !== null) await tiers.lock(sql, context, { eid: tierEid, advertisableEid: list.advertisableEid });
    return await work(sql, held);
  });
}

function payloadOf({ existing, added }: Upserted): TargetAccountsPayload {
  return { existingDomains: existing, newDomains: added };
}
