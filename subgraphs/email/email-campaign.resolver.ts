import { Arg, Args, Ctx, Directive, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { trimmed } from "./checks.js";
import {
  CreateEmailCampaignInput,
  EditEmailCampaignInput,
  EMAIL_CAMPAIGN_LIST,
  EmailCampaignPayload,
  SetEmailCampaignStatusInput,
} from "./email-campaign.input.js";
import {
  checkCampaignDates,
  checkEditor,
  checkEmailCampaign,
  checkRunningSender,
  launchViolations,
  nextStatus,
  statusAt,
} from "./email-campaign.rules.js";
import {
  type EmailCampaignRecord,
  emailCampaigns,
  emailCampaignsOfAdvertisable,
  emailCampaignsOfViewer,
  existsAnywhere,
  makeKnown,
  toEmailCampaign,
} from "./email-campaign.table.js";
import { EmailCampaign } from "./email-campaign.type.js";
import { enterAgain, queueDrip } from "./drip.table.js";
import { EMAIL_LIST } from "./email.input.js";
import { checkEmails } from "./email.rules.js";
import { emails, emailsOfCampaign, lockEmails } from "./email.table.js";
import type { Email } from "./email.type.js";
import { lockSettings, settingsOf } from "./email-settings.table.js";
import { given } from "../../lib/given.js";
import { askForHeroImages } from "./hero-image.table.js";
import { newEmail } from "./new-email.js";
import { requireOwner } from "../../lib/ownership.js";
import { queueStop } from "./stopping.js";
import { readsOf } from "./reads.js";

@Resolver(() => EmailCampaign)
class EmailCampaignResolver {
  @FieldResolver(() => EMAIL_LIST.Connection, {
    description: "Its e-mails, without orderBy in the order in which they are sent.",
  })
  async emails(
    @Root() campaign: EmailCampaign,
    @Args(() => EMAIL_LIST.Args) args: InstanceType<typeof EMAIL_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<Email>> {
    return await emailsOfCampaign(context, campaign.eid, args);
  }

  @Query(() => Boolean, {
    description:
      "Whether there is an advertisable or e-mail campaign with this EID, be it foreign: the old interface tells 403 from 404.",
  })
  @Directive("@inaccessible")
  @NeedsPermission("email.read")
  async emailObjectExists(
    @Arg("eid", () => ID, { description: "The EID." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<boolean> {
    return await existsAnywhere(context, eid);
  }

  @Mutation(() => EmailCampaignPayload, {
    nullable: true,
    description:
      "Creates an e-mail campaign, paused. NOT_FOUND for an advertisable that the viewer can't see. Document 1, part A; decisions, section 7.",
  })
  @NeedsPermission("email.write")
  async createEmailCampaign(
    @Arg("input", () => CreateEmailCampaignInput, { description: "The new campaign." })
    input: CreateEmailCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailCampaignPayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "email.write");
    const now = new Date(context.clock.now());
    const record: EmailCampaignRecord = {
      eid: context.newEid(),
      advertisableEid: input.advertisableEid,
      name: input.name ?? `Campaign of ${now.toISOString().slice(0, 10)}`,
      status: "PAUSED",
      source: input.source ?? null,
      startDate: input.startDate ?? null,
      endDate: input.endDate ?? null,
      senderName: input.senderName ?? null,
      senderAddress: trimmed(input.senderAddress) ?? null,
      footerPostalAddress: input.footerPostalAddress ?? null,
      createdAt: now,
      updatedAt: now,
    };
    const contents = input.emails ?? [];
    refuse([
      ...checkEmailCampaign(input),
      ...checkCampaignDates(null, record, now.getTime()),
      ...checkEmails(contents),
    ]);
    const created = await context.transaction("email.write", async (sql) => {
      await makeKnown(sql, record.eid);
      await emailCampaigns.insert(sql, context, "createEmailCampaign", record);
      const records = contents.map((email, index) => newEmail(context, record, index + 1, email));
      await emails.insert(sql, context, "createEmailCampaign", ...records);
      await askForHeroImages(sql, context, records);
      await queueStop(sql, context, record);
      return record;
    });
    return { emailCampaign: toEmailCampaign(created) };
  }

  @Mutation(() => EmailCampaignPayload, {
    nullable: true,
    description:
      "Changes an e-mail campaign. NOT_FOUND when the viewer can't see it; BAD_USER_INPUT with NEEDED_TO_RUN for taking away what a running one needs of its sender. Document 1, part A.",
  })
  @NeedsPermission("email.write")
  async editEmailCampaign(
    @Arg("input", () => EditEmailCampaignInput, { description: "The changes." }) input: EditEmailCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailCampaignPayload> {
    const row = await emailCampaigns.require(context, input.eid);
    authorise(context.viewer, "email.write");
    // They lose nothing that they have had, so that they need not be held.
    const settings = await settingsOf(context, row.advertisableEid);
    const changed = await context.transaction("email.write", async (sql) => {
      const before = await emailCampaigns.lock(sql, context, row);
      const now = context.clock.now();
      // One whose end has passed is stopped, and no later end starts it again.
      const after = { ...before, ...changesOf(input), status: statusAt(before, now) };
      refuse([
        ...checkEditor(before.source, input.source),
        ...checkEmailCampaign(input),
        ...checkCampaignDates(before, after, now),
        ...(after.status === "RUNNING" ? checkRunningSender({ campaign: after, settings }) : []),
      ]);
      const written = await emailCampaigns.write(sql, context, "editEmailCampaign", before, after);
      if (written.endDate?.getTime() !== before.endDate?.getTime()) await queueStop(sql, context, written);
      await queueDrip(sql, context, written);
      return written;
    });
    return { emailCampaign: toEmailCampaign(changed) };
  }

  @Mutation(() => EmailCampaignPayload, {
    nullable: true,
    description:
      "Sets a campaign to running or paused. NOT_FOUND when the viewer can't see it; SUSPENDED while its advertisable is; ILLEGAL_TRANSITION for one that is stopped; BAD_USER_INPUT when it lacks something to run, each in a violation: sender name, address and postal address, country, an e-mail with subject and body, the accepted terms. Document 1, states; decisions, section 7.",
  })
  @NeedsPermission("email.write")
  async setEmailCampaignStatus(
    @Arg("input", () => SetEmailCampaignStatusInput, { description: "Which campaign, and what it shall do." })
    input: SetEmailCampaignStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailCampaignPayload> {
    const row = await emailCampaigns.require(context, input.eid);
    authorise(context.viewer, "email.write");
    const changed = await context.transaction("email.write", async (sql) => {
      const settings = await lockSettings(sql, context, row.advertisableEid);
      const before = await emailCampaigns.lock(sql, context, row);
      const facts = { campaign: before, settings, emails: await lockEmails(sql, context, before) };
      const status = nextStatus(before, input.status, {
        isSuspended: settings.suspendedAt !== null,
        now: context.clock.now(),
        lacks: launchViolations(facts),
      });
      const written = await emailCampaigns.write(sql, context, "setEmailCampaignStatus", before, { status });
      if (before.status === "PAUSED" && status === "RUNNING") await enterAgain(sql, context, written);
      await queueDrip(sql, context, written);
      return written;
    });
    return { emailCampaign: toEmailCampaign(changed) };
  }
}

/** `null` removes a value where one may be missing, and counts as not given elsewhere. */
function changesOf(input: EditEmailCampaignInput): Partial<EmailCampaignRecord> {
  return given<EmailCampaignRecord>({
    name: input.name ?? undefined,
    startDate: input.startDate,
    endDate: input.endDate,
    senderName: input.senderName,
    senderAddress: trimmed(input.senderAddress),
    footerPostalAddress: input.footerPostalAddress,
  });
}

export const EMAIL_CAMPAIGN_RESOLVERS = [
  EmailCampaignResolver,
  ...readsOf({
    ...EMAIL_CAMPAIGN_LIST,
    type: EmailCampaign,
    singular: "emailCampaign",
    plural: "emailCampaigns",
    words: { one: "e-mail campaign", many: "e-mail campaigns" },
    one: async (context, eid) => toEmailCampaign(await emailCampaigns.require(context, eid)),
    ofViewer: emailCampaignsOfViewer,
    ofAdvertisable: emailCampaignsOfAdvertisable,
  }),
] as const;
