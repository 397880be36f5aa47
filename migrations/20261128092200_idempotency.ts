import type { Knex } from "knex";

/**
 * A repeated request is answered from what the first one left. Its rows are of a tenant of their own, made of
 * who asks, what, and the key (lib/idempotency.ts), since a request that makes an advertisable has no other before its
 * end, and so that a repeated one finds them in one place.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null until the first request is answered; text, since jsonb would not give the same bytes back.
    alter table platform.idempotent_reply alter column reply type text using reply::text;
    alter table platform.idempotent_reply alter column reply drop not null;
    alter table platform.idempotent_reply alter column status drop not null;
    grant update on platform.idempotent_reply to adgraph_runtime;

    -- What each transaction of the request came to, written in that transaction.
    create table platform.idempotent_step (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      step text not null,
      result bytea not null,
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, step)
    );
    select platform.distribute('platform.idempotent_step');
    select platform.protect('platform.idempotent_step', 'select, insert, delete');
  `);
}
