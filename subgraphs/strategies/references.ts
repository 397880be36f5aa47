import { isFrozen } from "../../lib/advertisable-standing.js";
import type { RequestContext } from "../../lib/context.js";
import { AppError, type Violation } from "../../lib/errors.js";
import type { LinkField, LinkLists } from "./strategy-link.table.js";

const QUESTION = `query References($eid: ID!, $owner: [String!]!, $ads: [String!]!, $segments: [String!]!,
    $hasAds: Boolean!, $hasSegments: Boolean!) {
  advertisable(eid: $eid) { status isActive }
  ads(first: 1000, filter: { eid: { in: $ads }, advertisableEid: { in: $owner } }) @include(if: $hasAds) { nodes { eid } }
  segments(first: 1000, filter: { eid: { in: $segments }, advertisableEid: { in: $owner } }) @include(if: $hasSegments) {
    nodes { eid } } }`;

const AD_FIELDS: readonly LinkField[] = ["adEids", "webAdEids", "snAdEids"];
const SEGMENT_FIELDS: readonly LinkField[] = ["positiveSegmentEids", "negativeSegmentEids", "conversionSegmentEids"];

/**
 * Asks the areas that own them whether a strategy may be live and name what it is to name. Throws FORBIDDEN for
 * an advertisable that is rejected or deleted, NOT_FOUND for an ad or a segment that is not one of the same
 * advertisable. Call it before a transaction.
 */
export async function requireReferences(
  context: RequestContext,
  advertisableEid: string,
  lists: LinkLists,
): Promise<void> {
  const ads = AD_FIELDS.flatMap((field) => lists[field] ?? []);
  const segments = SEGMENT_FIELDS.flatMap((field) => lists[field] ?? []);
  const answer = await context.ask(QUESTION, {
    eid: advertisableEid,
    owner: [advertisableEid],
    ads: [...new Set(ads)],
    segments: [...new Set(segments)],
    hasAds: ads.length > 0,
    hasSegments: segments.length > 0,
  });
  const advertisable = answer["advertisable"];
  if (isFrozen(advertisable))
    throw new AppError("FORBIDDEN", "The advertisable is rejected or deleted: its strategies can only be paused.");
  const violations = [
    ...missing(lists, AD_FIELDS, eidsOf(answer["ads"]), "ad"),
    ...missing(lists, SEGMENT_FIELDS, eidsOf(answer["segments"]), "segment"),
  ];
  const [first] = violations;
  if (first !== undefined) throw new AppError("NOT_FOUND", first.message, { violations });
}

function missing(
  lists: LinkLists,
  fields: readonly LinkField[],
  known: ReadonlySet<unknown>,
  noun: string,
): Violation[] {
  return fields.flatMap((field) =>
    (lists[field] ?? []).flatMap((eid, index) =>
      known.has(eid)
        ? []
        : [
            {
              path: ["input", field, index],
              code: "NOT_FOUND",
              message: `There is no ${noun} ${eid} of the same advertisable that you can see.`,
            },
          ],
    ),
  );
}

function eidsOf(connection: unknown): Set<unknown> {
  const nodes: unknown = typeof connection === "object" && connection !== null ? Reflect.get(connection, "nodes") : [];
  const rows: unknown[] = Array.isArray(nodes) ? nodes : [];
  return new Set(rows.map((row) => (typeof row === "object" && row !== null ? Reflect.get(row, "eid") : null)));
}
