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

    -- Needed to become the role; a superuser needs no grant, and Postgres 16 wants it said. The role is
    -- the whole server's: where another owner made it, somebody must have granted it before.
    do $$ begin
      if not pg_has_role(current_user, 'adgraph_runtime', 'member') then
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
    -- The list is taken apart once a statement, in subqueries, since once a row costs more than all the
    -- rest of a long scan; a Citus worker knows no subquery in a policy, and gets the plain form.
    create function platform.protect(target regclass, privileges text) returns void language plpgsql as $$
    declare
      visible constant text := case
        when exists (select from pg_extension where extname = 'citus') then $c$
          advertisable_eid = any (string_to_array(current_setting('app.advertisables', true), ','))
          or current_setting('app.advertisables', true) = '*' $c$
        else $c$
          advertisable_eid in (select unnest(string_to_array(current_setting('app.advertisables', true), ',')))
          or (select current_setting('app.advertisables', true)) = '*' $c$
        end;
    begin
      execute format('alter table %s enable row level security', target);
      execute format('alter table %s force row level security', target);
      execute format('create policy tenant on %s using (%s) with check (%s)', target, visible, visible);
      execute format('grant %s on %s to adgraph_runtime', privileges, target);
    end $$;
  `);
}
