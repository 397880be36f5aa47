import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import type { PhotoAccount } from "./photo-account.type.js";
import { defineRecordedTable } from "./recorded.table.js";

export type PhotoAccountRecord = Omit<PhotoAccount, "id">;

const TABLE = "social.photo_account";

export const photoAccounts = defineRecordedTable<PhotoAccountRecord>({
  noun: "photo account",
  objectType: "PhotoAccount",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    photoActorId: "photo_actor_id",
    pageBackedPhotoActorId: "page_backed_photo_actor_id",
    photoProfilePic: "photo_profile_pic",
    photoUsername: "photo_username",
    isPageBacked: "is_page_backed",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toPhotoAccount(record: PhotoAccountRecord): PhotoAccount {
  return { ...record, id: nodeId("PhotoAccount", record.eid) };
}

/** The one of an advertisable; null where it has none or the viewer can't see it. */
export const photoAccountOf = defineLoader<string, PhotoAccountRecord>(async (eids, context: RequestContext) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<PhotoAccountRecord>(
    `select ${photoAccounts.select.join(", ")} from ${TABLE} t where ${visible.sql} and t.advertisable_eid = any(?)`,
    [...visible.bindings, [...eids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, row]));
});
