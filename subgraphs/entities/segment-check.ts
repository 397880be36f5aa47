import type { RequestContext } from "../../lib/context.js";
import { notFound } from "../../lib/errors.js";

/** Segments of one question. */
const AT_ONCE = 1_000;

const KNOWN = `query KnownSegments($eids: [String!]!) {
  segments(first: ${AT_ONCE}, filter: { eid: { in: $eids } }) { nodes { eid advertisableEid } }
}`;

interface Known {
  segments: { nodes: { eid: string; advertisableEid: string }[] };
}

/**
 * NOT_FOUND unless all are segments of the advertisable that are not deleted and that the viewer sees. Asks the area that
 * owns them, so call it before a transaction begins.
 */
export async function requireSegments(
  context: RequestContext,
  advertisableEid: string,
  eids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(eids)];
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const asked = wanted.slice(from, from + AT_ONCE);
    const data = await context.ask(KNOWN, { eids: asked });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read off the operation above
    const { nodes } = (data as unknown as Known).segments;
    const own = new Set(nodes.filter((node) => node.advertisableEid === advertisableEid).map((node) => node.eid));
    const unknown = asked.find((eid) => !own.has(eid));
    if (unknown !== undefined) throw notFound("segment", unknown);
  }
}

/** The segments of two lists that an ad group is to have and does not have yet. */
export function newSegments(
  lists: { positiveSegments?: readonly string[] | undefined; negativeSegments?: readonly string[] | undefined },
  before: { positiveSegments: readonly string[]; negativeSegments: readonly string[] },
): string[] {
  const had = new Set([...before.positiveSegments, ...before.negativeSegments]);
  return [...(lists.positiveSegments ?? []), ...(lists.negativeSegments ?? [])].filter((eid) => !had.has(eid));
}
