import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { takeTurns } from "../../lib/take-turns.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Advertisable } from "./advertisable.ref.js";
import { checkCategories, plainCategories } from "./contextual-category.rules.js";
import { given } from "../../lib/given.js";
import { requireOwner } from "../../lib/ownership.js";
import { EditProspectingSettingsInput, ProspectingSettingsPayload } from "./settings.input.js";
import { lockSettings, type SettingsRecord, settingsOf, settingsTable } from "./settings.table.js";
import { ProspectingSettings } from "./settings.type.js";

@Resolver(() => Advertisable)
export class SettingsResolver {
  @FieldResolver(() => ProspectingSettings, {
    nullable: true,
    description: "What it has settled for all its prospecting.",
  })
  async prospectingSettings(
    @Root() { eid }: Advertisable,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingSettings> {
    return (
      (await settingsOf(context, eid)) ?? {
        advertisableEid: eid,
        optedIn: false,
        optedAt: null,
        contextualTargetingCategories: [],
        updatedAt: null,
      }
    );
  }

  @Mutation(() => ProspectingSettingsPayload, {
    nullable: true,
    description:
      "Changes what an advertisable has settled. FORBIDDEN for optedIn unless the viewer is an admin of its organization or staff, NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("prospecting.write")
  async editProspectingSettings(
    @Arg("input", () => EditProspectingSettingsInput, { description: "Which ones, and what changes." })
    input: EditProspectingSettingsInput,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingSettingsPayload> {
    const { advertisableEid, optedIn, contextualTargetingCategories: categories } = input;
    await requireOwner(context, advertisableEid);
    const permission = optedIn == null ? "prospecting.write" : "prospecting.optIn";
    authorise(context.viewer, permission);
    refuse(checkCategories(categories));
    const settings = await context.transaction(permission, async (sql) => {
      const now = new Date(context.clock.now());
      await takeTurns(sql, "prospectingSettings", advertisableEid);
      const before = await lockSettings(sql, context, advertisableEid);
      const changes = given<SettingsRecord>({
        optedIn: optedIn ?? undefined,
        optedAt: optedIn == null || optedIn === (before?.optedIn ?? false) ? undefined : now,
        contextualTargetingCategories: categories == null ? undefined : plainCategories(categories),
      });
      if (before !== undefined)
        return await settingsTable.write(sql, context, "editProspectingSettings", before, changes);
      const record: SettingsRecord = {
        eid: context.newEid(),
        advertisableEid,
        optedIn: false,
        optedAt: null,
        contextualTargetingCategories: [],
        createdAt: now,
        updatedAt: now,
        ...changes,
      };
      await settingsTable.insert(sql, context, "editProspectingSettings", record);
      return record;
    });
    return { settings };
  }
}
