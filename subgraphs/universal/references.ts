import type { RequestContext } from "../../lib/context.js";
import { badInput, notFound } from "../../lib/errors.js";
import type { UniversalAdGroupSettings } from "./universal-ad-group.input.js";

/** Objects of one kind that a request may name. */
const MOST = 1_000;

const OPERATION = `query Named($ads: [String!], $segments: [String!]) {
  ads(first: ${MOST}, filter: { eid: { in: $ads }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid } }
  segments(first: ${MOST}, filter: { eid: { in: $segments }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid } } }`;

interface Found {
  nodes: { eid: string; advertisableEid: string }[];
}

/**
 * Asks the areas that own them whether the ads and segments that ad groups name are the advertisable's.
 * NOT_FOUND for one that is missing, foreign or of another advertisable; call it before the transaction.
 */
export async function requireReferences(
  context: RequestContext,
  advertisableEid: string,
  adGroups: readonly Pick<UniversalAdGroupSettings, "ads" | "positiveSegmentEids" | "negativeSegmentEids">[],
): Promise<void> {
  const ads = new Set(adGroups.flatMap((adGroup) => (adGroup.ads ?? []).map((ad) => ad.adEid)));
  const segments = new Set(
    adGroups.flatMap(({ positiveSegmentEids, negativeSegmentEids }) => [
      ...(positiveSegmentEids ?? []),
      ...(negativeSegmentEids ?? []),
    ]),
  );
  if (ads.size === 0 && segments.size === 0) return;
  for (const [field, eids] of [
    ["ads", ads],
    ["segments", segments],
  ] as const) {
    if (eids.size > MOST)
      throw badInput(["input", field], "TOO_MANY", `One request may name at most ${MOST} different ${field}.`);
  }
  const data = await context.ask(OPERATION, { ads: [...ads], segments: [...segments] });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what OPERATION asks for
  const found = data as unknown as { ads: Found; segments: Found };
  requireAll("ad", ads, found.ads, advertisableEid);
  requireAll("segment", segments, found.segments, advertisableEid);
}

function requireAll(noun: string, eids: ReadonlySet<string>, { nodes }: Found, advertisableEid: string): void {
  const known = new Set(nodes.filter((node) => node.advertisableEid === advertisableEid).map((node) => node.eid));
  for (const eid of eids) if (!known.has(eid)) throw notFound(noun, eid);
}

/** The currency of an advertisable, of which the owner knows. */
export async function currencyOf(context: RequestContext, advertisableEid: string): Promise<string> {
  const data = await context.ask("query Currency($eid: ID!) { advertisable(eid: $eid) { currency } }", {
    eid: advertisableEid,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the operation asks for
  return (data as unknown as { advertisable: { currency: string } }).advertisable.currency;
}
