import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { Count } from "../../lib/scalars.js";
import { NeedsPermission } from "../define-subgraph.js";
import { EVENT_LIST, EventFilter } from "./event.input.js";
import { countEvents, events, eventsOfAdvertisable, eventsOfViewer, toEvent } from "./event.table.js";
import { Event } from "./event.type.js";
import { readsOf } from "./reads.js";

@Resolver()
class EventCountResolver {
  @Query(() => Count, {
    description:
      "How many events the viewer may see, of every advertisable, without reading them: the old interface tells it with each page.",
  })
  @NeedsPermission("social.read")
  async eventsCount(
    @Arg("filter", () => EventFilter, { nullable: true, description: "Which ones; all when not given." })
    filter: EventFilter | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<number> {
    return await countEvents(context, filter);
  }
}

export const EVENT_RESOLVERS = [
  EventCountResolver,
  ...readsOf({
    ...EVENT_LIST,
    type: Event,
    singular: "event",
    plural: "events",
    words: { one: "event", many: "events of ads on the social network" },
    one: async (context, eid) => toEvent(await events.require(context, eid)),
    ofViewer: eventsOfViewer,
    ofAdvertisable: eventsOfAdvertisable,
  }),
] as const;
