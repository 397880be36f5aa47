import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { checkInteger, checkText, violation } from "../../lib/checks.js";
import { CreateHoldoutAudienceInput, HOLDOUT_AUDIENCE_LIST, HoldoutAudiencePayload } from "./holdout-audience.input.js";
import {
  type HoldoutAudienceRecord,
  holdoutAudiences,
  holdoutAudiencesOfAdvertisable,
  holdoutAudiencesOfViewer,
  toHoldoutAudience,
} from "./holdout-audience.table.js";
import { HoldoutAudience } from "./holdout-audience.type.js";
import { requireOwner } from "../../lib/ownership.js";
import { readsOf } from "./reads.js";

const MAX_GROUP = 2_147_483_647;

@Resolver(() => HoldoutAudience)
class HoldoutAudienceResolver {
  @Mutation(() => HoldoutAudiencePayload, {
    nullable: true,
    description:
      "Creates a holdout audience. FORBIDDEN unless the viewer is staff: whoever measures an effect is not whom it is measured for (own: the documents have the record only).",
  })
  @NeedsPermission("social.administer")
  async createHoldoutAudience(
    @Arg("input", () => CreateHoldoutAudienceInput, { description: "The new holdout audience." })
    input: CreateHoldoutAudienceInput,
    @Ctx() context: RequestContext,
  ): Promise<HoldoutAudiencePayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "social.administer");
    const externalId = input.externalId ?? null;
    refuse([
      ...checkText("startCohortId", input.startCohortId, 1, 255),
      ...checkText("endCohortId", input.endCohortId, 1, 255),
      ...checkInteger("groupId", input.groupId, 0, MAX_GROUP),
      ...(externalId === null || /^\d{1,19}$/.test(externalId)
        ? []
        : [violation("externalId", "NOT_A_NUMBER", "externalId must be a number of 1 to 19 digits.")]),
    ]);
    const now = new Date(context.clock.now());
    const record: HoldoutAudienceRecord = {
      eid: context.newEid(),
      advertisableEid: input.advertisableEid,
      startCohortId: input.startCohortId,
      endCohortId: input.endCohortId,
      groupId: input.groupId,
      externalId,
      isActive: true,
      createdAt: now,
      updatedAt: now,
    };
    const created = await context.transaction("social.administer", async (sql) => {
      await holdoutAudiences.insert(sql, context, "createHoldoutAudience", record);
      return record;
    });
    return { holdoutAudience: toHoldoutAudience(created) };
  }
}

export const HOLDOUT_AUDIENCE_RESOLVERS = [
  HoldoutAudienceResolver,
  ...readsOf({
    ...HOLDOUT_AUDIENCE_LIST,
    type: HoldoutAudience,
    singular: "holdoutAudience",
    plural: "holdoutAudiences",
    words: { one: "holdout audience", many: "holdout audiences" },
    one: async (context, eid) => toHoldoutAudience(await holdoutAudiences.require(context, eid)),
    ofViewer: holdoutAudiencesOfViewer,
    ofAdvertisable: holdoutAudiencesOfAdvertisable,
  }),
] as const;
