import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import {
  EditProspectingAudienceInput,
  ProspectingAudiencePayload,
  SetProspectingAudienceInput,
} from "./audience.input.js";
import { type AudienceRecord, audiences, toAudience } from "./audience.table.js";
import { ProspectingAudience } from "./audience.type.js";
import { checkInteger } from "../../lib/checks.js";
import { checkEventSource, DEFAULT_EVENT_SOURCE, requireActive } from "./checks.js";
import { requireSegments } from "./elsewhere.js";
import { given } from "../../lib/given.js";
import { adGroupByEid, adGroups } from "./prospecting-ad-group.table.js";
import { ProspectingAdGroup } from "./prospecting-ad-group.type.js";
import { oneOf } from "./reads.js";
import { Segment } from "./segment.ref.js";
import { requireOptedIn } from "./settings.table.js";

const MAX_SIZE = 2_147_483_647;

@Resolver(() => ProspectingAudience)
class AudienceResolver {
  @FieldResolver(() => ProspectingAdGroup, { description: "Its ad group." })
  async adGroup(@Root() { adGroupEid }: ProspectingAudience, @Ctx() context: RequestContext) {
    return await adGroupByEid(context, adGroupEid);
  }

  @FieldResolver(() => Segment, {
    nullable: true,
    description: "The segment that its people resemble; null for none, and where the viewer can't see it.",
  })
  sourceSegment(@Root() { sourceSegmentEid }: ProspectingAudience): Segment | null {
    return sourceSegmentEid === null ? null : { eid: sourceSegmentEid };
  }

  @FieldResolver(() => Segment, {
    nullable: true,
    description: "The segment that they are gathered in; null for none, and where the viewer can't see it.",
  })
  targetSegment(@Root() { targetSegmentEid }: ProspectingAudience): Segment | null {
    return targetSegmentEid === null ? null : { eid: targetSegmentEid };
  }

  @Mutation(() => ProspectingAudiencePayload, {
    nullable: true,
    description:
      "Gives an ad group its audience, or changes it. NOT_FOUND when the viewer can't see the ad group or the segment, FORBIDDEN for a new one where the advertisable has not opted in to the prospecting addendum.",
  })
  @NeedsPermission("prospecting.write")
  async setProspectingAudience(
    @Arg("input", () => SetProspectingAudienceInput, { description: "Which one, and what it is." })
    input: SetProspectingAudienceInput,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingAudiencePayload> {
    const row = await adGroups.require(context, input.adGroupEid);
    await prepare(context, row.advertisableEid, input);
    const audience = await context.transaction("prospecting.write", async (sql) => {
      const { eid: adGroupEid, advertisableEid, isActive } = await adGroups.lock(sql, context, row);
      const [before] = await audiences.lockChildren(sql, context, advertisableEid, [adGroupEid]);
      if (before !== undefined)
        return await audiences.write(sql, context, "setProspectingAudience", before, changesOf(input));
      requireActive("An ad group", isActive);
      await requireOptedIn(sql, context, advertisableEid);
      const now = new Date(context.clock.now());
      const record: AudienceRecord = {
        eid: context.newEid(),
        advertisableEid,
        adGroupEid,
        sourceSegmentEid: input.sourceSegmentEid ?? null,
        targetSegmentEid: null,
        size: input.size,
        eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE,
        createdAt: now,
        updatedAt: now,
      };
      await audiences.insert(sql, context, "setProspectingAudience", record);
      return record;
    });
    return { audience: toAudience(audience) };
  }

  @Mutation(() => ProspectingAudiencePayload, {
    nullable: true,
    description: "Changes an audience. NOT_FOUND when the viewer can't see it or a segment that the input names.",
  })
  @NeedsPermission("prospecting.write")
  async editProspectingAudience(
    @Arg("input", () => EditProspectingAudienceInput, { description: "The changes." })
    input: EditProspectingAudienceInput,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingAudiencePayload> {
    const { advertisableEid } = await audiences.require(context, input.eid);
    await prepare(context, advertisableEid, input);
    const audience = await audiences.change(context, {
      eid: input.eid,
      action: "editProspectingAudience",
      permission: "prospecting.write",
      apply: () => changesOf(input),
    });
    return { audience: toAudience(audience) };
  }
}

@Resolver(() => ProspectingAdGroup)
class AudienceOfAdGroupResolver {
  @FieldResolver(() => ProspectingAudience, {
    nullable: true,
    description: "The new people that it looks for; null where nobody said.",
  })
  async audience(
    @Root() adGroup: ProspectingAdGroup,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingAudience | null> {
    const [audience] = await audiences.childrenOf(context, adGroup);
    return audience === undefined ? null : toAudience(audience);
  }
}

interface AudienceFields {
  size?: number | null;
  sourceSegmentEid?: string | null;
  targetSegmentEid?: string | null;
  eventSource?: string | null;
}

async function prepare(context: RequestContext, advertisableEid: string, input: AudienceFields): Promise<void> {
  authorise(context.viewer, "prospecting.write");
  refuse([...checkInteger("size", input.size, 0, MAX_SIZE), ...checkEventSource(input.eventSource)]);
  const named = [input.sourceSegmentEid, input.targetSegmentEid].filter((eid) => eid != null);
  await requireSegments(context, advertisableEid, [...new Set(named)]);
}

function changesOf(input: AudienceFields): Partial<AudienceRecord> {
  const changes = given<AudienceRecord>({
    size: input.size ?? undefined,
    sourceSegmentEid: input.sourceSegmentEid,
    targetSegmentEid: input.targetSegmentEid,
  });
  return { ...changes, eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE };
}

export const AUDIENCE_RESOLVERS = [
  AudienceResolver,
  AudienceOfAdGroupResolver,
  oneOf({
    type: ProspectingAudience,
    singular: "prospectingAudience",
    words: { one: "audience of a prospecting ad group" },
    one: async (context, eid) => toAudience(await audiences.require(context, eid)),
  }),
] as const;
