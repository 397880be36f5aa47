import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { checkText, checkUrl } from "../../lib/checks.js";
import { CreateLeadGenFormInput, LEAD_GEN_FORM_LIST, LeadGenFormPayload } from "./lead-gen-form.input.js";
import {
  type LeadGenFormRecord,
  leadGenForms,
  leadGenFormsOfAdvertisable,
  leadGenFormsOfViewer,
  toLeadGenForm,
} from "./lead-gen-form.table.js";
import { LeadGenForm } from "./lead-gen-form.type.js";
import { requireOwner } from "../../lib/ownership.js";
import { queueObject } from "./publishing.js";
import { readsOf } from "./reads.js";

@Resolver(() => LeadGenForm)
class LeadGenFormResolver {
  @Mutation(() => LeadGenFormPayload, {
    nullable: true,
    description: "Creates a form. NOT_FOUND for an advertisable that the viewer can't see.",
  })
  @NeedsPermission("social.write")
  async createLeadGenForm(
    @Arg("input", () => CreateLeadGenFormInput, { description: "The new form." }) input: CreateLeadGenFormInput,
    @Ctx() context: RequestContext,
  ): Promise<LeadGenFormPayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "social.write");
    refuse([
      ...checkText("name", input.name, 1, 255),
      ...checkUrl("followUpActionUrl", input.followUpActionUrl),
      ...checkUrl("privacyPolicyUrl", input.privacyPolicyUrl),
    ]);
    const now = new Date(context.clock.now());
    const record: LeadGenFormRecord = {
      eid: context.newEid(),
      advertisableEid: input.advertisableEid,
      name: input.name,
      followUpActionUrl: input.followUpActionUrl,
      privacyPolicyUrl: input.privacyPolicyUrl,
      externalId: null,
      createdAt: now,
      updatedAt: now,
    };
    const created = await context.transaction("social.write", async (sql) => {
      await leadGenForms.insert(sql, context, "createLeadGenForm", record);
      await queueObject(sql, context, "LeadGenForm", record);
      return record;
    });
    return { leadGenForm: toLeadGenForm(created) };
  }
}

export const LEAD_GEN_FORM_RESOLVERS = [
  LeadGenFormResolver,
  ...readsOf({
    ...LEAD_GEN_FORM_LIST,
    type: LeadGenForm,
    singular: "leadGenForm",
    plural: "leadGenForms",
    words: { one: "lead generation form", many: "lead generation forms" },
    one: async (context, eid) => toLeadGenForm(await leadGenForms.require(context, eid)),
    ofViewer: leadGenFormsOfViewer,
    ofAdvertisable: leadGenFormsOfAdvertisable,
  }),
] as const;
