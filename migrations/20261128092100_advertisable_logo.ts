import type { Knex } from "knex";

/**
 * Logos of advertisables: the newest is the current one, the older ones stay for the ads that show
 * them. Tenant tables; the images stand apart, so that nobody reads one by the way.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entities.advertisable_logo (
      advertisable_eid text collate "C" not null references entities.advertisable (advertisable_eid),
      eid text collate "C" not null check (length(eid) = 22),
      format text not null check (format in ('PNG', 'JPEG', 'GIF')),
      -- Pixels.
      width integer not null check (width between 1 and 10000),
      height integer not null check (height between 1 and 10000),
      -- Bytes.
      size integer not null check (size between 1 and 5242880),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index advertisable_logo_created on entities.advertisable_logo (advertisable_eid, created_at, eid);
    -- Staff look a logo up by its EID alone.
    create index advertisable_logo_eid on entities.advertisable_logo (eid);
    select platform.distribute('entities.advertisable_logo');
    select platform.protect('entities.advertisable_logo', 'select, insert');

    create table entities.advertisable_logo_image (
      advertisable_eid text collate "C" not null,
      logo_eid text collate "C" not null,
      image bytea not null check (length(image) between 1 and 5242880),
      primary key (advertisable_eid, logo_eid),
      foreign key (advertisable_eid, logo_eid) references entities.advertisable_logo (advertisable_eid, eid)
    );
    -- An image is compressed already.
    alter table entities.advertisable_logo_image alter column image set storage external;
    select platform.distribute('entities.advertisable_logo_image');
    select platform.protect('entities.advertisable_logo_image', 'select, insert');
  `);
}
