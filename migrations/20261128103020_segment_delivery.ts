import type { Knex } from "knex";

/**
 * What was delivered to the users of each segment, day by day, in partitions of one month that the loader
 * makes. A tenant table; only the loader, which runs as the owner, writes here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reporting.segment_delivery (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      segment_eid text collate "C" not null,
      currency text not null,
      impressions bigint not null check (impressions >= 0),
      clicks bigint not null check (clicks >= 0),
      cost numeric not null check (cost >= 0),
      primary key (advertisable_eid, day, segment_eid)
    ) partition by range (day);
    create index segment_delivery_segment on reporting.segment_delivery (advertisable_eid, segment_eid, day);
    select platform.distribute('reporting.segment_delivery');
    select platform.protect('reporting.segment_delivery', 'select');
  `);
}
