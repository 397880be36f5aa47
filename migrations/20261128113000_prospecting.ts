import type { Knex } from "knex";

/**
 * Prospecting. The indexes on eid alone serve staff, who look objects up without naming the advertisable;
 * the others each serve an order of a list, or the children of an ad group. btree_gist is one of the
 * extensions that come with PostgreSQL and that any owner of a database may create: flights compare EIDs
 * for equality and days for overlap in one index.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists btree_gist;
    create schema if not exists prospecting;
    grant usage on schema prospecting to adgraph_runtime;

    create table prospecting.settings (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      opted_in boolean not null,
      -- When somebody last opted in or out; null when nobody ever did.
      opted_at timestamptz(3),
      contextual_targeting_categories jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint settings_once unique (advertisable_eid)
    );
    select platform.distribute('prospecting.settings');
    select platform.protect('prospecting.settings', 'select, insert, update');

    create table prospecting.campaign (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      is_active boolean not null,
      user_status text not null check (user_status in ('ACTIVE', 'PAUSED')),
      admin_status text not null check (admin_status in ('APPROVED', 'ADMIN_REVIEW', 'ADMIN_PAUSED', 'REJECTED')),
      admin_notes text,
      source text,
      currency text not null check (length(currency) = 3),
      weekly_budget numeric(14, 2) check (weekly_budget >= 0),
      frequency_cap integer check (frequency_cap between 1 and 1000),
      kpi_metric text,
      kpi_goal numeric(14, 2) check (kpi_goal >= 0),
      start_date date,
      end_date date,
      contextual_targeting_categories jsonb not null,
      event_source text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      check (start_date <= end_date)
    );
    create index campaign_eid on prospecting.campaign (eid);
    create index campaign_created on prospecting.campaign (advertisable_eid, created_at, eid);
    create index campaign_name on prospecting.campaign (advertisable_eid, name, eid);
    create index campaign_updated on prospecting.campaign (advertisable_eid, updated_at, eid);
    select platform.distribute('prospecting.campaign');
    select platform.protect('prospecting.campaign', 'select, insert, update');

    create table prospecting.ad_group (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      campaign_eid text collate "C" not null,
      name text collate "C" not null check (length(name) between 1 and 255),
      is_active boolean not null,
      user_status text not null check (user_status in ('ACTIVE', 'PAUSED')),
      auto_audience boolean not null,
      auto_geo_targets boolean not null,
      attribute_targets_segment text,
      attribute_targets jsonb not null,
      device_targets jsonb not null,
      event_source text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, campaign_eid) references prospecting.campaign (advertisable_eid, eid)
    );
    create index ad_group_eid on prospecting.ad_group (eid);
    create index ad_group_created on prospecting.ad_group (advertisable_eid, created_at, eid);
    create index ad_group_name on prospecting.ad_group (advertisable_eid, name, eid);
    create index ad_group_updated on prospecting.ad_group (advertisable_eid, updated_at, eid);
    create index ad_group_campaign on prospecting.ad_group (advertisable_eid, campaign_eid, created_at, eid);
    select platform.distribute('prospecting.ad_group');
    select platform.protect('prospecting.ad_group', 'select, insert, update');

    create table prospecting.ad_group_ad (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_group_eid text collate "C" not null,
      -- An ad of the entities area.
      ad_eid text collate "C" not null,
      is_active boolean not null,
      user_status text not null check (user_status in ('ACTIVE', 'PAUSED')),
      admin_status text not null check (admin_status in ('APPROVED', 'ADMIN_REVIEW', 'ADMIN_PAUSED', 'REJECTED')),
      skip_approve_ad boolean not null,
      event_source text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint ad_group_ad_once unique (advertisable_eid, ad_group_eid, ad_eid),
      foreign key (advertisable_eid, ad_group_eid) references prospecting.ad_group (advertisable_eid, eid)
    );
    select platform.distribute('prospecting.ad_group_ad');
    select platform.protect('prospecting.ad_group_ad', 'select, insert, update');

    create table prospecting.ad_group_segment (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_group_eid text collate "C" not null,
      -- A segment of the audience area.
      segment_eid text collate "C" not null,
      is_active boolean not null,
      -- True for one whose people are left out.
      is_negative boolean not null,
      targeting_type text,
      event_source text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint ad_group_segment_once unique (advertisable_eid, ad_group_eid, segment_eid),
      foreign key (advertisable_eid, ad_group_eid) references prospecting.ad_group (advertisable_eid, eid)
    );
    select platform.distribute('prospecting.ad_group_segment');
    select platform.protect('prospecting.ad_group_segment', 'select, insert, update');

    create table prospecting.audience (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_group_eid text collate "C" not null,
      source_segment_eid text collate "C",
      target_segment_eid text collate "C",
      size integer not null check (size >= 0),
      event_source text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint audience_once unique (advertisable_eid, ad_group_eid),
      foreign key (advertisable_eid, ad_group_eid) references prospecting.ad_group (advertisable_eid, eid)
    );
    create index audience_eid on prospecting.audience (eid);
    select platform.distribute('prospecting.audience');
    select platform.protect('prospecting.audience', 'select, insert, update');

    create table prospecting.flight (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_group_eid text collate "C" not null,
      start_date date not null,
      -- The last day.
      end_date date not null,
      event_source text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, ad_group_eid) references prospecting.ad_group (advertisable_eid, eid),
      check (start_date <= end_date),
      -- Flights of one ad group have no day in common.
      constraint flight_overlap exclude using gist
        (advertisable_eid with =, ad_group_eid with =, daterange(start_date, end_date, '[]') with &&)
    );
    create index flight_eid on prospecting.flight (eid);
    select platform.distribute('prospecting.flight');
    select platform.protect('prospecting.flight', 'select, insert, update, delete');

    create table prospecting.geo_target (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_group_eid text collate "C" not null,
      geo_eid text collate "C" not null check (length(geo_eid) = 22),
      geo_type text not null check (geo_type in ('CITY', 'COUNTRY', 'METRO', 'POSTAL_CODE', 'REGION')),
      operation text not null check (operation in ('INCLUDE', 'EXCLUDE')),
      -- The place as it was called when it was chosen.
      name text not null,
      country_code text not null check (length(country_code) = 2),
      country_name text not null,
      region_code text,
      region_name text,
      event_source text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint geo_target_once unique (advertisable_eid, ad_group_eid, geo_eid),
      foreign key (advertisable_eid, ad_group_eid) references prospecting.ad_group (advertisable_eid, eid)
    );
    select platform.distribute('prospecting.geo_target');
    select platform.protect('prospecting.geo_target', 'select, insert, update, delete');
  `);
}
