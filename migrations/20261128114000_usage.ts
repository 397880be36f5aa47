import type { Knex } from "knex";

/**
 * Who still asks for what: how often each API client asked for an operation or called an old route on a day. Reference
 * tables, since a call is no advertisable's; they hold neither variables nor values.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Operations of clients, with what stood for values taken out of their text.
    create table platform.client_operation (
      -- SHA-256 of the document in hexadecimal.
      digest text collate "C" primary key check (length(digest) = 64),
      name text collate "C" not null,
      document text not null,
      first_seen_at timestamptz(3) not null
    );
    select platform.replicate('platform.client_operation');

    create table platform.call_count (
      kind text collate "C" not null check (kind in ('OPERATION', 'ROUTE')),
      -- The digest of an operation, or a route as it is documented: GET /api/v1/campaign/get.
      subject text collate "C" not null,
      -- Empty where no client was named.
      client_id text collate "C" not null,
      day date not null,
      calls bigint not null check (calls >= 0),
      errors bigint not null check (errors between 0 and calls),
      last_seen_at timestamptz(3) not null,
      primary key (kind, subject, client_id, day)
    );
    create index call_count_day on platform.call_count (day);
    select platform.replicate('platform.call_count');

    grant select, insert on platform.client_operation to adgraph_runtime;
    grant select, insert, update on platform.call_count to adgraph_runtime;
  `);
}
