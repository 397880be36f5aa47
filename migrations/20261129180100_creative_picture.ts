import type { Knex } from "knex";

/** Pictures that were uploaded for creatives. A picture never changes: a creative's image_url names it. Tenant table. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table social.creative_picture (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      format text not null check (format in ('PNG', 'JPEG', 'GIF')),
      image bytea not null check (length(image) between 1 and 5242880),
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    -- Staff look a picture up by its EID alone.
    create index creative_picture_eid on social.creative_picture (eid);
    -- An image is compressed already.
    alter table social.creative_picture alter column image set storage external;
    select platform.distribute('social.creative_picture');
    select platform.protect('social.creative_picture', 'select, insert');
  `);
}
