import type { RequestContext } from "./context.js";
import { type Sql, visibleTo } from "./database.js";
import { isEid } from "./eid.js";
import { badInput } from "./errors.js";
import { defineLoader } from "./loader.js";
import type { ImageFormat, UploadedPicture } from "./picture.js";

interface PictureRow {
  eid: string;
  format: ImageFormat;
  image: Buffer;
}

/** A picture that is to be kept, and whose it is. */
export interface NewPicture extends UploadedPicture {
  eid: string;
  advertisableEid: string;
}

/** A picture that is to be kept for an advertisable, or null for none. */
export function keptPicture(
  context: RequestContext,
  advertisableEid: string,
  picture: UploadedPicture | null,
): NewPicture | null {
  return picture === null ? null : { ...picture, eid: context.newEid(), advertisableEid };
}

export interface PictureTable {
  /**
   * A picture by its EID. One a request: ten of them would be 70 MB of text. Throws BAD_USER_INPUT when
   * more are asked for at once.
   */
  byEid: (context: RequestContext, eid: string) => Promise<PictureRow | null>;
  /** Keeps a picture, in the transaction that writes what shows it, whose audit row names it. */
  insert(sql: Sql, context: RequestContext, picture: NewPicture): Promise<void>;
}

/** Pictures that were uploaded, each of one advertisable; `field` is the field of Query that reads one. */
export function definePictureTable(table: string, field: string): PictureTable {
  return {
    byEid: defineLoader<string, PictureRow>(async (eids, context) => {
      if (eids.length > 1) throw badInput([field], "TOO_MANY", "Ask for pictures one by one.");
      const visible = visibleTo(context.viewer, "t.advertisable_eid");
      const rows = await context.sql.rows<PictureRow>(
        `select t.eid, t.format, t.image from ${table} t where ${visible.sql} and t.eid = any(?)`,
        [...visible.bindings, eids.filter(isEid)],
      );
      return new Map(rows.map((row) => [row.eid, row]));
    }),
    insert: async (sql, context, picture) => {
      await sql.from(table).insert({
        advertisable_eid: picture.advertisableEid,
        eid: picture.eid,
        format: picture.format,
        image: picture.bytes,
        created_at: new Date(context.clock.now()),
      });
    },
  };
}
