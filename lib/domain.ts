const MAX_LENGTH = 253;

/**
 * A domain as reports keep it: lower case, punycode, without a leading `www.` and a final point; what is kept
 * is itself when it is read again. Empty for an empty text; null for what is no domain, an address with a path among it.
 */
export function normaliseDomain(text: string): string | null {
  if (text === "") return "";
  if (/[\s/?#@:\\[\]%]/.test(text) || !URL.canParse(`http://${text}`)) return null;
  const { hostname } = new URL(`http://${text}`);
  const domain = hostname.replace(/\.$/, "");
  // URL reads "123456789" as the address 7.91.205.21; only an address written as one is one.
  if (/^\d+(\.\d+){3}$/.test(domain) && domain !== text) return null;
  if (domain === "" || domain.length > MAX_LENGTH || domain.split(".").includes("")) return null;
  return domain.replace(/^(?:www\.)+(?=.+\.)/, "");
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a domain in lower case and punycode can be a host's: two labels or more as DNS wants them, the last one no number. */
export function isHostDomain(domain: string): boolean {
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
}
