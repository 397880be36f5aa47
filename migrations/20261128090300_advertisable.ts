import type { Knex } from "knex";

/** The entities area: tenant tables, every key of them led by the advertisable. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists entities;
    grant usage on schema entities to adgraph_runtime;

    create table entities.advertisable (
      advertisable_eid text collate "C" primary key check (length(advertisable_eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      url text,
      product_name text,
      currency text not null check (length(currency) = 3),
      status text not null check (status in ('ADMIN_REVIEW', 'APPROVED', 'PAUSED', 'REJECTED')),
      approval_state text,
      is_active boolean not null,
      is_publisher boolean not null,
      is_coop_approved boolean not null,
      has_privacy_policy boolean not null,
      enable_customer_multi_dur_segs boolean not null,
      blacklisted_sites text[] not null,
      click_through_conversion_window integer not null check (click_through_conversion_window between 0 and 540),
      view_through_conversion_window integer not null check (view_through_conversion_window between 0 and 540),
      cm_networks text,
      liquidads text,
      ops text,
      optimizer text,
      saleser text,
      iab1_category_id text,
      iab1_category_name text,
      iab2_category_id text,
      iab2_category_name text,
      iab_content_id integer,
      thirdparty_category_id integer,
      thirdparty_category_name text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    select platform.distribute('entities.advertisable');
    select platform.protect('entities.advertisable', 'select, insert, update');
  `);
}
