import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Page } from "../../lib/page.js";
import { EMAIL_CAMPAIGN_LIST } from "./email-campaign.input.js";
import {
  emailCampaigns,
  emailCampaignsOfAdvertisable,
  emailCampaignsOfViewer,
  toEmailCampaign,
} from "./email-campaign.table.js";
import { EmailCampaign } from "./email-campaign.type.js";
import { EMAIL_LIST } from "./email.input.js";
import { emailsOfCampaign } from "./email.table.js";
import type { Email } from "./email.type.js";
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
