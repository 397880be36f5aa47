import type { Knex } from "knex";

/**
 * Target account lists, and what is known of domains. The indexes on eid alone serve staff, who look
 * objects up without naming the advertisable; the others each serve an order of a list or of a tier.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists audience;
    grant usage on schema audience to adgraph_runtime;

    -- Of everybody: what is known of a domain belongs to no advertisable.
    create table audience.domain_attributes (
      domain text collate "C" primary key check (length(domain) between 1 and 253),
      company_name text,
      country text,
      industry text,
      revenue text,
      size text,
      technologies text[],
      traffic_rank integer check (traffic_rank >= 1),
      cookie_count bigint check (cookie_count >= 0)
    );
    create index domain_attributes_industry on audience.domain_attributes (industry, domain);
    create index domain_attributes_country on audience.domain_attributes (country, domain);
    create index domain_attributes_rank on audience.domain_attributes (traffic_rank, domain);
    select platform.replicate('audience.domain_attributes');
    grant select on audience.domain_attributes to adgraph_runtime;

    create table audience.target_account_list (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      scoring_model_id text,
      scoring_auc double precision check (scoring_auc between 0 and 1),
      scoring_grades jsonb not null,
      scoring_holdout1_status text,
      scoring_holdout2_status text,
      scoring_holdout3_status text,
      scoring_holdout4_status text,
      scoring_holdout5_status text,
      scoring_items_pending boolean not null,
      scoring_production_status text,
      scoring_status text not null check (scoring_status in ('NOT_SCORED', 'PENDING', 'RUNNING', 'SCORED', 'FAILED')),
      crm_sync_state text,
      crm_synced_at timestamptz(3),
      is_active boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index target_account_list_created on audience.target_account_list (advertisable_eid, created_at, eid);
    create index target_account_list_name on audience.target_account_list (advertisable_eid, name, eid);
    create index target_account_list_eid on audience.target_account_list (eid);
    select platform.distribute('audience.target_account_list');
    select platform.protect('audience.target_account_list', 'select, insert, update');

    create table audience.tier (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      tal_eid text collate "C" not null,
      name text collate "C" not null check (length(name) between 1 and 255),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, tal_eid) references audience.target_account_list (advertisable_eid, eid)
    );
    create index tier_created on audience.tier (advertisable_eid, tal_eid, created_at, eid);
    create index tier_eid on audience.tier (eid);
    select platform.distribute('audience.tier');
    select platform.protect('audience.tier', 'select, insert, update, delete');

    -- Its key is the domain, so that a list has each once, and each at most one tier.
    create table audience.target_account (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      tal_eid text collate "C" not null,
      domain text collate "C" not null check (length(domain) between 1 and 253),
      eid text collate "C" not null check (length(eid) = 22),
      tier_eid text collate "C",
      score double precision check (score between 0 and 100),
      -- Whether the client gave the score: the scoring leaves it alone then.
      is_score_given boolean not null,
      source text,
      crm_synced_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, tal_eid, domain),
      foreign key (advertisable_eid, tal_eid) references audience.target_account_list (advertisable_eid, eid),
      foreign key (advertisable_eid, tier_eid) references audience.tier (advertisable_eid, eid)
    );
    create index target_account_domain on audience.target_account (advertisable_eid, tal_eid, domain, eid);
    create index target_account_score on audience.target_account (advertisable_eid, tal_eid, coalesce(score, -1), eid);
    create index target_account_created on audience.target_account (advertisable_eid, tal_eid, created_at, eid);
    create index target_account_tier_domain on audience.target_account (advertisable_eid, tier_eid, domain, eid);
    create index target_account_tier_score
      on audience.target_account (advertisable_eid, tier_eid, coalesce(score, -1), eid);
    create index target_account_tier_created on audience.target_account (advertisable_eid, tier_eid, created_at, eid);
    create index target_account_eid on audience.target_account (eid);
    select platform.distribute('audience.target_account');
    select platform.protect('audience.target_account', 'select, insert, update, delete');
  `);
}
