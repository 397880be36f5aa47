import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { notFound } from "../../lib/errors.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { TargetAccountList } from "./target-account-list.type.js";

export type ListRecord = Omit<TargetAccountList, "id">;

const TABLE = "audience.target_account_list";

export const lists = defineTenantTable<ListRecord>({
  noun: "target account list",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    scoringModelId: "scoring_model_id",
    scoringAuc: "scoring_auc",
    scoringGrades: "scoring_grades",
    scoringHoldout1Status: "scoring_holdout1_status",
    scoringHoldout2Status: "scoring_holdout2_status",
    scoringHoldout3Status: "scoring_holdout3_status",
    scoringHoldout4Status: "scoring_holdout4_status",
    scoringHoldout5Status: "scoring_holdout5_status",
    scoringItemsPending: "scoring_items_pending",
    scoringProductionStatus: "scoring_production_status",
    scoringStatus: "scoring_status",
    crmSyncState: "crm_sync_state",
    crmSyncedAt: "crm_synced_at",
    isActive: "is_active",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  json: ["scoringGrades"],
});

export function toList(record: ListRecord): TargetAccountList {
  return { ...record, id: nodeId("TargetAccountList", record.eid) };
}

/** The list, or NOT_FOUND for one that is deleted, foreign, or of another advertisable than the one that is named. */
export async function requireList(
  context: RequestContext,
  eid: string,
  advertisableEid?: string | null,
): Promise<ListRecord> {
  const list = await lists.require(context, eid);
  if (!list.isActive || (advertisableEid != null && list.advertisableEid !== advertisableEid))
    throw notFound("target account list", eid);
  return list;
}

/** Holds a list for a write; NOT_FOUND where it was deleted meanwhile. */
export async function holdList(sql: Sql, context: RequestContext, list: ListRecord): Promise<ListRecord> {
  const held = await lists.lock(sql, context, list);
  if (!held.isActive) throw notFound("target account list", list.eid);
  return held;
}

const LIST: Omit<ListSpec<ListRecord, TargetAccountList>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: lists.select,
  filters: {
    eid: "t.eid",
    name: "t.name",
    scoringStatus: "t.scoring_status",
    scoringModelId: "t.scoring_model_id",
    isActive: "t.is_active",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toList,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const listsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const listsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });

function countLoader(column: string) {
  return defineLoader<{ eid: string; advertisableEid: string }, number>(
    async (keys, context) => {
      const visible = visibleTo(context.viewer, "t.advertisable_eid");
      const rows = await context.sql.rows<{ eid: string; count: number }>(
        `select t.${column} as eid, count(*) as count from audience.target_account t
         where ${visible.sql} and t.advertisable_eid = any(?) and t.${column} = any(?) group by 1`,
        [...visible.bindings, keys.map((key) => key.advertisableEid), keys.map((key) => key.eid)],
      );
      return new Map(rows.map((row) => [row.eid, row.count]));
    },
    (key) => key.eid,
  );
}

export const accountCountOfList = countLoader("tal_eid");
export const accountCountOfTier = countLoader("tier_eid");
