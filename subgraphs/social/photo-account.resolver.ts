import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { badInput, notFound } from "../../lib/errors.js";
import { takeTurns } from "../../lib/take-turns.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { requireOwner } from "../../lib/ownership.js";
import {
  LinkPhotoAccountInput,
  PhotoAccountPayload,
  UnlinkPhotoAccountInput,
  UnlinkPhotoAccountPayload,
} from "./photo-account.input.js";
import { photoAccountOf, type PhotoAccountRecord, photoAccounts, toPhotoAccount } from "./photo-account.table.js";
import { PhotoAccount } from "./photo-account.type.js";
import { queueObject } from "./publishing.js";

/** The largest number of 64 bits with a sign. */
const MAX_ACCOUNT_ID = 9_223_372_036_854_775_807n;

@Resolver(() => PhotoAccount)
class PhotoAccountResolver {
  @Query(() => PhotoAccount, {
    nullable: true,
    description:
      "The account on the photo network of an advertisable. NOT_FOUND when it has none or the viewer can't see it.",
  })
  @NeedsPermission("social.read")
  async photoAccount(
    @Arg("advertisableEid", () => ID, { description: "EID of the advertisable." }) advertisableEid: string,
    @Ctx() context: RequestContext,
  ): Promise<PhotoAccount> {
    return toPhotoAccount(await requireAccount(context, advertisableEid));
  }

  @FieldResolver(() => Advertisable, { nullable: true, description: "The advertisable that it belongs to." })
  advertisable(@Root() { advertisableEid }: PhotoAccount): Advertisable {
    return { eid: advertisableEid };
  }

  @Mutation(() => PhotoAccountPayload, {
    nullable: true,
    description:
      "Gives an advertisable its account on the photo network, in place of the one that it has; the network is asked for its name and picture then. NOT_FOUND for an advertisable that the viewer can't see, FORBIDDEN unless the viewer is an admin of its organization or staff.",
  })
  @NeedsPermission("social.link")
  async linkPhotoAccount(
    @Arg("input", () => LinkPhotoAccountInput, { description: "Which one, and the account." })
    input: LinkPhotoAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<PhotoAccountPayload> {
    const { advertisableEid } = input;
    await requireOwner(context, advertisableEid);
    authorise(context.viewer, "social.link");
    const photoActorId = accountId(input.accountId);
    const linked = await context.transaction("social.link", async (sql) => {
      await takeTurns(sql, "photoAccount", advertisableEid);
      const held = await photoAccounts.lockAll(sql, context, advertisableEid, "advertisableEid", [advertisableEid]);
      const [before] = held;
      if (before?.photoActorId === photoActorId) return before;
      await photoAccounts.remove(sql, context, "linkPhotoAccount", held);
      const now = new Date(context.clock.now());
      const record: PhotoAccountRecord = {
        eid: context.newEid(),
        advertisableEid,
        photoActorId,
        pageBackedPhotoActorId: null,
        photoProfilePic: null,
        photoUsername: null,
        isPageBacked: false,
        createdAt: now,
        updatedAt: now,
      };
      await photoAccounts.insert(sql, context, "linkPhotoAccount", record);
      await queueObject(sql, context, "PhotoAccount", record);
      return record;
    });
    return { photoAccount: toPhotoAccount(linked) };
  }

  @Mutation(() => UnlinkPhotoAccountPayload, {
    nullable: true,
    description:
      "Takes an advertisable's account on the photo network away. NOT_FOUND when it has none or the viewer can't see it, FORBIDDEN unless the viewer is an admin of its organization or staff.",
  })
  @NeedsPermission("social.link")
  async unlinkPhotoAccount(
    @Arg("input", () => UnlinkPhotoAccountInput, { description: "Which advertisable's." })
    input: UnlinkPhotoAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<UnlinkPhotoAccountPayload> {
    const row = await requireAccount(context, input.advertisableEid);
    authorise(context.viewer, "social.link");
    const deletedEid = await context.transaction("social.link", async (sql) => {
      const held = await photoAccounts.lock(sql, context, row);
      await photoAccounts.remove(sql, context, "unlinkPhotoAccount", [held]);
      return held.eid;
    });
    return { deletedEid };
  }
}

@Resolver(() => Advertisable)
class AdvertisablePhotoAccountResolver {
  @FieldResolver(() => PhotoAccount, {
    nullable: true,
    description: "Its account on the photo network; null for none.",
  })
  async photoAccount(@Root() { eid }: Advertisable, @Ctx() context: RequestContext): Promise<PhotoAccount | null> {
    const record = await photoAccountOf(context, eid);
    return record === null ? null : toPhotoAccount(record);
  }
}

async function requireAccount(context: RequestContext, advertisableEid: string): Promise<PhotoAccountRecord> {
  const record = await photoAccountOf(context, advertisableEid);
  if (record === null) throw notFound("photo account of the advertisable", advertisableEid);
  return record;
}

/** A number of 64 bits as text, without leading zeros. */
function accountId(text: string): string {
  const number = /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
  if (number >= 1n && number <= MAX_ACCOUNT_ID) return number.toString();
  const message = `accountId must be a whole number from 1 to ${MAX_ACCOUNT_ID}.`;
  throw badInput(["input", "accountId"], "OUT_OF_RANGE", message);
}

export const PHOTO_ACCOUNT_RESOLVERS = [PhotoAccountResolver, AdvertisablePhotoAccountResolver];
