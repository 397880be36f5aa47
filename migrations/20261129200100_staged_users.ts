import type { Knex } from "knex";

/**
 * Long lists of users while they arrive, sealed, a part at a time: those of one request under a tenant that stands for it
 * (lib/context.ts), since not before its end is it known which advertisables the lists are of. Tenant table.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audience.staged_users (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      part integer not null check (part >= 0),
      sealed bytea not null,
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, part)
    );
    -- What is sealed can't be compressed.
    alter table audience.staged_users alter column sealed set storage external;
    select platform.distribute('audience.staged_users');
    select platform.protect('audience.staged_users', 'select, insert, delete');
  `);
}
