import type { Knex } from "knex";

/** The ad groups that an ad is in are looked up by the ad. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index universal_ad_group_ad_by_ad on universal.universal_ad_group_ad (advertisable_eid, ad_eid, ad_group_eid);
  `);
}
