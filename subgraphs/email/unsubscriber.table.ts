import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
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

/** Somebody who unsubscribes; the address as it is kept, null where nobody knows it any more. */
export interface NewUnsubscriber {
  eid: string;
  sealedAddress: Buffer | null;
}

/**
 * Writes people who unsubscribe, in the caller's transaction: who has unsubscribed already stays.
 *
 * @returns the EIDs of those who had not.
 */
export async function insertUnsubscribers(
  sql: Sql,
  context: RequestContext,
  { advertisableEid, campaignEid }: { advertisableEid: string; campaignEid: string | null },
  people: readonly NewUnsubscriber[],
): Promise<string[]> {
  const added = await sql.rows<{ eid: string }>(
    `insert into ${TABLE} (advertisable_eid, contact_eid, sealed_address, campaign_eid, created_at)
     select ?, p.eid, decode(nullif(p.sealed, ''), 'base64'), ?, ?::timestamptz
     from unnest(?::text[], ?::text[]) as p (eid, sealed)
     on conflict (advertisable_eid, contact_eid) do nothing returning contact_eid as eid`,
    [
      advertisableEid,
      campaignEid,
      new Date(context.clock.now()),
      people.map(({ eid }) => eid),
      people.map(({ sealedAddress }) => sealedAddress?.toString("base64") ?? ""),
    ],
  );
  return added.map(({ eid }) => eid);
}

/** The addresses of unsubscribers as they are kept; null where there is none or the viewer can't see it. */
export const sealedAddressOf = defineLoader<Pick<UnsubscriberRecord, "advertisableEid" | "eid">, Buffer>(
  async (people, context) => {
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const rows = await context.sql.rows<{ eid: string; sealed: Buffer }>(
      `select t.contact_eid as eid, t.sealed_address as sealed from ${TABLE} t
       where ${visible.sql} and t.advertisable_eid = any(?) and t.contact_eid = any(?) and t.sealed_address is not null`,
      [...visible.bindings, [...new Set(people.map((each) => each.advertisableEid))], people.map(({ eid }) => eid)],
    );
    return new Map(rows.map((row) => [row.eid, row.sealed]));
  },
  ({ eid }) => eid,
);

/** When somebody unsubscribed from an advertisable's e-mails last; null where nobody has. */
export const lastUnsubscribedAt = defineLoader<string, Date>(async (eids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<{ advertisableEid: string; at: Date }>(
    `select t.advertisable_eid as "advertisableEid", max(t.created_at) as at from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = any(?) group by t.advertisable_eid`,
    [...visible.bindings, [...eids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, row.at]));
});
