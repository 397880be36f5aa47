import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { AppError, notFound } from "../../lib/errors.js";
import type { Creative } from "./creative.type.js";
import { NAMED_COLUMNS } from "./lists.js";
import { defineRecordedTable } from "./recorded.table.js";

/** A creative as its table keeps it, with what the network was told last. */
export interface CreativeRecord extends Omit<Creative, "id"> {
  publishedDigest: string | null;
}

const TABLE = "social.creative";

export const creatives = defineRecordedTable<CreativeRecord>({
  noun: "creative",
  objectType: "Creative",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    title: "title",
    message: "message",
    description: "description",
    caption: "caption",
    callToAction: "call_to_action",
    link: "link",
    imageUrl: "image_url",
    photoPermalinkUrl: "photo_permalink_url",
    externalId: "external_id",
    width: "width",
    height: "height",
    status: "status",
    isActive: "is_active",
    isDynamic: "is_dynamic",
    readOnly: "read_only",
    leadGenFormEid: "lead_gen_form_eid",
    publishedDigest: "published_digest",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toCreative(record: CreativeRecord): Creative {
  return { ...record, id: nodeId("Creative", record.eid) };
}

export async function creativeByEid(context: RequestContext, eid: string): Promise<Creative | null> {
  const record = await creatives.byEid(context, eid);
  return record === null ? null : toCreative(record);
}

/**
 * Locks creatives that ads of an advertisable are to use, so that nobody deletes them meanwhile. NOT_FOUND
 * for one that is missing or of another advertisable, ILLEGAL_TRANSITION for one that is deleted.
 */
export async function lockUsable(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  eids: readonly string[],
): Promise<void> {
  if (eids.length === 0) return;
  const found = new Map(
    (await creatives.lockAll(sql, context, advertisableEid, "eid", eids)).map((row) => [row.eid, row]),
  );
  for (const eid of eids) {
    const creative = found.get(eid);
    if (creative === undefined) throw notFound("creative", eid);
    if (!creative.isActive) throw new AppError("ILLEGAL_TRANSITION", "An ad can't use a deleted creative.");
  }
}

/** The campaigns that have an ad with this creative which is not deleted. */
export async function campaignsUsing(sql: Sql, context: RequestContext, creative: CreativeRecord): Promise<string[]> {
  const visible = visibleTo(context.viewer, "a.advertisable_eid");
  const rows = await sql.rows<{ campaignEid: string }>(
    `select distinct s.campaign_eid as "campaignEid" from social.social_ad a
     join social.ad_set s on s.advertisable_eid = a.advertisable_eid and s.eid = a.ad_set_eid
     where ${visible.sql} and a.advertisable_eid = ? and a.creative_eid = ? and a.is_active order by 1`,
    [...visible.bindings, creative.advertisableEid, creative.eid],
  );
  return rows.map((row) => row.campaignEid);
}

const LIST: Omit<ListSpec<CreativeRecord, Creative>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: creatives.select,
  filters: { ...NAMED_COLUMNS.filters, isActive: "t.is_active" },
  defaultFilter: { isActive: { eq: true } },
  toNode: toCreative,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const creativesOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const creativesOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
