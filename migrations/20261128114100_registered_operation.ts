import type { Knex } from "knex";

/** Operations that clients may ask for by an id; a reference table, since they are no advertisable's. The owner writes it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table platform.registered_operation (
      -- As the client's tool names it in its manifest.
      operation_id text collate "C" primary key check (length(operation_id) between 1 and 255),
      -- SHA-256 of the document in hexadecimal, by which it is known too.
      digest text collate "C" not null check (length(digest) = 64),
      document text not null,
      registered_at timestamptz(3) not null
    );
    select platform.replicate('platform.registered_operation');
    grant select on platform.registered_operation to adgraph_runtime;
  `);
}
