import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { MarkMessageViewedInput, MarkMessageViewedPayload } from "./advertisable-message.input.js";
import { messagesOf } from "./advertisable-message.rules.js";
import { AdvertisableMessage } from "./advertisable-message.type.js";
import { Advertisable } from "./advertisable.ref.js";
import { liveCampaignsOf } from "./email-campaign.table.js";
import { settingsOf } from "./email-settings.table.js";
import { lacksToRun } from "./launch.js";
import { messageViewsOf, writeMessageView } from "./message-view.table.js";
import { requireOwner } from "../../lib/ownership.js";
import { pixelSeen } from "./pixel.js";
import { lastUnsubscribedAt } from "./unsubscriber.table.js";

@Resolver(() => Advertisable)
class AdvertisableMessageResolver {
  @FieldResolver(() => [AdvertisableMessage], {
    nullable: true,
    description:
      "What its people should know about its e-mails, at most one message of each type. They follow from its campaigns, settings, unsubscribers and pixel; nobody writes them.",
  })
  async messages(@Root() { eid }: Advertisable, @Ctx() context: RequestContext): Promise<AdvertisableMessage[]> {
    const [live, settings, unsubscribedAt, viewedAt] = await Promise.all([
      liveCampaignsOf(context, eid),
      settingsOf(context, eid),
      lastUnsubscribedAt(context, eid),
      messageViewsOf(context, eid),
    ]);
    const [campaigns, hasPixel] = await Promise.all([
      Promise.all(
        (live ?? []).map(async (campaign) => ({
          ...campaign,
          isReady: (await lacksToRun(context, campaign)).length === 0,
        })),
      ),
      live === null || pixelSeen(context, eid),
    ]);
    return messagesOf({
      campaigns,
      hasPixel: hasPixel === true,
      suspendedAt: settings.suspendedAt,
      optedOutAt: settings.optedOutAt,
      unsubscribedAt,
      viewedAt: viewedAt ?? new Map(),
    });
  }

  @Mutation(() => MarkMessageViewedPayload, {
    nullable: true,
    description:
      "Marks a message as viewed; it comes again with the next reason for it. NOT_FOUND for an advertisable that the viewer can't see. Own: document 1 does not show what POST messages takes.",
  })
  @NeedsPermission("email.write")
  async markMessageViewed(
    @Arg("input", () => MarkMessageViewedInput, { description: "Which message." }) input: MarkMessageViewedInput,
    @Ctx() context: RequestContext,
  ): Promise<MarkMessageViewedPayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "email.write");
    await context.transaction("email.write", async (sql) => {
      await writeMessageView(sql, context, "markMessageViewed", input);
    });
    return { advertisable: { eid: input.advertisableEid } };
  }
}

export const ADVERTISABLE_MESSAGE_RESOLVERS = [AdvertisableMessageResolver] as const;
