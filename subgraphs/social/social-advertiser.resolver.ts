import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { badInput, notFound, refuse } from "../../lib/errors.js";
import { takeTurns } from "../../lib/take-turns.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { given } from "../../lib/given.js";
import { requireOwner } from "../../lib/ownership.js";
import { photoAccountOf, toPhotoAccount } from "./photo-account.table.js";
import { PhotoAccount } from "./photo-account.type.js";
import { queueObject } from "./publishing.js";
import {
  ReviewSocialAdvertiserInput,
  SetSocialAdvertiserInput,
  SocialAdvertiserPayload,
} from "./social-advertiser.input.js";
import { checkSocialAdvertiser, withTerms } from "./social-advertiser.rules.js";
import {
  advertiserOf,
  type SocialAdvertiserRecord,
  socialAdvertisers,
  toSocialAdvertiser,
} from "./social-advertiser.table.js";
import { SocialAdvertiser } from "./social-advertiser.type.js";

@Resolver(() => SocialAdvertiser)
class SocialAdvertiserResolver {
  @Query(() => SocialAdvertiser, {
    nullable: true,
    description:
      "What an advertisable is on the social network. NOT_FOUND when it is nothing there or the viewer can't see it.",
  })
  @NeedsPermission("social.read")
  async socialAdvertiser(
    @Arg("advertisableEid", () => ID, { description: "EID of the advertisable." }) advertisableEid: string,
    @Ctx() context: RequestContext,
  ): Promise<SocialAdvertiser> {
    const record = await advertiserOf(context, advertisableEid);
    if (record === null) throw notFound("social advertiser of the advertisable", advertisableEid);
    return toSocialAdvertiser(record);
  }

  @FieldResolver(() => Advertisable, { nullable: true, description: "The advertisable that it is." })
  advertisable(@Root() { advertisableEid }: SocialAdvertiser): Advertisable {
    return { eid: advertisableEid };
  }

  @FieldResolver(() => PhotoAccount, {
    nullable: true,
    description: "Its account on the photo network, with photo_actor_id and page_backed_photo_actor_id; null for none.",
  })
  async photoAccount(
    @Root() { advertisableEid }: SocialAdvertiser,
    @Ctx() context: RequestContext,
  ): Promise<PhotoAccount | null> {
    const record = await photoAccountOf(context, advertisableEid);
    return record === null ? null : toPhotoAccount(record);
  }

  @Mutation(() => SocialAdvertiserPayload, {
    nullable: true,
    description:
      "Says what an advertisable is on the social network; the network is asked for its pages then. NOT_FOUND for an advertisable that the viewer can't see, FORBIDDEN unless the viewer is an admin of its organization or staff. Own: the documents have the record only.",
  })
  @NeedsPermission("social.link")
  async setSocialAdvertiser(
    @Arg("input", () => SetSocialAdvertiserInput, { description: "Which one, and what it is." })
    input: SetSocialAdvertiserInput,
    @Ctx() context: RequestContext,
  ): Promise<SocialAdvertiserPayload> {
    const organizationEid = await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "social.link");
    refuse(checkSocialAdvertiser(input));
    const set = await context.transaction("social.link", async (sql) => {
      const { advertisableEid } = input;
      await takeTurns(sql, "socialAdvertiser", advertisableEid);
      const [before] = await socialAdvertisers.lockAll(sql, context, advertisableEid, "advertisableEid", [
        advertisableEid,
      ]);
      const changes = changesOf(context, input, before);
      if (before !== undefined) {
        const after = await socialAdvertisers.write(sql, context, "setSocialAdvertiser", before, changes);
        await queueObject(sql, context, "SocialAdvertiser", after);
        return after;
      }
      if (input.name == null) throw badInput(["input", "name"], "MISSING", "name is required the first time.");
      const record = { ...newAdvertiser(context, input.name, { advertisableEid, organizationEid }), ...changes };
      await socialAdvertisers.insert(sql, context, "setSocialAdvertiser", record);
      await queueObject(sql, context, "SocialAdvertiser", record);
      return record;
    });
    return { socialAdvertiser: toSocialAdvertiser(set) };
  }

  @Mutation(() => SocialAdvertiserPayload, {
    nullable: true,
    description:
      "Settles what only a platform administrator may of an advertiser. NOT_FOUND when it is nothing on the network or the viewer can't see it, FORBIDDEN unless the viewer is staff.",
  })
  @NeedsPermission("social.administer")
  async reviewSocialAdvertiser(
    @Arg("input", () => ReviewSocialAdvertiserInput, { description: "Which one, and what is settled." })
    input: ReviewSocialAdvertiserInput,
    @Ctx() context: RequestContext,
  ): Promise<SocialAdvertiserPayload> {
    const found = await advertiserOf(context, input.advertisableEid);
    if (found === null) throw notFound("social advertiser of the advertisable", input.advertisableEid);
    const record = await socialAdvertisers.change(context, {
      eid: found.eid,
      action: "reviewSocialAdvertiser",
      permission: "social.administer",
      apply: () =>
        given<SocialAdvertiserRecord>({
          status: input.status ?? undefined,
          isSuspended: input.isSuspended ?? undefined,
          showDpa: input.showDpa ?? undefined,
          accountIsPrepaid: input.accountIsPrepaid ?? undefined,
          accountIsAutobilled: input.accountIsAutobilled ?? undefined,
        }),
    });
    return { socialAdvertiser: toSocialAdvertiser(record) };
  }
}

@Resolver(() => Advertisable)
class AdvertisableSocialAdvertiserResolver {
  @FieldResolver(() => SocialAdvertiser, {
    nullable: true,
    description: "What it is on the social network; null for nothing.",
  })
  async socialAdvertiser(
    @Root() { eid }: Advertisable,
    @Ctx() context: RequestContext,
  ): Promise<SocialAdvertiser | null> {
    const record = await advertiserOf(context, eid);
    return record === null ? null : toSocialAdvertiser(record);
  }
}

function changesOf(
  context: RequestContext,
  input: SetSocialAdvertiserInput,
  before: SocialAdvertiserRecord | undefined,
): Partial<SocialAdvertiserRecord> {
  return given<SocialAdvertiserRecord>({
    name: input.name ?? undefined,
    url: input.url,
    currency: input.currency ?? undefined,
    accountEid: input.accountEid,
    snPageId: input.snPageId,
    tosAccepted: withTerms(before?.tosAccepted ?? [], input.acceptTerms ?? [], new Date(context.clock.now())),
  });
}

function newAdvertiser(
  context: RequestContext,
  name: string,
  owner: { advertisableEid: string; organizationEid: string },
): SocialAdvertiserRecord {
  const now = new Date(context.clock.now());
  return {
    ...owner,
    eid: context.newEid(),
    name,
    url: null,
    status: "APPROVED",
    currency: "USD",
    accountEid: null,
    snPageId: null,
    snPageUrl: null,
    pageAccess: false,
    pageAdminAccess: false,
    isPageBacked: false,
    isSuspended: false,
    showDpa: false,
    accountIsPrepaid: false,
    accountIsAutobilled: false,
    tosAccepted: [],
    createdAt: now,
    updatedAt: now,
  };
}

export const SOCIAL_ADVERTISER_RESOLVERS = [SocialAdvertiserResolver, AdvertisableSocialAdvertiserResolver];
