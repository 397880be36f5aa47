import { readsOf } from "./reads.js";
import { UNSUBSCRIBER_LIST } from "./unsubscriber.input.js";
import {
  toUnsubscriber,
  unsubscribers,
  unsubscribersOfAdvertisable,
  unsubscribersOfViewer,
} from "./unsubscriber.table.js";
import { Unsubscriber } from "./unsubscriber.type.js";

export const UNSUBSCRIBER_RESOLVERS = [
  ...readsOf({
    ...UNSUBSCRIBER_LIST,
    type: Unsubscriber,
    singular: "unsubscriber",
    plural: "unsubscribers",
    words: { one: "unsubscriber", many: "unsubscribers" },
    one: async (context, eid) => toUnsubscriber(await unsubscribers.require(context, eid)),
    ofViewer: unsubscribersOfViewer,
    ofAdvertisable: unsubscribersOfAdvertisable,
  }),
] as const;
