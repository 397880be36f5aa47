import { getRoute, neededFor, paged, pageParameters, present } from "./entities.js";
import { legacyDateTime, legacyEnum } from "./legacy-format.js";
import { mutationRoute } from "./mutation-route.js";
import { eid, optionalInteger } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { amount, lasting, removable } from "./write-parameters.js";

const SEGMENT_FIELDS = `fragment SegmentFields on Segment {
  eid advertisableEid name displayName type duration isConversion conversionValue { amount } isActive createdAt
  rule { eid pattern }
}`;

interface SegmentData {
  eid: string;
  advertisableEid: string;
  name: string;
  displayName: string | null;
  type: string;
  duration: number;
  isConversion: boolean;
  conversionValue: { amount: string } | null;
  isActive: boolean;
  createdAt: string;
  rule: { eid: string; pattern: string } | null;
}

const SECONDS_A_DAY = 86_400;

/** The record of decisions, section 6; pattern and rule are those of the rule that fills it, null where none does. */
function segmentRecord(data: SegmentData) {
  return {
    eid: data.eid,
    advertisable_eid: data.advertisableEid,
    name: data.name,
    display_name: data.displayName,
    type: legacyEnum(data.type),
    duration: data.duration,
    duration_sec: data.duration * SECONDS_A_DAY,
    conversion_value: data.conversionValue?.amount ?? null,
    is_active: data.isActive,
    is_conversion: data.isConversion,
    pattern: data.rule?.pattern ?? null,
    rule: data.rule?.eid ?? null,
    created_date: legacyDateTime(data.createdAt),
  };
}

export const ENTITY_SEGMENT_ROUTES: readonly RestRoute[] = [
  getRoute<"segment", SegmentData>("segment", "segment", SEGMENT_FIELDS, "segment.read", segmentRecord),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/advertisable/get_segments",
    permission: "segment.read",
    description: "The segments of an advertisable that are not deleted, the oldest first. Decisions, section 6.",
    parameters: { advertisable: eid("EID of the advertisable."), ...pageParameters },
    operation: `query Segments($advertisable: ID!, $after: String) {
      advertisable(eid: $advertisable) {
        segments(first: 1000, after: $after) { nodes { ...SegmentFields } pageInfo { hasNextPage endCursor } }
      }
    } ${SEGMENT_FIELDS}`,
    connection: "advertisable.segments",
    needed: neededFor,
    variables: (input) => ({ advertisable: input.advertisable }),
    body: ({ advertisable }: { advertisable: { segments: { nodes: SegmentData[] } | null } | null }, input) => ({
      results: paged(present(present(advertisable).segments).nodes, input).map(segmentRecord),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/rule/get_segments",
    permission: "segment.read",
    description:
      "The segments that a rule's pages put visitors into, without those that are deleted. Document 2, part B, which has them in `segments`, not in `results`.",
    parameters: { rule: eid("EID of the rule.") },
    operation: `query Segments($rule: ID!) { rule(eid: $rule) { segments { ...SegmentFields } } } ${SEGMENT_FIELDS}`,
    variables: (input) => input,
    body: ({ rule }: { rule: { segments: SegmentData[] | null } | null }) => ({
      segments: present(present(rule).segments).map(segmentRecord),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/pixel/get_segments",
    permission: "segment.read",
    description:
      "The segments of a pixel's rules, each once, in the order of the rules, without those that are deleted. Decisions, section 6.",
    parameters: { pixel: eid("EID of the pixel."), ...pageParameters },
    // A pixel has at most 1,000 rules: one page holds them all.
    operation: `query Segments($pixel: ID!) {
      pixel(eid: $pixel) { rules(first: 1000) { nodes { segments { ...SegmentFields } } } }
    } ${SEGMENT_FIELDS}`,
    variables: (input) => ({ pixel: input.pixel }),
    body: ({ pixel }: { pixel: { rules: { nodes: { segments: SegmentData[] | null }[] } } | null }, input) => {
      const all = present(pixel).rules.nodes.flatMap((rule) => present(rule.segments));
      const once = new Map(all.map((segment) => [segment.eid, segment]));
      return { results: paged([...once.values()], input).map(segmentRecord) };
    },
  }),
  mutationRoute({
    method: "PUT",
    path: "/api/v1/segment/edit",
    permission: "segment.write",
    description:
      "Changes a segment's conversion value and duration; the segment. What is not given stays. Document 2, part B; decisions, section 6, for the parameter segment.",
    parameters: {
      segment: eid("EID of the segment."),
      conversion_value: removable(
        amount(
          "What one conversion is worth, in US dollars, from 0, at most 2 decimals; null or empty for no such value.",
        ),
      ),
      duration: lasting(optionalInteger("Days without activity after which somebody leaves it, 1 to 540.", 1, 540)),
    },
    mutation: "editSegment",
    inputType: "EditSegmentInput",
    selection: "segment { ...SegmentFields }",
    fragment: SEGMENT_FIELDS,
    input: ({ segment, conversion_value: conversionValue, duration }) => ({ eid: segment, conversionValue, duration }),
    results: ({ segment }: { segment: SegmentData }) => segmentRecord(segment),
  }),
];
