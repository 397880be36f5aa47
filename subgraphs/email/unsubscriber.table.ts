import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { BASE_COLUMNS } from "./lists.js";
import type { Unsubscriber } from "./unsubscriber.type.js";

export type UnsubscriberRecord = Omit<Unsubscriber, "id">;

const TABLE = "email.unsubscriber";

export const unsubscribers = defineTenantTable<UnsubscriberRecord>({
  noun: "unsubscriber",
  table: TABLE,
  columns: {
    eid: "contact_eid",
    advertisableEid: "advertisable_eid",
    campaignEid: "campaign_eid",
    createdAt: "created_at",
  },
});

export function toUnsubscriber(record: UnsubscriberRecord): Unsubscriber {
  return { ...record, id: nodeId("Unsubscriber", record.eid) };
}

const LIST: Omit<ListSpec<UnsubscriberRecord, Unsubscriber>, "parent"> = {
  ...BASE_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.contact_eid",
  columns: unsubscribers.select,
  filters: { ...BASE_COLUMNS.filters, eid: "t.contact_eid", campaignEid: "t.campaign_eid" },
  toNode: toUnsubscriber,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const unsubscribersOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const unsubscribersOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
