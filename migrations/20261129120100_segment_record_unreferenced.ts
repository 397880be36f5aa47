import type { Knex } from "knex";

/**
 * Users of segments no longer refer to their segment by a foreign key, which cost a third of the time in which a long
 * list is written: whoever writes a list holds its segment, and no segment is ever deleted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audience.segment_record drop constraint segment_record_advertisable_eid_segment_eid_fkey;
  `);
}
