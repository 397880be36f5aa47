import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import type { TenantRecord } from "../../lib/tenant-table.js";
import { statusAt } from "./email-campaign.rules.js";
import type { EmailCampaignRecord } from "./email-campaign.table.js";

/** Whether a campaign runs and its advertisable is not suspended, as it is written now, whatever was read before. */
export async function maySend(context: RequestContext, campaign: TenantRecord): Promise<boolean> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [row] = await context.sql.rows<Pick<EmailCampaignRecord, "status" | "startDate" | "endDate">>(
    `select t.status, t.start_date as "startDate", t.end_date as "endDate" from email.email_campaign t
     left join email.email_settings s on s.advertisable_eid = t.advertisable_eid
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = ? and s.suspended_at is null`,
    [...visible.bindings, campaign.advertisableEid, campaign.eid],
  );
  return row !== undefined && statusAt(row, context.clock.now()) === "RUNNING";
}
