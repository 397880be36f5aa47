import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import { badInput, refuse } from "../../lib/errors.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { checkRoom } from "./advertisable-logo.rules.js";
import type { AdvertisableLogo } from "./advertisable-logo.type.js";
import { advertisables } from "./advertisable.table.js";
import { belowAdvertisable } from "./live-parent.table.js";

export type AdvertisableLogoRecord = Omit<AdvertisableLogo, "id">;

const TABLE = "entities.advertisable_logo";
const IMAGE_TABLE = "entities.advertisable_logo_image";

export const advertisableLogos = defineTenantTable<AdvertisableLogoRecord>({
  noun: "advertisable logo",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    format: "format",
    width: "width",
    height: "height",
    size: "size",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  parents: belowAdvertisable("advertisable logo", () => true),
});

export function toAdvertisableLogo(record: AdvertisableLogoRecord): AdvertisableLogo {
  return { ...record, id: nodeId("AdvertisableLogo", record.eid) };
}

/** The newest logo of each advertisable. */
export const currentLogoByAdvertisable = defineLoader<string, AdvertisableLogo>(async (eids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<AdvertisableLogoRecord>(
    `select distinct on (t.advertisable_eid) ${advertisableLogos.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = any(?)
     order by t.advertisable_eid, t.created_at desc, t.eid desc`,
    [...visible.bindings, [...eids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, toAdvertisableLogo(row)]));
});

/**
 * The image of a logo. One a request: ten of them would be 70 MB of text. Throws BAD_USER_INPUT when
 * more are asked for at once.
 */
export const imageByLogo = defineLoader<AdvertisableLogoRecord, Buffer>(
  async (logos, context) => {
    const [logo] = logos;
    if (logo === undefined || logos.length > 1)
      throw badInput(["advertisableLogoImage"], "TOO_MANY", "Ask for the images of logos one by one.");
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const [row] = await context.sql.rows<{ image: Buffer }>(
      `select t.image from ${IMAGE_TABLE} t where ${visible.sql} and t.advertisable_eid = ? and t.logo_eid = ?`,
      [...visible.bindings, logo.advertisableEid, logo.eid],
    );
    return row === undefined ? new Map() : new Map([[logo.eid, row.image]]);
  },
  (logo) => logo.eid,
);

/** Writes a new logo with its image and its audit row: one transaction. The audit does not hold the image. */
export async function insertAdvertisableLogo(
  context: RequestContext,
  action: string,
  record: AdvertisableLogoRecord,
  image: Buffer,
): Promise<AdvertisableLogoRecord> {
  const { advertisableEid } = record;
  return await context.transaction("advertisable.edit", async (sql) => {
    // Held, so that of uploads at the same time each counts the others.
    await advertisables.lock(sql, context, { eid: advertisableEid, advertisableEid });
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const [kept] = await sql.rows<{ count: number }>(
      `select count(*)::int as count from ${TABLE} t where ${visible.sql} and t.advertisable_eid = ?`,
      [...visible.bindings, advertisableEid],
    );
    refuse(checkRoom(kept?.count ?? 0));
    await advertisableLogos.insert(sql, context, action, record);
    await sql.from(IMAGE_TABLE).insert({ advertisable_eid: record.advertisableEid, logo_eid: record.eid, image });
    return record;
  });
}
