import { isDeepStrictEqual } from "node:util";
import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { badInput, refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { emailCampaigns, toEmailCampaign } from "./email-campaign.table.js";
import { EmailCampaign } from "./email-campaign.type.js";
import { AddEmailInput, EditEmailsInput, EMAIL_LIST, type EmailInput, EmailsPayload } from "./email.input.js";
import { queueDrip } from "./drip.table.js";
import { statusAt } from "./email-campaign.rules.js";
import { checkEmail, checkEmails, checkRunningEmails, MAX_EMAILS } from "./email.rules.js";
import {
  type EmailRecord,
  emails,
  emailsOfAdvertisable,
  emailsOfViewer,
  lockEmails,
  toEmail,
  writeEmails,
} from "./email.table.js";
import { Email } from "./email.type.js";
import { given } from "../../lib/given.js";
import { askForHeroImages } from "./hero-image.table.js";
import { newEmail } from "./new-email.js";
import { readsOf } from "./reads.js";

@Resolver(() => Email)
class EmailResolver {
  @FieldResolver(() => EmailCampaign, { description: "The campaign that it belongs to." })
  async campaign(@Root() { campaignEid }: Email, @Ctx() context: RequestContext): Promise<EmailCampaign> {
    return toEmailCampaign(await emailCampaigns.require(context, campaignEid));
  }

  @Mutation(() => EmailsPayload, {
    nullable: true,
    description:
      "Changes the e-mails of a campaign by their positions, all or none. NOT_FOUND when the viewer can't see the campaign; BAD_USER_INPUT with NEEDED_TO_RUN for taking away the subject or body of one while it runs. Document 1, part A.",
  })
  @NeedsPermission("email.write")
  async editEmails(
    @Arg("input", () => EditEmailsInput, { description: "Which campaign, and the changes." }) input: EditEmailsInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailsPayload> {
    const row = await emailCampaigns.require(context, input.campaignEid);
    authorise(context.viewer, "email.write");
    const changed = await context.transaction("email.write", async (sql) => {
      const campaign = await emailCampaigns.lock(sql, context, row);
      const before = await lockEmails(sql, context, campaign);
      if (input.emails.length > before.length) {
        const message = `The campaign has ${before.length} emails; send changes of at most as many.`;
        throw badInput(["input", "emails"], "TOO_MANY_EMAILS", message);
      }
      refuse(checkEmails(input.emails));
      const updatedAt = new Date(context.clock.now());
      const changes = before.map((email, index) => ({
        before: email,
        after: edited(email, input.emails[index], updatedAt),
      }));
      const isRunning = statusAt(campaign, context.clock.now()) === "RUNNING";
      refuse(isRunning ? checkRunningEmails(changes) : []);
      await writeEmails(sql, context, "editEmails", changes);
      const others = changes.filter((each) => each.after.heroImageUrl !== each.before.heroImageUrl);
      await askForHeroImages(
        sql,
        context,
        others.map(({ after }) => after),
      );
      // Mails may wait for what was missing.
      await queueDrip(sql, context, campaign);
      return { campaign, emails: changes.map(({ after }) => after) };
    });
    return { emailCampaign: toEmailCampaign(changed.campaign), emails: changed.emails.map(toEmail) };
  }

  @Mutation(() => EmailsPayload, {
    nullable: true,
    description:
      "Adds an e-mail at the end of a campaign. NOT_FOUND when the viewer can't see the campaign. Own: the documents give a campaign its e-mails when it is made.",
  })
  @NeedsPermission("email.write")
  async addEmail(
    @Arg("input", () => AddEmailInput, { description: "Which campaign, and the e-mail." }) input: AddEmailInput,
    @Ctx() context: RequestContext,
  ): Promise<EmailsPayload> {
    const row = await emailCampaigns.require(context, input.campaignEid);
    authorise(context.viewer, "email.write");
    refuse(checkEmail(input.email, ["email"]));
    const changed = await context.transaction("email.write", async (sql) => {
      const campaign = await emailCampaigns.lock(sql, context, row);
      const before = await lockEmails(sql, context, campaign);
      if (before.length >= MAX_EMAILS)
        throw badInput(["input", "email"], "TOO_MANY", `A campaign has at most ${MAX_EMAILS} emails.`);
      const email = newEmail(context, campaign, before.length + 1, input.email);
      await emails.insert(sql, context, "addEmail", email);
      await askForHeroImages(sql, context, [email]);
      return { campaign, emails: [...before, email] };
    });
    return { emailCampaign: toEmailCampaign(changed.campaign), emails: changed.emails.map(toEmail) };
  }
}

function edited(before: EmailRecord, input: EmailInput | undefined, updatedAt: Date): EmailRecord {
  if (input === undefined) return before;
  const after = { ...before, ...given<EmailRecord>({ ...input, delayHours: input.delayHours ?? undefined }) };
  return isDeepStrictEqual(after, before) ? before : { ...after, updatedAt };
}

export const EMAIL_RESOLVERS = [
  EmailResolver,
  ...readsOf({
    ...EMAIL_LIST,
    type: Email,
    singular: "email",
    plural: "emails",
    words: { one: "e-mail of a campaign", many: "e-mails of campaigns" },
    one: async (context, eid) => toEmail(await emails.require(context, eid)),
    ofViewer: emailsOfViewer,
    ofAdvertisable: emailsOfAdvertisable,
  }),
] as const;
