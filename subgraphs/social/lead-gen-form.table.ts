import type { RequestContext } from "../../lib/context.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import type { LeadGenForm } from "./lead-gen-form.type.js";
import { NAMED_COLUMNS } from "./lists.js";
import { defineRecordedTable } from "./recorded.table.js";

export type LeadGenFormRecord = Omit<LeadGenForm, "id">;

const TABLE = "social.lead_gen_form";

export const leadGenForms = defineRecordedTable<LeadGenFormRecord>({
  noun: "lead gen form",
  objectType: "LeadGenForm",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    followUpActionUrl: "follow_up_action_url",
    privacyPolicyUrl: "privacy_policy_url",
    externalId: "external_id",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toLeadGenForm(record: LeadGenFormRecord): LeadGenForm {
  return { ...record, id: nodeId("LeadGenForm", record.eid) };
}

export async function leadGenFormByEid(context: RequestContext, eid: string): Promise<LeadGenForm | null> {
  const record = await leadGenForms.byEid(context, eid);
  return record === null ? null : toLeadGenForm(record);
}

const LIST: Omit<ListSpec<LeadGenFormRecord, LeadGenForm>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: leadGenForms.select,
  toNode: toLeadGenForm,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const leadGenFormsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const leadGenFormsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
