import { Ctx, Directive, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { ruleOfSegment, toRule } from "./rule.table.js";
import { Rule } from "./rule.type.js";
import { Segment } from "./segment.ref.js";

@Resolver(() => Segment)
export class SegmentRuleResolver {
  @FieldResolver(() => Rule, {
    nullable: true,
    description: "The rule whose pages put visitors into it, the oldest of several; null where no rule does.",
  })
  @Directive('@requires(fields: "advertisableEid")')
  async rule(@Root() { eid, advertisableEid }: Segment, @Ctx() context: RequestContext): Promise<Rule | null> {
    const rule = await ruleOfSegment(context, { segmentEid: eid, advertisableEid });
    return rule === null ? null : toRule(rule);
  }
}
