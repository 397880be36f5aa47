import type { Knex } from "knex";

/**
 * What visitors did on the advertisables' sites, day by day: page views and revenue (site metrics), and
 * the same by an attribute of the visitor, such as the company's domain. Facts lie in partitions of one
 * month that the loader makes; the roll-ups beside them answer the reports. Both are tenant tables, and
 * only the loaders, which run as the owner, write here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reporting.site_visit (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      visitor text collate "C" not null,
      -- Whether the visitor could be told apart on those page views.
      is_trackable boolean not null,
      currency text not null,
      page_views bigint not null check (page_views >= 0),
      revenue numeric not null check (revenue >= 0),
      primary key (advertisable_eid, day, visitor, is_trackable)
    ) partition by range (day);
    select platform.distribute('reporting.site_visit');
    select platform.protect('reporting.site_visit', 'select');

    create table reporting.site_metric (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      currency text not null,
      -- Of trackable page views, then of all.
      visitors bigint not null,
      revenue numeric not null,
      all_visitors bigint not null,
      all_revenue numeric not null,
      primary key (advertisable_eid, day, currency)
    );
    select platform.distribute('reporting.site_metric');
    select platform.protect('reporting.site_metric', 'select');

    create table reporting.attribute_visit (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      attribute text collate "C" not null,
      value text collate "C" not null,
      visitor text collate "C" not null,
      -- Whether the visitor was recognised on another device than before.
      is_cross_device boolean not null,
      -- Whether a segment by this attribute addressed the value on that day.
      is_targeted boolean not null,
      currency text not null,
      impressions bigint not null check (impressions >= 0),
      clicks bigint not null check (clicks >= 0),
      page_views bigint not null check (page_views >= 0),
      conversions bigint not null check (conversions >= 0),
      engagements bigint not null check (engagements >= 0),
      revenue numeric not null check (revenue >= 0),
      primary key (advertisable_eid, day, attribute, value, visitor, is_cross_device, is_targeted)
    ) partition by range (day);
    select platform.distribute('reporting.attribute_visit');
    select platform.protect('reporting.attribute_visit', 'select');

    create table reporting.attribute_metric (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      attribute text collate "C" not null,
      day date not null,
      value text collate "C" not null,
      is_cross_device boolean not null,
      is_targeted boolean not null,
      currency text not null,
      impression_uniques bigint not null,
      click_uniques bigint not null,
      page_views bigint not null,
      unique_site_visitors bigint not null,
      conversions bigint not null,
      conversion_uniques bigint not null,
      engaged_visitors bigint not null,
      conversion_revenue numeric not null,
      primary key (advertisable_eid, attribute, day, value, is_cross_device, is_targeted, currency)
    );
    select platform.distribute('reporting.attribute_metric');
    select platform.protect('reporting.attribute_metric', 'select');
  `);
}
