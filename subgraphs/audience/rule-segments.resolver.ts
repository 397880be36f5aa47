import { Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { Rule } from "./rule.ref.js";
import { segments, toSegment } from "./segment.table.js";
import { Segment } from "./segment.type.js";

@Resolver(() => Rule)
export class RuleSegmentsResolver {
  @FieldResolver(() => [Segment], {
    nullable: true,
    description:
      "The segments that its pages put visitors into, in the order of segmentEids; not those that are deleted.",
  })
  @Directive('@requires(fields: "segmentEids")')
  async segments(@Root() { segmentEids }: Rule, @Ctx() context: RequestContext): Promise<Segment[]> {
    const found = await Promise.all(segmentEids.map((eid) => segments.byEid(context, eid)));
    return found.flatMap((record) => (record?.isActive === true ? [toSegment(record)] : []));
  }
}
