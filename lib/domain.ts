const MAX_LENGTH = 253;

/**
 * A domain as reports keep it: lower case, punycode, without a leading `www.` and a final point. Empty
 * for an empty text; null for what is no domain, an address with a path among it.
 */
export function normaliseDomain(text: string): string | null {
  if (text === "") return "";
  if (/[\s/?#@:\\[\]%]/.test(text) || !URL.canParse(`http://${text}`)) return null;
  const { hostname } = new URL(`http://${text}`);
  const domain = hostname.replace(/\.$/, "");
  // URL reads "123456789" as the address 7.91.205.21; only an address written as one is one.
  if (/^\d+(\.\d+){3}$/.test(domain) && domain !== text) return null;
  if (domain === "" || domain.length > MAX_LENGTH || domain.split(".").includes("")) return null;
  return domain.replace(/^www\.(?=.+\.)/, "");
}
