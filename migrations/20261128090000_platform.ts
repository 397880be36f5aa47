import type { Knex } from "knex";

/**
 * The ground that all areas stand on: the role that requests run as, the schema of the reference
 * tables, and three functions that every later migration calls for each table it creates.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'adgraph_runtime') then
        create role adgraph_runtime nologin;
      end if;
    end $$;

    -- Needed to become the role; a superuser needs no grant, and Postgres 16 wants it said.
    do $$ begin
      if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('grant adgraph_runtime to %I', current_user);
      end if;
    end $$;

    -- Role settings reach the workers of a Citus cluster, session settings do not.
    alter role adgraph_runtime set lock_timeout = '2s';
    alter role adgraph_runtime set statement_timeout = '2s';
    alter role adgraph_runtime set idle_in_transaction_session_timeout = '5s';

    create schema if not exists platform;
    grant usage on schema platform to adgraph_runtime;

    -- A tenant table, spread over the workers by its advertisable; does nothing without Citus.
    create function platform.distribute(target regclass) returns void language plpgsql as $$
    begin
      if exists (select from pg_extension where extname = 'citus') then
        perform create_distributed_table(target, 'advertisable_eid');
      end if;
    end $$;

    -- A reference table, the same on every worker; does nothing without Citus.
    create function platform.replicate(target regclass) returns void language plpgsql as $$
    begin
      if exists (select from pg_extension where extname = 'citus') then
        perform create_reference_table(target);
      end if;
    end $$;

    -- Row-level security on a tenant table: rows of the advertisables that the connection carries in
    -- app.advertisables (EIDs joined by commas, * for all), and what the runtime role may do with them.
    create function platform.protect(target regclass, privileges text) returns void language plpgsql as $$
    declare
      visible constant text := $c$
        advertisable_eid = any (string_to_array(current_setting('app.advertisables', true), ','))
        or current_setting('app.advertisables', true) = '*' $c$;
    begin
      execute format('alter table %s enable row level security', target);
      execute format('alter table %s force row level security', target);
      execute format('create policy tenant on %s using (%s) with check (%s)', target, visible, visible);
      execute format('grant %s on %s to adgraph_runtime', privileges, target);
    end $$;
  `);
}
