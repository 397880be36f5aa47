import type { Knex } from "knex";

/**
 * Segments. The index on eid alone serves staff, who look objects up without naming the advertisable; the
 * others each serve an order of a list.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists audience;
    grant usage on schema audience to adgraph_runtime;

    create table audience.segment (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      display_name text check (length(display_name) between 1 and 255),
      type text not null check (type in ('CRM', 'USER_EVENTS', 'USER_ATTRIBUTES', 'IMPRESSION', 'CUSTOM')),
      -- Days.
      duration integer not null check (duration between 1 and 540),
      is_conversion boolean not null,
      -- US dollars.
      conversion_value numeric(14, 2) check (conversion_value >= 0),
      is_active boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index segment_created on audience.segment (advertisable_eid, created_at, eid);
    create index segment_name on audience.segment (advertisable_eid, name, eid);
    create index segment_eid on audience.segment (eid);
    select platform.distribute('audience.segment');
    select platform.protect('audience.segment', 'select, insert, update');
  `);
}
