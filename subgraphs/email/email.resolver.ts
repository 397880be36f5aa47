import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { emailCampaigns, toEmailCampaign } from "./email-campaign.table.js";
import { EmailCampaign } from "./email-campaign.type.js";
import { EMAIL_LIST } from "./email.input.js";
import { emails, emailsOfAdvertisable, emailsOfViewer, toEmail } from "./email.table.js";
import { Email } from "./email.type.js";
import { readsOf } from "./reads.js";

@Resolver(() => Email)
class EmailResolver {
  @FieldResolver(() => EmailCampaign, { description: "The campaign that it belongs to." })
  async campaign(@Root() { campaignEid }: Email, @Ctx() context: RequestContext): Promise<EmailCampaign> {
    return toEmailCampaign(await emailCampaigns.require(context, campaignEid));
  }
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
