import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { emailCampaigns } from "./email-campaign.table.js";
import { settingsOf } from "./email-settings.table.js";
import { Email } from "./email.type.js";
import { senderOf, templateOf } from "./mail-of-email.js";
import { fillMail, httpUrl } from "./mail-template.rules.js";

/** What stands where each recipient has an image of their own that counts. */
const NO_PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";

@Resolver(() => Email)
export class EmailContentResolver {
  @FieldResolver(() => String, {
    description:
      "The mail as HTML, with its links as they lead in the end, and the image from where it was asked for. Document 1, part A, campaign email.",
  })
  async content(@Root() email: Email, @Ctx() context: RequestContext): Promise<string> {
    const [campaign, settings] = await Promise.all([
      emailCampaigns.require(context, email.campaignEid),
      settingsOf(context, email.advertisableEid),
    ]);
    const template = templateOf(email, senderOf(campaign, settings), httpUrl(email.heroImageUrl ?? ""));
    return fillMail(template, (slot) => {
      if (slot === "unsubscribe") return "#unsubscribe";
      return slot === "open" ? NO_PIXEL : (template.links[slot] ?? "#");
    }).html;
  }
}
