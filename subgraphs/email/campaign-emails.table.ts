import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import type { TenantRecord } from "../../lib/tenant-table.js";
import { type EmailRecord, emails } from "./email.table.js";

/** The e-mails of a campaign as they are at the moment, in the order in which they are sent. */
export async function emailsInOrder(context: RequestContext, campaign: TenantRecord): Promise<EmailRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.sql.rows<EmailRecord>(
    `select ${emails.select.join(", ")} from email.email t
     where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = ? order by t.position`,
    [...visible.bindings, campaign.advertisableEid, campaign.eid],
  );
}
