import type { Knex } from "knex";

/** What the sender of a write could see when it was answered: who sees less since then is not given the same answer again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table platform.idempotent_reply add column access jsonb`);
}
