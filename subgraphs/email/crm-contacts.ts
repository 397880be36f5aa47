import type { RequestContext } from "../../lib/context.js";
import type { TenantRecord } from "../../lib/tenant-table.js";
import type { ContactPage, DripRecord } from "./drip.table.js";

/** Contacts that enter at a time. */
const PAGE = 1_000;

const CONTACTS = `
  query CampaignContacts($eid: ID!, $first: Int!, $after: ID) {
    advertisable(eid: $eid) { crmContacts(first: $first, after: $after) { eids next } }
  }
`;

const ADDRESSES = `
  query ContactAddresses($eids: [ID!]!) {
    crmContactAddresses(eids: $eids) { eid address }
  }
`;

/** The contacts of a campaign's advertisable that come after those that have entered. */
export async function contactsAfter(
  context: RequestContext,
  { advertisableEid }: TenantRecord,
  { enteredTo }: DripRecord,
): Promise<ContactPage> {
  const data = await context.ask(CONTACTS, { eid: advertisableEid, first: PAGE, after: enteredTo });
  const page: unknown = Object(Object(data["advertisable"])["crmContacts"]);
  const { eids, next }: { eids?: unknown; next?: unknown } = Object(page);
  if (!Array.isArray(eids)) throw new TypeError("the contacts of an advertisable are not there");
  return { eids: eids.filter((eid) => typeof eid === "string"), isLast: next == null };
}

/** The addresses of contacts by their EIDs; of one that is gone there is none. */
export async function addressesOf(context: RequestContext, eids: readonly string[]): Promise<Map<string, string>> {
  const { crmContactAddresses } = await context.ask(ADDRESSES, { eids: [...eids] });
  const known = new Map<string, string>();
  for (const contact of Array.isArray(crmContactAddresses) ? crmContactAddresses : []) {
    const { eid, address }: { eid?: unknown; address?: unknown } = Object(contact);
    if (typeof eid === "string" && typeof address === "string") known.set(eid, address);
  }
  return known;
}
