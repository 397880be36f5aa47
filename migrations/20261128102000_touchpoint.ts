import type { Knex } from "knex";

/**
 * What users saw and clicked (touchpoints) and what they did afterwards (conversions), one row an event, in
 * partitions of one month that the loaders make. A user is known by a cookie. Touchpoints are kept by user,
 * since attribution asks for one user's history. Tenant tables; only the loaders, which run as the owner, write here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reporting.touchpoint (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      -- The day of occurred_at in UTC.
      day date not null,
      cookie text collate "C" not null,
      -- How the source names the event.
      touchpoint text collate "C" not null,
      kind text collate "C" not null check (kind in ('IMPRESSION', 'CLICK')),
      occurred_at timestamptz not null,
      product_type text collate "C" not null check (product_type in ('RT', 'PR', 'SR')),
      campaign_eid text collate "C" not null,
      ad_group_eid text collate "C" not null,
      ad_eid text collate "C" not null,
      -- '' where the source does not say, in all three.
      network text collate "C" not null,
      inventory_source text collate "C" not null,
      domain text collate "C" not null,
      currency text not null,
      cost numeric not null check (cost >= 0),
      primary key (advertisable_eid, cookie, day, touchpoint)
    ) partition by range (day);
    select platform.distribute('reporting.touchpoint');
    select platform.protect('reporting.touchpoint', 'select');

    create table reporting.conversion (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      -- The day of converted_at in UTC.
      day date not null,
      -- The conversion's GUID.
      conversion text collate "C" not null,
      cookie text collate "C" not null,
      converted_at timestamptz not null,
      conversion_type text not null,
      -- The segment that counts the conversion; '' where none does.
      segment_eid text collate "C" not null,
      currency text not null,
      value numeric not null check (value >= 0),
      -- What part of it counts where weights are applied.
      weight numeric not null check (weight between 0 and 1),
      -- '' where the source does not say, in all of these.
      device_id_type text not null,
      country text not null,
      city text not null,
      referrer text not null,
      external_data text not null,
      ip text not null,
      primary key (advertisable_eid, day, conversion)
    ) partition by range (day);
    create index conversion_cookie on reporting.conversion (advertisable_eid, cookie, converted_at);
    create index conversion_segment on reporting.conversion (advertisable_eid, segment_eid);
    select platform.distribute('reporting.conversion');
    select platform.protect('reporting.conversion', 'select');
  `);
}
