import type { Knex } from "knex";

/**
 * Who was put into which segment on which day, and since when each user is in it. Facts lie in partitions
 * of one month that the loader makes. Tenant tables; only the loader, which runs as the owner, writes here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reporting.segment_membership (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      segment_eid text collate "C" not null,
      cookie text collate "C" not null,
      -- A digest of the user's e-mail address, never the address; '' where it is not known.
      email_digest text collate "C" not null,
      -- How often the user was put into the segment on that day.
      events bigint not null check (events >= 0),
      primary key (advertisable_eid, day, segment_eid, cookie, email_digest)
    ) partition by range (day);
    create index segment_membership_segment on reporting.segment_membership (advertisable_eid, segment_eid, day);
    select platform.distribute('reporting.segment_membership');
    select platform.protect('reporting.segment_membership', 'select');

    create table reporting.segment_member (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      segment_eid text collate "C" not null,
      count_on text not null check (count_on in ('COOKIE', 'EMAIL')),
      member text collate "C" not null,
      first_day date not null,
      primary key (advertisable_eid, segment_eid, count_on, member)
    );
    select platform.distribute('reporting.segment_member');
    select platform.protect('reporting.segment_member', 'select');

    create table reporting.segment_event (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      segment_eid text collate "C" not null,
      events bigint not null,
      primary key (advertisable_eid, day, segment_eid)
    );
    create index segment_event_segment on reporting.segment_event (advertisable_eid, segment_eid, day);
    select platform.distribute('reporting.segment_event');
    select platform.protect('reporting.segment_event', 'select');
  `);
}
