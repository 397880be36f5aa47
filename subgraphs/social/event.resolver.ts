import { EVENT_LIST } from "./event.input.js";
import { events, eventsOfAdvertisable, eventsOfViewer, toEvent } from "./event.table.js";
import { Event } from "./event.type.js";
import { readsOf } from "./reads.js";

export const EVENT_RESOLVERS = readsOf({
  ...EVENT_LIST,
  type: Event,
  singular: "event",
  plural: "events",
  words: { one: "event", many: "events of ads on the social network" },
  one: async (context, eid) => toEvent(await events.require(context, eid)),
  ofViewer: eventsOfViewer,
  ofAdvertisable: eventsOfAdvertisable,
});
