import type { RequestContext } from "../../lib/context.js";

/** An address as the table of unsubscribers keeps it. */
export function sealAddress(
  { contactKeys }: RequestContext,
  advertisableEid: string,
  contactEid: string,
  address: string,
): Buffer {
  return contactKeys.seal(address, `${advertisableEid} ${contactEid}`);
}
