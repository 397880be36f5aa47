import type { Knex } from "knex";

/**
 * Universal campaigns. The indexes on eid alone serve staff, who look objects up without naming the
 * advertisable; the others each serve an order of a list, or the children of an object. The ads and
 * segments that an ad group names belong to other areas, so no key of the database refers to them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists universal;
    grant usage on schema universal to adgraph_runtime;

    create table universal.playbook (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('DRAFT', 'LIVE', 'PAUSED', 'COMPLETED')),
      playbook_type text not null check (playbook_type in ('STANDARD')),
      start_date timestamptz(3),
      end_date timestamptz(3) check (end_date > start_date),
      currency text not null check (length(currency) = 3),
      budget_type text not null check (budget_type in ('DAILY', 'MONTHLY', 'LIFETIME')),
      goal numeric check (goal >= 0),
      is_prorated boolean not null,
      budget_balancing_automated boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index playbook_eid on universal.playbook (eid);
    create index playbook_created on universal.playbook (advertisable_eid, created_at, eid);
    create index playbook_name on universal.playbook (advertisable_eid, name, eid);
    create index playbook_updated on universal.playbook (advertisable_eid, updated_at, eid);
    select platform.distribute('universal.playbook');
    select platform.protect('universal.playbook', 'select, insert, update');

    create table universal.universal_campaign (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      playbook_eid text collate "C",
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('DRAFT', 'LIVE', 'PAUSED', 'COMPLETED')),
      currency text not null check (length(currency) = 3),
      objective text not null check (objective in ('AWARENESS', 'CONSIDERATION', 'CONVERT')),
      start_date timestamptz(3),
      end_date timestamptz(3) check (end_date > start_date),
      budget numeric check (budget >= 0),
      budget_type text not null check (budget_type in ('DAILY', 'MONTHLY', 'LIFETIME')),
      goal numeric check (goal >= 0),
      is_prorated boolean not null,
      tactic_type text,
      template text,
      use_case text,
      rw_excluded_lead_type text,
      -- JSON as its client wrote it.
      dayparting text,
      domain_frequency_cap numeric,
      domain_frequency_cap_enabled boolean not null,
      rw_manage_domain_frequency_cap boolean not null,
      user_frequency_cap integer,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, playbook_eid) references universal.playbook (advertisable_eid, eid)
    );
    create index universal_campaign_eid on universal.universal_campaign (eid);
    create index universal_campaign_created on universal.universal_campaign (advertisable_eid, created_at, eid);
    create index universal_campaign_name on universal.universal_campaign (advertisable_eid, name, eid);
    create index universal_campaign_updated on universal.universal_campaign (advertisable_eid, updated_at, eid);
    create index universal_campaign_playbook on universal.universal_campaign (advertisable_eid, playbook_eid, created_at, eid);
    select platform.distribute('universal.universal_campaign');
    select platform.protect('universal.universal_campaign', 'select, insert, update');

    create table universal.universal_ad_group (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      campaign_eid text collate "C" not null,
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('DRAFT', 'LIVE', 'PAUSED', 'COMPLETED')),
      ad_type text not null check (ad_type in ('STATIC', 'DYNAMIC')),
      objective text not null check (objective in ('AWARENESS', 'CONSIDERATION', 'CONVERT')),
      currency text not null check (length(currency) = 3),
      kpi_metric text not null check (kpi_metric in ('CPA', 'CPC', 'CPM')),
      kpi_goal numeric check (kpi_goal >= 0),
      start_date timestamptz(3),
      end_date timestamptz(3) check (end_date > start_date),
      sn_placements text[] not null,
      positive_segment_eids text[] not null,
      negative_segment_eids text[] not null,
      high_intent boolean not null,
      wizard_ticket_id integer,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, campaign_eid) references universal.universal_campaign (advertisable_eid, eid)
    );
    create index universal_ad_group_eid on universal.universal_ad_group (eid);
    create index universal_ad_group_created on universal.universal_ad_group (advertisable_eid, created_at, eid);
    create index universal_ad_group_name on universal.universal_ad_group (advertisable_eid, name, eid);
    create index universal_ad_group_updated on universal.universal_ad_group (advertisable_eid, updated_at, eid);
    create index universal_ad_group_campaign on universal.universal_ad_group (advertisable_eid, campaign_eid, created_at, eid);
    select platform.distribute('universal.universal_ad_group');
    select platform.protect('universal.universal_ad_group', 'select, insert, update');

    create table universal.universal_ad_group_ad (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_group_eid text collate "C" not null,
      ad_eid text collate "C" not null check (length(ad_eid) = 22),
      status text not null check (status in ('DRAFT', 'LIVE', 'PAUSED', 'COMPLETED')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint universal_ad_group_ad_once unique (advertisable_eid, ad_group_eid, ad_eid),
      foreign key (advertisable_eid, ad_group_eid) references universal.universal_ad_group (advertisable_eid, eid)
    );
    create index universal_ad_group_ad_created on universal.universal_ad_group_ad (advertisable_eid, ad_group_eid, created_at, eid);
    select platform.distribute('universal.universal_ad_group_ad');
    select platform.protect('universal.universal_ad_group_ad', 'select, insert, update, delete');
  `);
}
