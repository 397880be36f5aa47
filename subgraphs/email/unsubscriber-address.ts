import type { RequestContext } from "../../lib/context.js";

/** The EID of a person among the contacts of an advertisable, which the audience area gives them too; `address` as it is kept. */
export function contactEidOf({ contactKeys }: RequestContext, advertisableEid: string, address: string): string {
  return contactKeys.digest(`email:${address}`, advertisableEid);
}

/** An address as the table of unsubscribers keeps it. */
export function sealAddress(
  { contactKeys }: RequestContext,
  advertisableEid: string,
  contactEid: string,
  address: string,
): Buffer {
  return contactKeys.seal(address, `${advertisableEid} ${contactEid}`);
}

/** The address that was sealed. */
export function openAddress(
  { contactKeys }: RequestContext,
  advertisableEid: string,
  contactEid: string,
  sealed: Buffer,
): string {
  return contactKeys.open(sealed, `${advertisableEid} ${contactEid}`);
}
