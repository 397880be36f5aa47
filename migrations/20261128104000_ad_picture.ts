import type { Knex } from "knex";

/**
 * Pictures that were uploaded for ads. A picture never changes: an ad's src names it, and so do those of
 * the ad's copies and edits. Tenant table.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entities.ad_picture (
      advertisable_eid text collate "C" not null references entities.advertisable (advertisable_eid),
      eid text collate "C" not null check (length(eid) = 22),
      format text not null check (format in ('PNG', 'JPEG', 'GIF')),
      image bytea not null check (length(image) between 1 and 5242880),
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    -- Staff look a picture up by its EID alone.
    create index ad_picture_eid on entities.ad_picture (eid);
    -- An image is compressed already.
    alter table entities.ad_picture alter column image set storage external;
    select platform.distribute('entities.ad_picture');
    select platform.protect('entities.ad_picture', 'select, insert');
  `);
}
