import { isFrozen } from "../../lib/advertisable-standing.js";
import type { RequestContext } from "../../lib/context.js";
import { AppError, badInput, notFound, type Violation } from "../../lib/errors.js";
import type { UniversalAdGroupSettings } from "./universal-ad-group.input.js";

/** Objects of one kind that a request may name. */
const MOST = 1_000;

const OPERATION = `query Named($ads: [String!], $segments: [String!]) {
  ads(first: ${MOST}, filter: { eid: { in: $ads }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid } }
  segments(first: ${MOST}, filter: { eid: { in: $segments }, isActive: { in: [true, false] } }) { nodes { eid advertisableEid } } }`;

interface Found {
  nodes: { eid: string; advertisableEid: string }[];
}

/** An ad group of an input, and the way to it there. */
export interface NamingAdGroup {
  at: readonly (string | number)[];
  adGroup: Pick<UniversalAdGroupSettings, "ads" | "positiveSegmentEids" | "negativeSegmentEids">;
}

/** An EID that an input names, and the way to it. */
interface Naming {
  eid: string;
  path: (string | number)[];
}

/**
 * Asks the areas that own them whether the ads and segments that ad groups name are the advertisable's.
 * NOT_FOUND for one that is missing, foreign or of another advertisable; call it before the transaction.
 */
export async function requireReferences(
  context: RequestContext,
  advertisableEid: string,
  adGroups: readonly NamingAdGroup[],
): Promise<void> {
  const ads = adGroups.flatMap(({ at, adGroup }) =>
    namings(
      at,
      "ads",
      adGroup.ads?.map((ad) => ad.adEid),
    ),
  );
  const segments = adGroups.flatMap(({ at, adGroup }) => [
    ...namings(at, "positiveSegmentEids", adGroup.positiveSegmentEids),
    ...namings(at, "negativeSegmentEids", adGroup.negativeSegmentEids),
  ]);
  if (ads.length === 0 && segments.length === 0) return;
  const [adEids, segmentEids] = [distinct("ads", ads), distinct("segments", segments)];
  const data = await context.ask(OPERATION, { ads: adEids, segments: segmentEids });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what OPERATION asks for
  const found = data as unknown as { ads: Found; segments: Found };
  const violations = [
    ...missing("ad", ads, found.ads, advertisableEid),
    ...missing("segment", segments, found.segments, advertisableEid),
  ];
  const [first] = violations;
  if (first !== undefined) throw new AppError("NOT_FOUND", first.message, { violations });
}

function namings(at: NamingAdGroup["at"], field: string, eids: readonly string[] | null | undefined): Naming[] {
  return (eids ?? []).map((eid, index) => ({ eid, path: ["input", ...at, field, index] }));
}

function distinct(field: string, all: readonly Naming[]): string[] {
  const eids = [...new Set(all.map(({ eid }) => eid))];
  if (eids.length <= MOST) return eids;
  throw badInput(["input", field], "TOO_MANY", `One request may name at most ${MOST} different ${field}.`);
}

function missing(noun: string, named: readonly Naming[], { nodes }: Found, advertisableEid: string): Violation[] {
  const known = new Set(nodes.filter((node) => node.advertisableEid === advertisableEid).map((node) => node.eid));
  return named
    .filter(({ eid }) => !known.has(eid))
    .map(({ eid, path }) => ({ path, code: "NOT_FOUND", message: notFound(noun, eid).message }));
}

/**
 * The currency of an advertisable, of which its owner knows. FORBIDDEN for one that is rejected or deleted: what it
 * has can only be stopped.
 */
export async function requireServing(context: RequestContext, advertisableEid: string): Promise<string> {
  const data = await context.ask("query Standing($eid: ID!) { advertisable(eid: $eid) { status isActive currency } }", {
    eid: advertisableEid,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the operation asks for
  const { advertisable } = data as unknown as { advertisable: { currency: string } };
  if (isFrozen(advertisable))
    throw new AppError(
      "FORBIDDEN",
      "The advertisable is rejected or deleted: its playbooks, campaigns and ad groups can only be paused or completed.",
    );
  return advertisable.currency;
}

/** The fields of an edit that only say what is meant, and its status. */
const NO_CHANGES = new Set(["eid", "advertisableEid", "campaignEid", "adGroupEid", "adEid", "status"]);

/** Whether an edit does nothing but pause or complete, which is never refused for what other areas say. */
export function onlyStops(input: { status?: unknown }): boolean {
  const others = Object.entries(input).filter(([field, value]) => value !== undefined && !NO_CHANGES.has(field));
  return (input.status === "PAUSED" || input.status === "COMPLETED") && others.length === 0;
}
