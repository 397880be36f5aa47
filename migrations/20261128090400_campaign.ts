import type { Knex } from "knex";

/**
 * Campaigns, their ad groups and ads. An ad can serve in several ad groups, each with a status of its
 * own there. The index on eid alone serves staff, who look objects up without naming the advertisable.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entities.campaign (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      external_id text collate "C",
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('ADMIN_REVIEW', 'APPROVED', 'PAUSED', 'REJECTED', 'CANCELLED', 'COMPLETED')),
      is_active boolean not null,
      -- Per week, in the advertisable's currency.
      weekly_budget numeric check (weekly_budget >= 0),
      ui_budget_daily boolean not null,
      cpc numeric check (cpc >= 0),
      cpm numeric check (cpm >= 0),
      max_cpm numeric check (max_cpm >= 0),
      currency text not null check (length(currency) = 3),
      start_date date,
      -- Exclusive.
      end_date date,
      spend_limit_until date,
      is_retargeting boolean not null,
      is_coop boolean not null,
      is_pubgraph boolean not null,
      is_social boolean not null,
      is_sn_wca boolean not null,
      is_sn_newsfeed boolean not null,
      is_mobile_vendor_network boolean not null,
      pricing_strategies text[] not null,
      promotion jsonb,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      unique (advertisable_eid, external_id)
    );
    create index campaign_name on entities.campaign (advertisable_eid, name, eid);
    create index campaign_created on entities.campaign (advertisable_eid, created_at, eid);
    create index campaign_eid on entities.campaign (eid);
    select platform.distribute('entities.campaign');
    select platform.protect('entities.campaign', 'select, insert, update');

    create table entities.ad_group (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      campaign_eid text collate "C" not null,
      external_id text collate "C",
      name text collate "C" not null check (length(name) between 1 and 255),
      type text not null,
      status text not null check (status in ('ADMIN_REVIEW', 'APPROVED', 'PAUSED', 'ADMIN_PAUSED')),
      is_active boolean not null,
      positive_segments text[] not null,
      negative_segments text[] not null,
      geo_targets jsonb not null,
      geo_target_worldwide boolean not null,
      placement_targets text[] not null,
      platform_targets jsonb not null,
      demographic_targets jsonb not null,
      site_exclusions text[] not null,
      ad_optimization text,
      flight_timezone text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      unique (advertisable_eid, external_id),
      foreign key (advertisable_eid, campaign_eid) references entities.campaign (advertisable_eid, eid)
    );
    create index ad_group_campaign on entities.ad_group (advertisable_eid, campaign_eid, created_at, eid);
    create index ad_group_name on entities.ad_group (advertisable_eid, name, eid);
    create index ad_group_eid on entities.ad_group (eid);
    select platform.distribute('entities.ad_group');
    select platform.protect('entities.ad_group', 'select, insert, update');

    create table entities.ad (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      external_id text collate "C",
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('ADMIN_REVIEW', 'APPROVED', 'PAUSED', 'REJECTED')),
      type text not null check (type in ('LIQUID', 'IMAGE', 'FLASH', 'AD_NETWORK')),
      is_active boolean not null,
      ad_format_id integer,
      width integer check (width between 1 and 10000),
      height integer check (height between 1 and 10000),
      src text,
      destination_url text,
      headline text,
      body text,
      message text,
      original_ad_eid text collate "C" check (length(original_ad_eid) = 22),
      has_edits boolean not null,
      has_pending_edits boolean not null,
      has_future_campaigns boolean not null,
      is_outlined boolean not null,
      outline_color text,
      valid_clicktag boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      unique (advertisable_eid, external_id)
    );
    create index ad_name on entities.ad (advertisable_eid, name, eid);
    create index ad_created on entities.ad (advertisable_eid, created_at, eid);
    create index ad_eid on entities.ad (eid);
    select platform.distribute('entities.ad');
    select platform.protect('entities.ad', 'select, insert, update');

    create table entities.ad_group_ad (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      ad_group_eid text collate "C" not null,
      ad_eid text collate "C" not null,
      status text not null check (status in ('APPROVED', 'PAUSED')),
      added_at timestamptz(3) not null,
      primary key (advertisable_eid, ad_group_eid, ad_eid),
      foreign key (advertisable_eid, ad_group_eid) references entities.ad_group (advertisable_eid, eid),
      foreign key (advertisable_eid, ad_eid) references entities.ad (advertisable_eid, eid)
    );
    create index ad_group_ad_ad on entities.ad_group_ad (advertisable_eid, ad_eid, ad_group_eid);
    select platform.distribute('entities.ad_group_ad');
    select platform.protect('entities.ad_group_ad', 'select, insert, update, delete');
  `);
}
