import { domainToASCII } from "node:url";

const MAX_ADDRESS = 254;

/** Nothing that has a meaning in a header: no brackets, quotes, commas, spaces or characters that can't be seen. */
const LOCAL_PART = /^[^\s\p{C}@<>()[\],;:\\"]{1,64}$/u;
const DOMAIN = /^[^\s\p{C}@<>()[\],;:\\"/?#%]+$/u;

/** A domain in ASCII: two labels or more, the last one no number. */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

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
  const labels = domainToASCII(domain).split(".");
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? ""))
    return null;
  return address;
}
