import type { RequestContext } from "../../lib/context.js";
import type { AddressedBy } from "./user-lists.type.js";

/** EIDs that a request may name at once; more are asked for in several operations. */
const PAGE = 1_000;

/** The EIDs in portions of a page. */
function* portions(eids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < eids.length; at += PAGE) yield eids.slice(at, at + PAGE);
}

const SEGMENTS = `query UserListSegments($eids: [String!]!) {
  list: segments(first: 1000, filter: { eid: { in: $eids }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid } }
}`;

/** Those of the EIDs that are segments of the advertisable, deleted ones too. */
export async function segmentsOf(
  context: RequestContext,
  advertisableEid: string,
  eids: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const portion of portions(eids)) {
    for (const node of nodesOf(await context.ask(SEGMENTS, { eids: portion })))
      if (node["advertisableEid"] === advertisableEid) found.push(String(node["eid"]));
  }
  return found;
}

const AD_GROUPS = `query UserListAdGroups($eids: [String!]!) {
  list: adGroups(first: 1000, filter: { eid: { in: $eids }, isActive: { in: [true, false] } }) {
    nodes { eid advertisableEid positiveSegments }
  }
}`;

const ADS = `query UserListAds($eids: [String!]!) {
  list: ads(first: 1000, filter: { eid: { in: $eids }, isActive: { in: [true, false] } }) {
    nodes { eid advertisableEid adGroups(first: 1000) { nodes { positiveSegments } } }
  }
}`;

/** The segments that ad groups or ads of the advertisable address, by EID; one that is not its own is not there. */
export async function addressedSegments(
  context: RequestContext,
  advertisableEid: string,
  by: AddressedBy,
  eids: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const portion of portions(eids)) {
    for (const node of nodesOf(await context.ask(by === "AD" ? ADS : AD_GROUPS, { eids: portion }))) {
      if (node["advertisableEid"] !== advertisableEid) continue;
      const adGroups = by === "AD" ? nodesOf({ list: node["adGroups"] }) : [node];
      const segments = adGroups.flatMap(({ positiveSegments }) =>
        Array.isArray(positiveSegments) ? positiveSegments.map(String) : [],
      );
      found.set(String(node["eid"]), [...new Set(segments)].toSorted());
    }
  }
  return found;
}

type Node = Readonly<Record<string, unknown>>;

/** The nodes of the one list that an answer holds. */
function nodesOf({ list }: Node): Node[] {
  const nodes: unknown = isNode(list) ? list["nodes"] : undefined;
  return Array.isArray(nodes) ? nodes.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
