import { isIP, SocketAddress } from "node:net";
import type { Violation } from "../../lib/errors.js";

const MAX_RANGES = 1_000;

/** An address, or a network as address/prefix, as Postgres writes it; null when the text is neither. */
export function ipRange(text: string): string | null {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const bits = version === 4 ? 32 : 128;
  if (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)) return null;
  const plain = new SocketAddress({ address, family: version === 4 ? "ipv4" : "ipv6" }).address;
  return prefix === undefined || Number(prefix) === bits ? plain : `${plain}/${Number(prefix)}`;
}

export function checkIpRanges(field: string, ranges: readonly string[] | null | undefined): Violation[] {
  if (ranges == null) return [];
  if (ranges.length > MAX_RANGES)
    return [{ path: ["input", field], code: "TOO_MANY", message: `${field} must have at most ${MAX_RANGES} entries.` }];
  return ranges.flatMap((range, index) =>
    ipRange(range) === null
      ? [
          {
            path: ["input", field, index],
            code: "NOT_AN_IP_RANGE",
            message: `${field} must be IP addresses or networks, such as 192.0.2.7 or 192.0.2.0/24.`,
          },
        ]
      : [],
  );
}

/** The ranges as they are kept: each once, in the order in which they came. */
export function ipRanges(ranges: readonly string[]): string[] {
  return [...new Set(ranges.map(ipRange).filter((range) => range !== null))];
}
