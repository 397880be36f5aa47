import { defineSubgraph } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { Rule } from "./rule.ref.js";
import { RuleSegmentsResolver } from "./rule-segments.resolver.js";
import { AdvertisableSegmentsResolver, SegmentResolver } from "./segment.resolver.js";
import { segments, toSegment } from "./segment.table.js";

/** Whom advertisables want to reach. */
export const audience = defineSubgraph({
  name: "audience",
  resolvers: [SegmentResolver, AdvertisableSegmentsResolver, RuleSegmentsResolver],
  orphanedTypes: [Advertisable, Rule],
  references: { Segment: async ({ eid }, context) => toSegment(await segments.require(context, eid)) },
});
