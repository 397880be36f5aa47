import type { RequestContext } from "../../lib/context.js";
import { notFound } from "../../lib/errors.js";

const SEGMENTS = `query PromotedSegment($advertisable: [String!]!, $eids: [String!]!) {
  found: segments(first: 1, filter: { advertisableEid: { in: $advertisable }, eid: { in: $eids }, isActive: { in: [true, false] } }) {
    nodes { eid } } }`;

/**
 * NOT_FOUND unless a segment is one of the advertisable's that the viewer can see, which the audience area knows.
 * It is asked before a transaction begins.
 */
export async function requireSegment(context: RequestContext, advertisableEid: string, eid: string): Promise<void> {
  const { found } = await context.ask(SEGMENTS, { advertisable: [advertisableEid], eids: [eid] });
  const nodes: unknown = Reflect.get(Object(found), "nodes");
  if (!Array.isArray(nodes)) throw new TypeError("the answer of the graph lacks its segments");
  if (nodes.length === 0) throw notFound("segment", eid);
}
