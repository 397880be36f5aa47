import type { Knex } from "knex";

/**
 * The user records of segments: what somebody is addressed by, sealed, under a keyed digest of it. The key
 * serves a list as a whole, the index the people of an advertisable across its lists, in their order.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audience.segment add column records_count integer not null default 0 check (records_count >= 0);

    create table audience.segment_record (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      segment_eid text collate "C" not null,
      -- The digest of the address or of the id within the advertisable: the same person has the same in every list.
      eid text collate "C" not null check (length(eid) = 22),
      sealed bytea not null,
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, segment_eid, eid),
      foreign key (advertisable_eid, segment_eid) references audience.segment (advertisable_eid, eid)
    );
    create index segment_record_eid on audience.segment_record (advertisable_eid, eid, segment_eid);
    select platform.distribute('audience.segment_record');
    select platform.protect('audience.segment_record', 'select, insert, delete');
  `);
}
