import type { Knex } from "knex";

/**
 * Automated strategies. All tables are tenant tables. The indexes on eid alone serve staff, who look objects
 * up without naming the advertisable; the others each serve an order of a list, the children of a strategy,
 * or the strategies of an ad or a segment. `figures_day` is the day whose figures a campaign's budget was
 * worked out with: it was never worked out with any where it is null.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists strategies;
    grant usage on schema strategies to adgraph_runtime;

    create table strategies.strategy (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 64),
      status text not null check (status in ('LIVE', 'PAUSED')),
      currency text not null check (currency in ('USD', 'EUR', 'AUD', 'GBP', 'NZD', 'JPY')),
      budget numeric(14, 2) not null check (budget > 0),
      budget_period text not null check (budget_period in ('DAILY', 'WEEKLY')),
      monthly_budget_cap numeric(14, 2) check (monthly_budget_cap > 0),
      kpi_metric text not null check (kpi_metric in ('CPA', 'CPC', 'CPM')),
      kpi_goal numeric(14, 2) check (kpi_goal > 0),
      products text[] not null check ('WEB' = any (products)),
      start_date timestamptz(3) not null,
      end_date timestamptz(3) check (end_date >= start_date),
      email jsonb,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index strategy_eid on strategies.strategy (eid);
    create index strategy_created on strategies.strategy (advertisable_eid, created_at, eid);
    create index strategy_updated on strategies.strategy (advertisable_eid, updated_at, eid);
    create index strategy_name on strategies.strategy (advertisable_eid, name, eid);
    select platform.distribute('strategies.strategy');
    select platform.protect('strategies.strategy', 'select, insert, update');

    create table strategies.strategy_campaign (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      strategy_eid text collate "C" not null,
      product text not null check (product in ('WEB', 'SN', 'EMAIL')),
      status text not null check (status in ('LIVE', 'PAUSED', 'PAUSED_BY_STRATEGY')),
      currency text not null,
      budget numeric(14, 2) not null check (budget >= 0),
      budget_floor numeric(14, 2) not null check (budget_floor between 0 and budget),
      share_reason text not null check (share_reason in ('EQUAL', 'RATE', 'AVERAGE_RATE', 'FLOOR')),
      figures_day date,
      conversions bigint not null check (conversions >= 0),
      cost numeric not null check (cost >= 0),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, strategy_eid) references strategies.strategy (advertisable_eid, eid)
    );
    create index strategy_campaign_eid on strategies.strategy_campaign (eid);
    create index strategy_campaign_created on strategies.strategy_campaign (advertisable_eid, created_at, eid);
    create index strategy_campaign_updated on strategies.strategy_campaign (advertisable_eid, updated_at, eid);
    create index strategy_campaign_strategy on strategies.strategy_campaign (advertisable_eid, strategy_eid, eid);
    select platform.distribute('strategies.strategy_campaign');
    select platform.protect('strategies.strategy_campaign', 'select, insert, update');

    create table strategies.strategy_ad (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      strategy_eid text collate "C" not null,
      ad_eid text collate "C" not null check (length(ad_eid) = 22),
      role text not null check (role in ('ALL', 'WEB', 'SN')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint strategy_ad_once unique (advertisable_eid, strategy_eid, role, ad_eid),
      foreign key (advertisable_eid, strategy_eid) references strategies.strategy (advertisable_eid, eid)
    );
    create index strategy_ad_ad on strategies.strategy_ad (advertisable_eid, ad_eid, strategy_eid);
    select platform.distribute('strategies.strategy_ad');
    select platform.protect('strategies.strategy_ad', 'select, insert, delete');

    create table strategies.strategy_segment (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      strategy_eid text collate "C" not null,
      segment_eid text collate "C" not null check (length(segment_eid) = 22),
      role text not null check (role in ('POSITIVE', 'NEGATIVE', 'CONVERSION')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint strategy_segment_once unique (advertisable_eid, strategy_eid, role, segment_eid),
      foreign key (advertisable_eid, strategy_eid) references strategies.strategy (advertisable_eid, eid)
    );
    create index strategy_segment_segment on strategies.strategy_segment (advertisable_eid, segment_eid, strategy_eid);
    select platform.distribute('strategies.strategy_segment');
    select platform.protect('strategies.strategy_segment', 'select, insert, delete');
  `);
}
