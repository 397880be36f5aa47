import { domainToASCII } from "node:url";
import { isHostDomain } from "./domain.js";

const MAX_ADDRESS = 254;

/** Nothing that has a meaning in a header: no brackets, quotes, commas, spaces or characters that can't be seen. */
const LOCAL_PART = /^[^\s\p{C}@<>()[\],;:\\"]{1,64}$/u;
const DOMAIN = /^[^\s\p{C}@<>()[\],;:\\"/?#%]+$/u;

/**
 * What looks like an address within a longer text, in the text of a URL too. Looked for from the start of a word
 * only: from every character of a long one, it would take seconds.
 */
const ADDRESS_WITHIN =
  /(?<![^\s"'`<>()[\]{},;:=&?/|\\])[^\s"'`<>()[\]{},;:=&?/|\\]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;

/** A text without the addresses in it, so that it can be told or logged. */
export function maskAddresses(text: string): string {
  return text.replaceAll(ADDRESS_WITHIN, "***");
}

/**
 * An e-mail address as it is kept and compared: without blanks around it, in lower case. Null for what
 * is none, and for the forms that hardly any mail server takes: quoted names, comments, addresses of machines.
 */
export function normaliseAddress(text: string): string | null {
  if (text.length > 2 * MAX_ADDRESS) return null;
  const address = text.trim().toLowerCase();
  if (address.length > MAX_ADDRESS || !address.isWellFormed()) return null;
  const at = address.indexOf("@");
  const domain = address.slice(at + 1);
  if (!LOCAL_PART.test(address.slice(0, Math.max(at, 0))) || !DOMAIN.test(domain)) return null;
  return isHostDomain(domainToASCII(domain)) ? address : null;
}
