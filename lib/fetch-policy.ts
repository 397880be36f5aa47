import ipaddr from "ipaddr.js";

/** From where and how much the service fetches on behalf of a client. */
export interface FetchPolicy {
  /** Hosts, or host:port, that may be anywhere; of all others only public addresses on port 80 or 443. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Milliseconds until a connection stands, its name's look-up included. */
  readonly connectMs: number;
  /** Milliseconds until everything has come, redirects included; and again until it is read. */
  readonly totalMs: number;
  /** Bytes, as they come and again after decompression. */
  readonly maxBytes: number;
  /** Bytes after decompression for each byte before. */
  readonly maxRatio: number;
}

export const DEFAULT_FETCH_POLICY: FetchPolicy = {
  allowedHosts: new Set(),
  connectMs: 5_000,
  totalMs: 30_000,
  maxBytes: 100 * 2 ** 20,
  maxRatio: 100,
};

/** Why an address is not fetched. */
export type UrlRefusal = "BLOCKED_URL" | "BLOCKED_ADDRESS";

/** Whether the policy lets this address be wherever it is. */
export function isAllowedHost(url: URL, { allowedHosts }: FetchPolicy): boolean {
  return allowedHosts.has(url.hostname) || allowedHosts.has(`${url.hostname}:${url.port || defaultPort(url)}`);
}

/**
 * Why this address must not be fetched as it is written, or null. A host that is a name is not looked
 * up here: the connection checks what it stands for.
 */
export function refusalOfUrl(url: URL, policy: FetchPolicy): UrlRefusal | null {
  if (!["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "") return "BLOCKED_URL";
  if (isAllowedHost(url, policy)) return null;
  if (!["", "80", "443"].includes(url.port)) return "BLOCKED_URL";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(host) && !isPublicAddress(host) ? "BLOCKED_ADDRESS" : null;
}

/** Whether an address belongs to the public internet; one that stands for an IPv4 address is judged as that. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** The hosts of a setting, joined by commas, or null where one is none. */
export function hostsOf(text: string): ReadonlySet<string> | null {
  const hosts = new Set<string>();
  for (const part of text.split(",").filter((each) => each.trim() !== "")) {
    const host = part.trim().toLowerCase();
    if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.test(host) || !URL.canParse(`http://${host}/`)) return null;
    hosts.add(host);
  }
  return hosts;
}

function defaultPort({ protocol }: URL): string {
  return protocol === "https:" ? "443" : "80";
}
