import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { defineLoader } from "../../lib/loader.js";
import { lookalikeRefusal, lookalikeUsers } from "./lookalike.rules.js";
import { LookalikeFitness } from "./lookalike.type.js";
import { Segment } from "./segment.type.js";

const DAY = 86_400_000;

/** Segments of one question to the reports. */
const AT_ONCE = 1_000;

@Resolver(() => Segment)
export class LookalikeResolver {
  @FieldResolver(() => LookalikeFitness, {
    nullable: true,
    description: "Whether an audience can be made that looks like it. Null when the reports are away.",
  })
  async lookalike(@Root() segment: Segment, @Ctx() context: RequestContext): Promise<LookalikeFitness> {
    const users = await usersOf(context, segment);
    const refusal = lookalikeRefusal({ isActive: segment.isActive, type: segment.type, users });
    return { isValid: refusal === null, refusal, users };
  }
}

async function usersOf(context: RequestContext, segment: Segment): Promise<number> {
  if (segment.type === "CRM") return segment.emails;
  if (segment.type !== "USER_EVENTS") return 0;
  const visitors = segment.isActive ? ((await usersToday(context, segment.eid)) ?? 0) : 0;
  return lookalikeUsers({ uploaded: segment.ids, visitors });
}

const SIZES = `query UsersToday($eids: [String!]!, $range: DateRangeInput!) {
  segments(first: ${AT_ONCE}, filter: { eid: { in: $eids } }) { nodes { eid userList(range: $range) { summary { current } } } }
}`;

interface Sizes {
  segments: { nodes: { eid: string; userList: { summary: { current: number } } | null }[] };
}

/** Users who are in segments today, as the reports count them. */
const usersToday = defineLoader<string, number>(async (eids, context) => {
  const now = context.clock.now();
  const range = { between: { start: dayOf(now), endExclusive: dayOf(now + DAY) } };
  const found = new Map<string, number>();
  for (let from = 0; from < eids.length; from += AT_ONCE) {
    const data = await context.ask(SIZES, { eids: eids.slice(from, from + AT_ONCE), range });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read off the operation above
    for (const { eid, userList } of (data as unknown as Sizes).segments.nodes)
      if (userList !== null) found.set(eid, userList.summary.current);
  }
  return found;
});

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
