import type { Knex } from "knex";

/**
 * Tenant tables that belong to the transaction of the write they speak of: what was done, what a
 * repeated request was answered, and what has to happen afterwards.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table platform.audit_entry (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      at timestamptz(3) not null,
      user_eid text collate "C" not null,
      client_id text,
      request_id text not null,
      action text not null,
      noun text not null,
      noun_eid text collate "C" not null,
      before jsonb,
      after jsonb,
      primary key (advertisable_eid, eid)
    );
    create index audit_entry_noun on platform.audit_entry (advertisable_eid, noun_eid, at);
    select platform.distribute('platform.audit_entry');
    -- Append-only for requests.
    select platform.protect('platform.audit_entry', 'select, insert');

    create table platform.idempotent_reply (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      user_eid text collate "C" not null,
      -- Method and route, or the mutation's name.
      operation text not null,
      key text not null check (length(key) between 1 and 255),
      client_id text not null,
      -- SHA-256 of the canonical body in hexadecimal.
      fingerprint text not null check (length(fingerprint) = 64),
      status integer not null,
      reply jsonb not null,
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, user_eid, client_id, operation, key)
    );
    select platform.distribute('platform.idempotent_reply');
    select platform.protect('platform.idempotent_reply', 'select, insert, delete');

    create table platform.outbox (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      job text not null,
      -- Jobs with the same key replace each other while they wait.
      job_key text,
      payload jsonb not null,
      run_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    select platform.distribute('platform.outbox');
    select platform.protect('platform.outbox', 'select, insert, delete');
  `);
}
