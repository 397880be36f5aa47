import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { refuse } from "../../lib/errors.js";
import { authorise, type Permission } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { trimmed } from "./checks.js";
import { queueDrips } from "./drip.table.js";
import { liveCampaignsOf, stopCampaigns } from "./email-campaign.table.js";
import {
  AcceptEmailTermsInput,
  EditEmailSettingsInput,
  EmailSettingsPayload,
  OptOutOfEmailInput,
  ReviewEmailSettingsInput,
} from "./email-settings.input.js";
import { acceptsTerms, checkAgent, checkSettings, CURRENT_TERMS } from "./email-settings.rules.js";
import {
  emailSettings,
  type EmailSettingsRecord,
  lockSettings,
  settingsOf,
  toEmailSettings,
} from "./email-settings.table.js";
import { EmailSettings } from "./email-settings.type.js";
import { given } from "../../lib/given.js";
import { requireOwner } from "../../lib/ownership.js";

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

  @Mutation(() => EmailSettingsPayload, {
    nullable: true,
    description:
      "Changes what holds for all e-mail campaigns of an advertisable. NOT_FOUND when the viewer can't see the advertisable. Document 1, part A.",
  })
  @NeedsPermission("email.write")
  async editEmailSettings(
    @Arg("input", () => EditEmailSettingsInput, { description: "The changes." }) input: EditEmailSettingsInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailSettingsPayload> {
    const { advertisableEid, country, senderName, senderAddress, footerPostalAddress } = input;
    return await changeSettings(
      context,
      { advertisableEid, action: "editEmailSettings", permission: "email.write" },
      () => {
        refuse(checkSettings(input));
        return given<EmailSettingsRecord>({
          country: country ?? undefined,
          senderName: senderName ?? undefined,
          senderAddress: trimmed(senderAddress) ?? undefined,
          footerPostalAddress: footerPostalAddress ?? undefined,
        });
      },
    );
  }

  @Mutation(() => EmailSettingsPayload, {
    nullable: true,
    description:
      "Opts an advertisable out of e-mail: it joins the beta programme, rejects the terms of service, and its campaigns are stopped. Done again it changes nothing. NOT_FOUND when the viewer can't see it, FORBIDDEN unless the viewer is an admin of its organization or staff. Document 1, part A; decisions, section 7.",
  })
  @NeedsPermission("email.terms")
  async optOutOfEmail(
    @Arg("input", () => OptOutOfEmailInput, { description: "Which one, and who tells so." }) input: OptOutOfEmailInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailSettingsPayload> {
    const { advertisableEid, agent } = input;
    const action = "optOutOfEmail";
    return await changeSettings(
      context,
      { advertisableEid, action, permission: "email.terms" },
      async (before, sql) => {
        refuse(checkAgent(agent));
        await stopCampaigns(sql, context, action, advertisableEid);
        if (before.optedOutAt !== null) return {};
        return {
          isBeta: true,
          termsVersion: null,
          termsAcceptedAt: null,
          optedOutAt: new Date(context.clock.now()),
          optedOutAgent: agent,
        };
      },
    );
  }

  @Mutation(() => EmailSettingsPayload, {
    nullable: true,
    description:
      "Accepts the current terms of service, which ends an opt-out; campaigns that were stopped stay so. NOT_FOUND when the viewer can't see the advertisable, FORBIDDEN unless the viewer is an admin of its organization or staff. Own: document 1 only shows whether they are accepted.",
  })
  @NeedsPermission("email.terms")
  async acceptEmailTerms(
    @Arg("input", () => AcceptEmailTermsInput, { description: "Which advertisable." }) input: AcceptEmailTermsInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailSettingsPayload> {
    const { advertisableEid } = input;
    const what = { advertisableEid, action: "acceptEmailTerms", permission: "email.terms" } as const;
    return await changeSettings(context, what, (before) =>
      acceptsTerms(before.termsVersion)
        ? {}
        : {
            termsVersion: CURRENT_TERMS,
            termsAcceptedAt: new Date(context.clock.now()),
            optedOutAt: null,
            optedOutAgent: null,
          },
    );
  }

  @Mutation(() => EmailSettingsPayload, {
    nullable: true,
    description:
      "Settles what only a platform administrator may. NOT_FOUND when the viewer can't see the advertisable, FORBIDDEN unless the viewer is staff.",
  })
  @NeedsPermission("email.administer")
  async reviewEmailSettings(
    @Arg("input", () => ReviewEmailSettingsInput, { description: "Which advertisable, and what is settled." })
    input: ReviewEmailSettingsInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailSettingsPayload> {
    const { advertisableEid, isSuspended, isBeta } = input;
    const what = { advertisableEid, action: "reviewEmailSettings", permission: "email.administer" } as const;
    const held = isSuspended === false ? await liveCampaignsOf(context, advertisableEid) : null;
    return await changeSettings(context, what, async (before, sql) => {
      if (before.suspendedAt !== null) await queueDrips(sql, context, held ?? []);
      return given<EmailSettingsRecord>({
        isBeta: isBeta ?? undefined,
        suspendedAt:
          isSuspended == null ? undefined : isSuspended ? (before.suspendedAt ?? new Date(context.clock.now())) : null,
      });
    });
  }
}

interface SettingsChange {
  advertisableEid: string;
  /** The mutation's name. */
  action: string;
  permission: Permission;
}

/** Changes the settings of an advertisable in one transaction; NOT_FOUND, FORBIDDEN, and what `apply` throws. */
async function changeSettings(
  context: RequestContext,
  { advertisableEid, action, permission }: SettingsChange,
  apply: (
    before: EmailSettingsRecord,
    sql: Sql,
  ) => Partial<EmailSettingsRecord> | Promise<Partial<EmailSettingsRecord>>,
): Promise<EmailSettingsPayload> {
  await requireOwner(context, advertisableEid);
  authorise(context.viewer, permission);
  const changed = await context.transaction(permission, async (sql) => {
    const before = await lockSettings(sql, context, advertisableEid);
    return await emailSettings.write(sql, context, action, before, await apply(before, sql));
  });
  return { emailSettings: toEmailSettings(changed) };
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
  await requireOwner(context, advertisableEid);
  return toEmailSettings(await settingsOf(context, advertisableEid));
}

export const EMAIL_SETTINGS_RESOLVERS = [EmailSettingsResolver, AdvertisableSettingsResolver] as const;
