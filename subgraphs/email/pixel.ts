import { defineLoader } from "../../lib/loader.js";

const PIXELS = `query Pixels($eids: [String!]) {
  advertisables(first: 1000, filter: { eid: { in: $eids }, isActive: { in: [true, false] } }) {
    nodes { eid pixel { status } }
  }
}`;

interface Answer {
  advertisables: { nodes: { eid: string; pixel: { status: string } | null }[] };
}

/** Whether a page with an advertisable's pixel has been seen; null for one that the viewer can't see. */
export const pixelSeen = defineLoader<string, boolean>(async (eids, context) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the operation above answers
  const answer = (await context.ask(PIXELS, { eids })) as unknown as Answer;
  return new Map(answer.advertisables.nodes.map(({ eid, pixel }) => [eid, pixel?.status === "ACTIVE"]));
});
