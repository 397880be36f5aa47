import knex from "knex";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../migrations/index.js";
import { createEmptyDatabase } from "../kit/database.js";
import { testEid } from "../kit/world.js";

test("campaigns, ad groups and ads that exist keep what they have when targets get tables of their own", async () => {
  const empty = await createEmptyDatabase();
  const db = knex({ client: "pg", connection: empty.url, pool: { min: 1, max: 1 } });
  try {
    const at = MIGRATIONS.findIndex((migration) => migration.name.endsWith("_ad_group_target"));
    for (const { up } of MIGRATIONS.slice(0, at)) await db.transaction(async (trx) => await up(trx));
    const [shop, campaign, adGroup, ad] = ["shop", "campaign", "group", "ad"].map(testEid);
    await empty.owner.query(
      `insert into entities.campaign select $1, $2, null, 'Old', 'APPROVED', true, 70, false, null, null, null, 'USD',
       null, null, null, false, false, false, false, false, false, false, '{}', null, now(), now()`,
      [shop, campaign],
    );
    await empty.owner.query(
      `insert into entities.ad_group select $1, $2, $3, null, 'Old', 'web', 'PAUSED', true, '{}', '{}', '[]', true, '{}',
       '[]', '[]', '{example.com}', null, 'UTC', now(), now()`,
      [shop, adGroup, campaign],
    );
    await empty.owner.query(
      `insert into entities.ad (advertisable_eid, eid, name, status, type, is_active, has_edits, has_pending_edits,
       has_future_campaigns, is_outlined, valid_clicktag, created_at, updated_at)
       select $1, $2, 'Old', 'APPROVED', 'IMAGE', true, false, false, false, false, false, now(), now()`,
      [shop, ad],
    );
    for (const { up } of MIGRATIONS.slice(at)) await db.transaction(async (trx) => await up(trx));
    const one = async (table: string): Promise<unknown> =>
      (await empty.owner.query<object>(`select * from entities.${table}`)).rows[0];
    expect(await one("campaign")).toMatchObject({ eid: campaign, weekly_budget: "70", ip_range_exclusions: [] });
    expect(await one("ad_group")).toMatchObject({ eid: adGroup, status: "PAUSED", site_exclusions: ["example.com"] });
    expect(await one("ad")).toMatchObject({ eid: ad, name: "Old", is_active: true });
  } finally {
    await db.destroy();
    await empty.drop();
  }
});
