import type { Knex } from "knex";

/**
 * E-mail campaigns. The indexes on eid alone serve staff, who look objects up without naming the
 * advertisable; the others each serve an order of a list, or the e-mails of a campaign.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists email;
    grant usage on schema email to adgraph_runtime;

    -- At most one row for each advertisable, which names it: one without a row has set nothing yet.
    create table email.email_settings (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      country text check (length(country) = 2),
      sender_name text check (length(sender_name) between 1 and 255),
      sender_address text check (length(sender_address) between 3 and 254),
      footer_postal_address text check (length(footer_postal_address) between 1 and 1000),
      -- Which version of the terms of service is accepted; null for none.
      terms_version text,
      terms_accepted_at timestamptz(3),
      is_beta boolean not null,
      suspended_at timestamptz(3),
      opted_out_at timestamptz(3),
      -- Which service said so.
      opted_out_agent text check (length(opted_out_agent) between 1 and 255),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid),
      check ((terms_version is null) = (terms_accepted_at is null)),
      check ((opted_out_at is null) = (opted_out_agent is null))
    );
    select platform.distribute('email.email_settings');
    select platform.protect('email.email_settings', 'select, insert, update');

    -- Which campaigns there are, whoever they belong to: documents tell a foreign one from one that does not exist.
    create table email.known_campaign (
      eid text collate "C" primary key check (length(eid) = 22)
    );
    select platform.replicate('email.known_campaign');
    grant select, insert on email.known_campaign to adgraph_runtime;

    create table email.email_campaign (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('RUNNING', 'PAUSED', 'STOPPED')),
      -- Which service made it.
      source text check (length(source) between 1 and 255),
      start_date timestamptz(3),
      end_date timestamptz(3),
      -- Null is what the settings say.
      sender_name text check (length(sender_name) between 1 and 255),
      sender_address text check (length(sender_address) between 3 and 254),
      footer_postal_address text check (length(footer_postal_address) between 1 and 1000),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      check (start_date <= end_date)
    );
    create index email_campaign_eid on email.email_campaign (eid);
    create index email_campaign_created on email.email_campaign (advertisable_eid, created_at, eid);
    create index email_campaign_name on email.email_campaign (advertisable_eid, name, eid);
    create index email_campaign_updated on email.email_campaign (advertisable_eid, updated_at, eid);
    select platform.distribute('email.email_campaign');
    select platform.protect('email.email_campaign', 'select, insert, update');

    create table email.email (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      campaign_eid text collate "C" not null,
      -- From 1, in the order in which they are sent.
      position integer not null check (position >= 1),
      body text check (length(body) <= 50000),
      headline text check (length(headline) <= 255),
      cta_destination text check (length(cta_destination) <= 2048),
      cta_label text check (length(cta_label) <= 255),
      hero_image_url text check (length(hero_image_url) <= 2048),
      email_subject text check (length(email_subject) <= 255),
      preview_text text check (length(preview_text) <= 255),
      utm_campaign text check (length(utm_campaign) <= 255),
      utm_source text check (length(utm_source) <= 255),
      utm_medium text check (length(utm_medium) <= 255),
      delay_hours integer not null check (delay_hours between 0 and 8760),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint email_position unique (advertisable_eid, campaign_eid, position),
      foreign key (advertisable_eid, campaign_eid) references email.email_campaign (advertisable_eid, eid)
    );
    create index email_eid on email.email (eid);
    create index email_created on email.email (advertisable_eid, created_at, eid);
    select platform.distribute('email.email');
    select platform.protect('email.email', 'select, insert, update');

    create table email.unsubscriber (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      -- The person's, a keyed digest of the address within the advertisable.
      contact_eid text collate "C" not null check (length(contact_eid) = 22),
      -- Null where it is not known any more.
      sealed_address bytea,
      -- The campaign whose mail was the reason; null where nobody said.
      campaign_eid text collate "C",
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, contact_eid)
    );
    create index unsubscriber_eid on email.unsubscriber (contact_eid);
    create index unsubscriber_created on email.unsubscriber (advertisable_eid, created_at, contact_eid);
    select platform.distribute('email.unsubscriber');
    select platform.protect('email.unsubscriber', 'select, insert');

    -- When somebody last saw a message of a type; the messages themselves follow from the other tables.
    create table email.message_view (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      type text not null,
      viewed_at timestamptz(3) not null,
      primary key (advertisable_eid, type)
    );
    select platform.distribute('email.message_view');
    select platform.protect('email.message_view', 'select, insert, update');
  `);
}
