import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import type { AdTemplate } from "./ad-template.type.js";

const TABLE = "entities.ad_template";

/** The template of each ad that was made of one. */
export const templateByAd = defineLoader<AdKey, AdTemplate>(
  async (keys, context) => {
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const rows = await context.sql.rows<AdTemplate & { adEid: string }>(
      `select t.ad_eid as "adEid", t.name, t.theme_color as "themeColor", t.text_cta as "textCta",
         t.text_promo as "textPromo", t.prefix, t.tracking
       from ${TABLE} t where ${visible.sql} and t.advertisable_eid = any(?) and t.ad_eid = any(?)`,
      [...visible.bindings, keys.map((key) => key.advertisableEid), keys.map((key) => key.eid)],
    );
    return new Map(rows.map(({ adEid, ...template }) => [adEid, template]));
  },
  (key) => key.eid,
);

interface AdKey {
  eid: string;
  advertisableEid: string;
}

/** Writes what new ads are made of, in the transaction that makes them: one statement. */
export async function insertTemplates(sql: Sql, made: readonly AdKey[], template: AdTemplate): Promise<void> {
  await sql.from(TABLE).insert(
    made.map(({ advertisableEid, eid }) => ({
      advertisable_eid: advertisableEid,
      ad_eid: eid,
      name: template.name,
      theme_color: template.themeColor,
      text_cta: template.textCta,
      text_promo: template.textPromo,
      prefix: template.prefix,
      tracking: template.tracking,
    })),
  );
}

/** Whether an advertisable has a logo. */
export async function hasLogo(context: RequestContext, advertisableEid: string): Promise<boolean> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const logos = await context.sql.rows(
    `select 1 from entities.advertisable_logo t where ${visible.sql} and t.advertisable_eid = ? limit 1`,
    [...visible.bindings, advertisableEid],
  );
  return logos.length > 0;
}
