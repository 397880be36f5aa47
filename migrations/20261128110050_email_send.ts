import type { Knex } from "knex";

/**
 * What becomes of the mails of campaigns. `email.drip` is a campaign at work: how far its contacts have entered it,
 * and until when it is held because no mail can be sent. `email.send` is one mail to one contact, from when it is
 * planned; it names the contact by EID and holds no address. `email.email_day` sums up what the mails came to.
 * `email.hero_image` is our own copy of an image. Tenant tables.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists email;
    grant usage on schema email to adgraph_runtime;

    create table email.drip (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      campaign_eid text collate "C" not null check (length(campaign_eid) = 22),
      -- The last contact that has entered; null before the first.
      entered_to text collate "C",
      -- Whether all contacts have entered.
      is_entered boolean not null,
      -- Tries in a row that found no server to send to, and until when there is none.
      outages integer not null check (outages >= 0),
      held_until timestamptz(3),
      hold_reason text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, campaign_eid)
    );
    select platform.distribute('email.drip');
    select platform.protect('email.drip', 'select, insert, update');

    create table email.send (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      campaign_eid text collate "C" not null check (length(campaign_eid) = 22),
      email_eid text collate "C" not null check (length(email_eid) = 22),
      contact_eid text collate "C" not null check (length(contact_eid) = 22),
      state text not null check (state in ('WAITING', 'SENDING', 'SENT', 'SKIPPED', 'FAILED', 'CANCELLED')),
      -- When it may be taken to be sent; of one that is being sent, when it may be taken from who does that.
      due_at timestamptz(3) not null,
      -- Times that it was taken, and when first.
      attempts integer not null check (attempts >= 0),
      first_tried_at timestamptz(3),
      sent_at timestamptz(3),
      -- Why it is not sent, or why it was not when it was tried last.
      reason text,
      opened_at timestamptz(3),
      clicked_at timestamptz(3),
      unsubscribed_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      -- No mail is planned twice for anybody.
      constraint send_once unique (advertisable_eid, campaign_eid, email_eid, contact_eid)
    );
    create index send_due on email.send (advertisable_eid, campaign_eid, due_at, eid)
      where state in ('WAITING', 'SENDING');
    select platform.distribute('email.send');
    select platform.protect('email.send', 'select, insert, update');

    create table email.email_day (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      email_eid text collate "C" not null check (length(email_eid) = 22),
      day date not null,
      campaign_eid text collate "C" not null check (length(campaign_eid) = 22),
      sends bigint not null check (sends >= 0),
      failures bigint not null check (failures >= 0),
      opens bigint not null check (opens >= 0),
      clicks bigint not null check (clicks >= 0),
      unsubscribes bigint not null check (unsubscribes >= 0),
      primary key (advertisable_eid, email_eid, day)
    );
    create index email_day_campaign on email.email_day (advertisable_eid, campaign_eid, day);
    select platform.distribute('email.email_day');
    select platform.protect('email.email_day', 'select, insert, update');

    create table email.hero_image (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      email_eid text collate "C" not null check (length(email_eid) = 22),
      url text not null,
      status text not null check (status in ('WAITING', 'CAPTURED', 'FAILED')),
      -- Why there is none, or why there was none when it was tried last.
      reason text,
      attempts integer not null check (attempts >= 0),
      media_type text check (media_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
      image bytea check (length(image) between 1 and 10485760),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      check ((status = 'CAPTURED') = (image is not null and media_type is not null))
    );
    create index hero_image_email on email.hero_image (advertisable_eid, email_eid, created_at);
    -- An image is compressed already.
    alter table email.hero_image alter column image set storage external;
    select platform.distribute('email.hero_image');
    select platform.protect('email.hero_image', 'select, insert, update');
  `);
}
