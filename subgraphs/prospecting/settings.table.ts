import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { AppError } from "../../lib/errors.js";
import { defineLoader } from "../../lib/loader.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { ProspectingSettings } from "./settings.type.js";

/** The settings as their table keeps them. */
export interface SettingsRecord extends ProspectingSettings {
  eid: string;
  createdAt: Date;
  updatedAt: Date;
}

const TABLE = "prospecting.settings";

export const settingsTable = defineTenantTable<SettingsRecord>({
  noun: "prospecting settings",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    optedIn: "opted_in",
    optedAt: "opted_at",
    contextualTargetingCategories: "contextual_targeting_categories",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  json: ["contextualTargetingCategories"],
});

/** The settings of advertisables that have any. */
export const settingsOf = defineLoader<string, SettingsRecord>(async (advertisableEids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<SettingsRecord>(
    `select ${settingsTable.select.join(", ")} from ${TABLE} t where ${visible.sql} and t.advertisable_eid = any(?)`,
    [...visible.bindings, [...advertisableEids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, row]));
});

/** The settings, locked in the caller's transaction; undefined when there are none yet. */
export async function lockSettings(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
): Promise<SettingsRecord | undefined> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [row] = await sql.rows<SettingsRecord>(
    `select ${settingsTable.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? for update`,
    [...visible.bindings, advertisableEid],
  );
  return row;
}

/** FORBIDDEN unless the advertisable has opted in: creating anything needs it (document 2, part C; decisions, section 6). */
export async function requireOptedIn(sql: Sql, context: RequestContext, advertisableEid: string): Promise<void> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [row] = await sql.rows<{ optedIn: boolean }>(
    `select t.opted_in as "optedIn" from ${TABLE} t where ${visible.sql} and t.advertisable_eid = ?`,
    [...visible.bindings, advertisableEid],
  );
  if (row?.optedIn === true) return;
  throw new AppError(
    "FORBIDDEN",
    "The advertisable has not opted in to the prospecting addendum: its administrator or owner must do so in the settings before anything is created.",
  );
}
