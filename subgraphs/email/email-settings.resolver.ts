import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { settingsOf, toEmailSettings } from "./email-settings.table.js";
import { EmailSettings } from "./email-settings.type.js";
import { requireAdvertisable } from "./ownership.table.js";

@Resolver(() => EmailSettings)
class EmailSettingsResolver {
  @Query(() => EmailSettings, {
    nullable: true,
    description:
      "What holds for all e-mail campaigns of an advertisable. NOT_FOUND when the viewer can't see the advertisable.",
  })
  @NeedsPermission("email.read")
  async emailSettings(
    @Arg("advertisableEid", () => ID, { description: "EID of the advertisable." }) advertisableEid: string,
    @Ctx() context: RequestContext,
  ): Promise<EmailSettings> {
    return await requireSettings(context, advertisableEid);
  }

  @FieldResolver(() => Advertisable, { nullable: true, description: "The advertisable that they belong to." })
  advertisable(@Root() { advertisableEid }: EmailSettings): Advertisable {
    return { eid: advertisableEid };
  }
}

@Resolver(() => Advertisable)
class AdvertisableSettingsResolver {
  @FieldResolver(() => EmailSettings, {
    nullable: true,
    description: "What holds for all its e-mail campaigns.",
  })
  async emailSettings(@Root() { eid }: Advertisable, @Ctx() context: RequestContext): Promise<EmailSettings> {
    return toEmailSettings(await settingsOf(context, eid));
  }
}

/** The settings of an advertisable; NOT_FOUND when the viewer can't see it. */
export async function requireSettings(context: RequestContext, advertisableEid: string): Promise<EmailSettings> {
  await requireAdvertisable(context, advertisableEid);
  return toEmailSettings(await settingsOf(context, advertisableEid));
}

export const EMAIL_SETTINGS_RESOLVERS = [EmailSettingsResolver, AdvertisableSettingsResolver] as const;
