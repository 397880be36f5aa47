import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { nodeId } from "../../lib/node-type.js";
import { defineCount, definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { Event } from "./event.type.js";

type EventRecord = Omit<Event, "id">;

const TABLE = "social.event";

export const events = defineTenantTable<EventRecord>({
  noun: "event",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    eventType: "event_type",
    eventData: "event_data",
    objectEid: "object_eid",
    objectType: "object_type",
    errorString: "error_string",
    errorReason: "error_reason",
    responseJson: "response_json",
    createdAt: "created_at",
  },
});

export function toEvent(record: EventRecord): Event {
  return { ...record, id: nodeId("Event", record.eid) };
}

/** What happened to an object; the rest of an event follows from when and by whom. */
export interface Happening {
  advertisableEid: string;
  objectType: string;
  objectEid: string;
  eventType: string;
  data: object;
  error?: { message: string; reason: string };
  /** What the network answered. */
  response?: object;
}

/** Writes the events of several objects in one statement, in the transaction of what happened. They are their own audit. */
export async function recordEvents(sql: Sql, context: RequestContext, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  await sql.from(TABLE).insert(
    happenings.map((each) => ({
      advertisable_eid: each.advertisableEid,
      eid: context.newEid(),
      event_type: each.eventType,
      event_data: JSON.stringify(each.data),
      object_eid: each.objectEid,
      object_type: each.objectType,
      error_string: each.error?.message ?? null,
      error_reason: each.error?.reason ?? null,
      response_json: each.response === undefined ? null : JSON.stringify(each.response),
      created_at: new Date(context.clock.now()),
    })),
  );
}

const LIST: Omit<ListSpec<EventRecord, Event>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: events.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    objectEid: "t.object_eid",
    objectType: "t.object_type",
    eventType: "t.event_type",
    createdAt: "t.created_at",
  },
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toEvent,
};

export const countEvents = defineCount(LIST);

/** All that the viewer may see; the parent is the constant ALL. */
export const eventsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const eventsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
