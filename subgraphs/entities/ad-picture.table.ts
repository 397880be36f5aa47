import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { badInput } from "../../lib/errors.js";
import { defineLoader } from "../../lib/loader.js";
import type { UploadedPicture } from "./ad-picture.rules.js";
import type { ImageFormat } from "./advertisable-logo.type.js";

const TABLE = "entities.ad_picture";

interface PictureRow {
  eid: string;
  format: ImageFormat;
  image: Buffer;
}

/**
 * A picture by its EID. One a request: ten of them would be 70 MB of text. Throws BAD_USER_INPUT when
 * more are asked for at once.
 */
export const pictureByEid = defineLoader<string, PictureRow>(async (eids, context) => {
  if (eids.length > 1) throw badInput(["adPicture"], "TOO_MANY", "Ask for the pictures of ads one by one.");
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<PictureRow>(
    `select t.eid, t.format, t.image from ${TABLE} t where ${visible.sql} and t.eid = any(?)`,
    [...visible.bindings, eids.filter(isEid)],
  );
  return new Map(rows.map((row) => [row.eid, row]));
});

/** A picture that is to be kept, and whose it is. */
export interface NewPicture extends UploadedPicture {
  eid: string;
  advertisableEid: string;
}

/** Keeps a picture, in the transaction that writes the ad. The ad's audit row names it by its src. */
export async function insertPicture(sql: Sql, context: RequestContext, picture: NewPicture): Promise<void> {
  await sql.from(TABLE).insert({
    advertisable_eid: picture.advertisableEid,
    eid: picture.eid,
    format: picture.format,
    image: picture.bytes,
    created_at: new Date(context.clock.now()),
  });
}
