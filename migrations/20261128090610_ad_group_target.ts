import type { Knex } from "knex";

/**
 * What an ad group addresses, in typed tables of its own instead of JSON columns (which nothing has ever
 * written), the addresses that a campaign never serves, ads that have no name yet, and what ads need not keep.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entities.ad_group_geo_target (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      ad_group_eid text collate "C" not null,
      -- As the client named it, or made by us.
      eid text collate "C" not null check (length(eid) = 22),
      -- The order in which they were given.
      position integer not null check (position >= 0),
      country_id text check (length(country_id) between 1 and 64),
      region_id text check (length(region_id) between 1 and 64),
      metro_id text check (length(metro_id) between 1 and 64),
      city_id text check (length(city_id) between 1 and 64),
      postal_code_id text check (length(postal_code_id) between 1 and 64),
      postal_code text check (length(postal_code) between 1 and 64),
      is_negative boolean not null,
      primary key (advertisable_eid, ad_group_eid, eid),
      foreign key (advertisable_eid, ad_group_eid) references entities.ad_group (advertisable_eid, eid),
      check (num_nonnulls(country_id, region_id, metro_id, city_id, postal_code_id, postal_code) = 1)
    );
    select platform.distribute('entities.ad_group_geo_target');
    select platform.protect('entities.ad_group_geo_target', 'select, insert, update, delete');

    create table entities.ad_group_platform_target (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      ad_group_eid text collate "C" not null,
      type text not null check (type in ('MOBILE', 'DESKTOP')),
      os text not null check (os in ('IOS', 'ANDROID')),
      os_version text collate "C" not null check (length(os_version) between 1 and 64),
      device text not null check (device in ('ANDROID_TABLET', 'ANDROID_SMARTPHONE', 'IPOD', 'IPAD', 'IPHONE')),
      primary key (advertisable_eid, ad_group_eid, type, os, os_version, device),
      foreign key (advertisable_eid, ad_group_eid) references entities.ad_group (advertisable_eid, eid)
    );
    select platform.distribute('entities.ad_group_platform_target');
    select platform.protect('entities.ad_group_platform_target', 'select, insert, update, delete');

    create table entities.ad_group_demographic_target (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      ad_group_eid text collate "C" not null,
      min_age integer not null check (min_age >= 13),
      max_age integer not null check (max_age <= 65),
      primary key (advertisable_eid, ad_group_eid, min_age, max_age),
      foreign key (advertisable_eid, ad_group_eid) references entities.ad_group (advertisable_eid, eid),
      check (min_age <= max_age)
    );
    select platform.distribute('entities.ad_group_demographic_target');
    select platform.protect('entities.ad_group_demographic_target', 'select, insert, update, delete');

    alter table entities.ad_group drop column geo_targets, drop column platform_targets, drop column demographic_targets;
    alter table entities.ad_group add constraint ad_group_placement_targets_check check (placement_targets <@
      array['ALL', 'RIGHTCOLUMN', 'DESKTOPFEED', 'MOBILEFEED', 'PARTNERNETWORK', 'PHOTOSTREAM']);

    -- Addresses and networks, each as Postgres writes it.
    alter table entities.campaign add column ip_range_exclusions inet[] not null default '{}';

    -- An ad without a name is not active; its name is empty.
    alter table entities.ad drop constraint ad_name_check;
    alter table entities.ad add constraint ad_name_check check (length(name) <= 255);
    -- Told by the campaigns themselves.
    alter table entities.ad drop column has_future_campaigns;
    create index ad_original on entities.ad (advertisable_eid, original_ad_eid);
  `);
}
