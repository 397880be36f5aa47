import type { Knex } from "knex";

/** What an ad was made of that a template fills with products when it is shown. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entities.ad_template (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      ad_eid text collate "C" not null check (length(ad_eid) = 22),
      name text not null check (length(name) between 1 and 40),
      theme_color text not null check (theme_color ~ '^#[0-9A-F]{6}$'),
      text_cta text not null check (length(text_cta) between 1 and 255),
      text_promo text not null check (length(text_promo) between 1 and 255),
      prefix text not null check (length(prefix) <= 1024),
      tracking text not null check (length(tracking) <= 1024),
      primary key (advertisable_eid, ad_eid)
    );
    select platform.distribute('entities.ad_template');
    alter table entities.ad_template add foreign key (advertisable_eid, ad_eid) references entities.ad (advertisable_eid, eid);
    select platform.protect('entities.ad_template', 'select, insert');
  `);
}
