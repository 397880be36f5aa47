import type { Knex } from "knex";

/**
 * What belongs to an organization as a whole: what it pays with, what it is billed, and what was done
 * to its people. Reference tables, since no advertisable leads them; row-level security shows each
 * organization its own rows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Row-level security on a table of organizations: rows of the one that the connection carries in
    -- app.organization (an EID, * for all), and what the runtime role may do with them.
    create function platform.protect_organization(target regclass, privileges text) returns void language plpgsql as $$
    declare
      visible constant text :=
        $c$ organization_eid = current_setting('app.organization', true) or current_setting('app.organization', true) = '*' $c$;
    begin
      execute format('alter table %s enable row level security', target);
      execute format('alter table %s force row level security', target);
      execute format('create policy organization on %s using (%s) with check (%s)', target, visible, visible);
      execute format('grant %s on %s to adgraph_runtime', privileges, target);
    end $$;

    create table platform.billing_method (
      organization_eid text collate "C" not null references platform.organization (eid),
      eid text collate "C" not null check (length(eid) = 22),
      type text not null check (type in ('CARD', 'INVOICE')),
      label text not null check (length(label) between 1 and 255),
      is_default boolean not null,
      currency text not null check (length(currency) = 3),
      is_active boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (organization_eid, eid)
    );
    create unique index billing_method_eid on platform.billing_method (eid);
    create index billing_method_created on platform.billing_method (organization_eid, created_at, eid);
    create unique index billing_method_default on platform.billing_method (organization_eid) where is_default and is_active;
    select platform.replicate('platform.billing_method');
    select platform.protect_organization('platform.billing_method', 'select');

    create table platform.invoice (
      organization_eid text collate "C" not null references platform.organization (eid),
      eid text collate "C" not null check (length(eid) = 22),
      number text collate "C" not null check (length(number) between 1 and 64),
      -- Both days belong to the period.
      period_start date not null,
      period_end date not null check (period_end >= period_start),
      currency text not null check (length(currency) = 3),
      amount numeric(20, 2) not null,
      status text not null check (status in ('OPEN', 'PAID', 'VOID')),
      -- [{"advertisableEid", "campaignEid", "description", "amount"}], the amount as text, so that no digit is lost.
      lines jsonb not null check (jsonb_typeof(lines) = 'array'),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (organization_eid, eid)
    );
    create unique index invoice_eid on platform.invoice (eid);
    create unique index invoice_number on platform.invoice (organization_eid, number);
    create index invoice_period on platform.invoice (organization_eid, period_start, eid);
    select platform.replicate('platform.invoice');
    select platform.protect_organization('platform.invoice', 'select');

    create table platform.organization_audit_entry (
      organization_eid text collate "C" not null references platform.organization (eid),
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
      primary key (organization_eid, eid)
    );
    create index organization_audit_entry_noun on platform.organization_audit_entry (organization_eid, noun_eid, at);
    select platform.replicate('platform.organization_audit_entry');
    -- Append-only for requests.
    select platform.protect_organization('platform.organization_audit_entry', 'select, insert');

    -- Nobody takes an e-mail that is another's name to sign in with.
    create index user_folded_username on platform."user" (lower(username));
    create index user_created on platform."user" (organization_eid, created_at, eid);
  `);
}
