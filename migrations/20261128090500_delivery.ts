import type { Knex } from "knex";

/**
 * The reporting area's deliveries. Facts are kept by day, ad group, ad, network, inventory source and
 * domain, in partitions of one month that the loader makes as it needs them; the three roll-ups answer
 * the common questions. Only the loader, which runs as the owner, writes here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table platform.currency_rate (
      currency text not null check (length(currency) = 3),
      -- The days on which the rate holds: from valid_from, up to and not including valid_to.
      valid_from date not null,
      valid_to date not null,
      -- Units of the currency that one US dollar buys.
      per_usd numeric not null check (per_usd > 0),
      primary key (currency, valid_from)
    );
    select platform.replicate('platform.currency_rate');
    grant select on platform.currency_rate to adgraph_runtime;

    create schema if not exists reporting;
    grant usage on schema reporting to adgraph_runtime;

    create table reporting.delivery (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      campaign_eid text collate "C" not null,
      ad_group_eid text collate "C" not null,
      ad_eid text collate "C" not null,
      -- '' where the source does not say, in all three.
      network text collate "C" not null,
      inventory_source text collate "C" not null,
      domain text collate "C" not null,
      currency text not null,
      impressions bigint not null check (impressions >= 0),
      clicks bigint not null check (clicks >= 0),
      cost numeric not null check (cost >= 0),
      extra_cost numeric not null check (extra_cost >= 0),
      reported_conversions bigint not null check (reported_conversions >= 0),
      primary key (advertisable_eid, day, ad_group_eid, ad_eid, network, inventory_source, domain)
    ) partition by range (day);
    create index delivery_ad on reporting.delivery (advertisable_eid, ad_eid, day);
    select platform.distribute('reporting.delivery');
    select platform.protect('reporting.delivery', 'select');

    create table reporting.delivery_by_ad_group (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      ad_group_eid text collate "C" not null,
      campaign_eid text collate "C" not null,
      currency text not null,
      impressions bigint not null,
      clicks bigint not null,
      cost numeric not null,
      extra_cost numeric not null,
      reported_conversions bigint not null,
      primary key (advertisable_eid, day, ad_group_eid, campaign_eid, currency)
    );
    create index delivery_by_ad_group_entity on reporting.delivery_by_ad_group (advertisable_eid, ad_group_eid, day);
    select platform.distribute('reporting.delivery_by_ad_group');
    select platform.protect('reporting.delivery_by_ad_group', 'select');

    create table reporting.delivery_by_campaign (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      campaign_eid text collate "C" not null,
      currency text not null,
      impressions bigint not null,
      clicks bigint not null,
      cost numeric not null,
      extra_cost numeric not null,
      reported_conversions bigint not null,
      primary key (advertisable_eid, day, campaign_eid, currency)
    );
    create index delivery_by_campaign_entity on reporting.delivery_by_campaign (advertisable_eid, campaign_eid, day);
    select platform.distribute('reporting.delivery_by_campaign');
    select platform.protect('reporting.delivery_by_campaign', 'select');

    create table reporting.delivery_by_advertisable (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      currency text not null,
      impressions bigint not null,
      clicks bigint not null,
      cost numeric not null,
      extra_cost numeric not null,
      reported_conversions bigint not null,
      primary key (advertisable_eid, day, currency)
    );
    select platform.distribute('reporting.delivery_by_advertisable');
    select platform.protect('reporting.delivery_by_advertisable', 'select');
  `);
}
