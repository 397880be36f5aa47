import type { RequestContext } from "../../lib/context.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantRows } from "../../lib/tenant-rows.js";
import { NAMED_COLUMNS } from "./lists.js";
import type { Playbook } from "./playbook.type.js";
import { budgetSettings } from "./universal-budget.js";
import type { BudgetType } from "./universal-budget.type.js";

/** A playbook as its table keeps it. */
export interface PlaybookRecord extends Omit<Playbook, "id" | "budgetSettings"> {
  budgetType: BudgetType;
  goal: string | null;
  isProrated: boolean;
}

const TABLE = "universal.playbook";

export const playbooks = defineTenantRows<PlaybookRecord>({
  noun: "playbook",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    status: "status",
    playbookType: "playbook_type",
    startDate: "start_date",
    endDate: "end_date",
    currency: "currency",
    budgetType: "budget_type",
    goal: "goal",
    isProrated: "is_prorated",
    budgetBalancingAutomated: "budget_balancing_automated",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toPlaybook(record: PlaybookRecord): Playbook {
  return {
    ...record,
    id: nodeId("Playbook", record.eid),
    budgetSettings: budgetSettings({ ...record, amount: record.goal, campaigns: { ofPlaybook: record.eid } }),
  };
}

export async function playbookByEid(context: RequestContext, eid: string): Promise<Playbook | null> {
  const record = await playbooks.byEid(context, eid);
  return record === null ? null : toPlaybook(record);
}

const LIST: Omit<ListSpec<PlaybookRecord, Playbook>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: playbooks.select,
  filters: NAMED_COLUMNS.filters,
  toNode: toPlaybook,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const playbooksOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const playbooksOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
