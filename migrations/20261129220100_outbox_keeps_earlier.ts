import type { Knex } from "knex";

/** Whether a job leaves the time of one with its key that waits already: what asks for itself again must not put others off. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("alter table platform.outbox add column keeps_earlier boolean not null default false");
}
