import type { Knex } from "knex";

/**
 * Ads on a social network. The indexes on eid alone serve staff, who look objects up without naming the
 * advertisable; the others each serve an order of a list, or the children of an object. `published_digest`
 * says what the network was told last, so that it is told again only what has changed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists social;
    grant usage on schema social to adgraph_runtime;

    create table social.social_advertiser (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      url text,
      status text not null check (status in ('APPROVED', 'REJECTED')),
      currency text not null check (length(currency) = 3),
      organization_eid text collate "C" not null,
      account_eid text,
      sn_page_id text,
      sn_page_url text,
      page_access boolean not null,
      page_admin_access boolean not null,
      is_page_backed boolean not null,
      is_suspended boolean not null,
      show_dpa boolean not null,
      account_is_prepaid boolean not null,
      account_is_autobilled boolean not null,
      tos_accepted jsonb not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint social_advertiser_once unique (advertisable_eid)
    );
    create index social_advertiser_eid on social.social_advertiser (eid);
    create index social_advertiser_created on social.social_advertiser (advertisable_eid, created_at, eid);
    create index social_advertiser_name on social.social_advertiser (advertisable_eid, name, eid);
    select platform.distribute('social.social_advertiser');
    select platform.protect('social.social_advertiser', 'select, insert, update');

    create table social.photo_account (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      -- A 64-bit number.
      photo_actor_id text not null,
      page_backed_photo_actor_id text,
      photo_profile_pic text,
      photo_username text,
      is_page_backed boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint photo_account_once unique (advertisable_eid)
    );
    create index photo_account_eid on social.photo_account (eid);
    select platform.distribute('social.photo_account');
    select platform.protect('social.photo_account', 'select, insert, update, delete');

    create table social.social_page (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      sn_page_id text not null,
      name text collate "C" not null,
      sn_page_img text,
      sn_page_url text,
      page_access boolean not null,
      page_admin_access boolean not null,
      no_profile_picture boolean not null,
      is_published boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint social_page_once unique (advertisable_eid, sn_page_id)
    );
    create index social_page_eid on social.social_page (eid);
    create index social_page_created on social.social_page (advertisable_eid, created_at, eid);
    create index social_page_name on social.social_page (advertisable_eid, name, eid);
    select platform.distribute('social.social_page');
    select platform.protect('social.social_page', 'select, insert, update');

    create table social.lead_gen_form (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      follow_up_action_url text not null,
      privacy_policy_url text not null,
      external_id text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index lead_gen_form_eid on social.lead_gen_form (eid);
    create index lead_gen_form_created on social.lead_gen_form (advertisable_eid, created_at, eid);
    create index lead_gen_form_name on social.lead_gen_form (advertisable_eid, name, eid);
    create index lead_gen_form_updated on social.lead_gen_form (advertisable_eid, updated_at, eid);
    select platform.distribute('social.lead_gen_form');
    select platform.protect('social.lead_gen_form', 'select, insert, update');

    create table social.creative (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      title text,
      message text,
      description text,
      caption text,
      call_to_action text,
      link text check (length(link) <= 1024),
      image_url text check (length(image_url) <= 1024),
      photo_permalink_url text,
      external_id text,
      width integer check (width between 1 and 10000),
      height integer check (height between 1 and 10000),
      status text not null check (status in ('ACTIVE', 'DELETED')),
      is_active boolean not null,
      is_dynamic boolean not null,
      read_only boolean not null,
      lead_gen_form_eid text collate "C",
      published_digest text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, lead_gen_form_eid) references social.lead_gen_form (advertisable_eid, eid)
    );
    create index creative_eid on social.creative (eid);
    create index creative_created on social.creative (advertisable_eid, created_at, eid);
    create index creative_name on social.creative (advertisable_eid, name, eid);
    create index creative_updated on social.creative (advertisable_eid, updated_at, eid);
    select platform.distribute('social.creative');
    select platform.protect('social.creative', 'select, insert, update');

    create table social.custom_audience (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      is_conversion boolean not null,
      conversion_value numeric(14, 2) check (conversion_value >= 0),
      match_method text,
      retention_days integer not null check (retention_days between 1 and 180),
      rule text not null,
      subtype text not null,
      approximate_count bigint check (approximate_count >= 0),
      external_id text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index custom_audience_eid on social.custom_audience (eid);
    create index custom_audience_created on social.custom_audience (advertisable_eid, created_at, eid);
    create index custom_audience_name on social.custom_audience (advertisable_eid, name, eid);
    create index custom_audience_updated on social.custom_audience (advertisable_eid, updated_at, eid);
    select platform.distribute('social.custom_audience');
    select platform.protect('social.custom_audience', 'select, insert, update');

    create table social.lookalike_audience (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      custom_audience_eid text collate "C" not null,
      origin_audience_eid text collate "C" not null,
      country_code text not null check (length(country_code) = 2),
      country_name text not null,
      allow_international_seeds boolean not null,
      ratio integer not null check (ratio between 1 and 10),
      type text check (type in ('SIMILARITY', 'REACH')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint lookalike_audience_once unique (advertisable_eid, custom_audience_eid),
      foreign key (advertisable_eid, custom_audience_eid) references social.custom_audience (advertisable_eid, eid),
      foreign key (advertisable_eid, origin_audience_eid) references social.custom_audience (advertisable_eid, eid)
    );
    create index lookalike_audience_eid on social.lookalike_audience (eid);
    select platform.distribute('social.lookalike_audience');
    select platform.protect('social.lookalike_audience', 'select, insert, update');

    create table social.holdout_audience (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      start_cohort_id text not null,
      end_cohort_id text not null,
      group_id integer not null check (group_id >= 0),
      -- A 64-bit number.
      external_id text,
      is_active boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index holdout_audience_eid on social.holdout_audience (eid);
    create index holdout_audience_created on social.holdout_audience (advertisable_eid, created_at, eid);
    select platform.distribute('social.holdout_audience');
    select platform.protect('social.holdout_audience', 'select, insert, update');

    create table social.social_campaign (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED')),
      is_active boolean not null,
      goal text not null check (goal in ('RETARGET', 'PROSPECT')),
      bid_strategy text not null check (bid_strategy in ('AUTOMATIC', 'MANUAL')),
      performance_target text check (performance_target in ('CPC', 'CPM', 'CPL', 'CPA')),
      performance_target_value numeric(14, 2) check (performance_target_value >= 0),
      objective text not null
        check (objective in ('CONVERSIONS', 'LINK_CLICKS', 'LEAD_GENERATION', 'PRODUCT_CATALOG_SALES')),
      source text,
      is_launched boolean not null,
      currency text not null check (length(currency) = 3),
      -- Per day, over all its ad sets.
      budget numeric(14, 2) check (budget >= 0),
      kpi_metric text,
      kpi_goal numeric(14, 2) check (kpi_goal >= 0),
      kpi_currency text check (length(kpi_currency) = 3),
      start_date date,
      end_date date,
      spend_limit_until date,
      external_id text,
      published_digest text,
      -- Until when one job alone tells the network of it; null when none does.
      publishing_until timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      check (start_date <= end_date)
    );
    create index social_campaign_eid on social.social_campaign (eid);
    create index social_campaign_created on social.social_campaign (advertisable_eid, created_at, eid);
    create index social_campaign_name on social.social_campaign (advertisable_eid, name, eid);
    create index social_campaign_updated on social.social_campaign (advertisable_eid, updated_at, eid);
    select platform.distribute('social.social_campaign');
    select platform.protect('social.social_campaign', 'select, insert, update');

    create table social.ad_set (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      campaign_eid text collate "C" not null,
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('DRAFT', 'ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED')),
      is_active boolean not null,
      currency text not null check (length(currency) = 3),
      -- Per day.
      budget numeric(14, 2) check (budget >= 0),
      bid_amount numeric(14, 2) check (bid_amount >= 0),
      cpc numeric(14, 2) check (cpc >= 0),
      is_autobid boolean not null,
      min_age integer check (min_age between 13 and 65),
      max_age integer check (max_age between 13 and 65),
      start_date date,
      end_date date,
      optimization_goal text not null check (optimization_goal in
        ('IMPRESSIONS', 'OFFSITE_CONVERSIONS', 'LINK_CLICKS', 'LEAD_GENERATION', 'LANDING_PAGE_VIEWS')),
      pacing_type text not null check (pacing_type in ('STANDARD', 'NO_PACING')),
      pricing_model text not null check (pricing_model in ('DYNAMIC', 'FIXED_CPC')),
      promoted_segment_eid text collate "C",
      page_types text[] not null,
      ui_period text not null,
      external_id text,
      published_digest text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, campaign_eid) references social.social_campaign (advertisable_eid, eid),
      check (min_age <= max_age),
      check (start_date <= end_date)
    );
    create index ad_set_eid on social.ad_set (eid);
    create index ad_set_created on social.ad_set (advertisable_eid, created_at, eid);
    create index ad_set_name on social.ad_set (advertisable_eid, name, eid);
    create index ad_set_updated on social.ad_set (advertisable_eid, updated_at, eid);
    create index ad_set_campaign on social.ad_set (advertisable_eid, campaign_eid, created_at, eid);
    select platform.distribute('social.ad_set');
    select platform.protect('social.ad_set', 'select, insert, update');

    create table social.ad_set_audience (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_set_eid text collate "C" not null,
      custom_audience_eid text collate "C" not null,
      -- False for one that is excluded.
      targeted boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint ad_set_audience_once unique (advertisable_eid, ad_set_eid, custom_audience_eid),
      foreign key (advertisable_eid, ad_set_eid) references social.ad_set (advertisable_eid, eid),
      foreign key (advertisable_eid, custom_audience_eid) references social.custom_audience (advertisable_eid, eid)
    );
    select platform.distribute('social.ad_set_audience');
    select platform.protect('social.ad_set_audience', 'select, insert, update, delete');

    create table social.ad_set_geolocation (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_set_eid text collate "C" not null,
      -- As the file of geolocations has it.
      geolocation_eid text collate "C" not null,
      -- False for one that is excluded.
      included boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      constraint ad_set_geolocation_once unique (advertisable_eid, ad_set_eid, geolocation_eid),
      foreign key (advertisable_eid, ad_set_eid) references social.ad_set (advertisable_eid, eid)
    );
    select platform.distribute('social.ad_set_geolocation');
    select platform.protect('social.ad_set_geolocation', 'select, insert, update, delete');

    create table social.social_ad (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      ad_set_eid text collate "C" not null,
      creative_eid text collate "C" not null,
      name text collate "C" not null check (length(name) between 1 and 255),
      status text not null check (status in ('DRAFT', 'PAUSED', 'ACTIVE', 'DELETED', 'COMPLETED', 'KICKED')),
      is_active boolean not null,
      remote_status text,
      disapproval_reason text,
      external_id text,
      published_digest text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, ad_set_eid) references social.ad_set (advertisable_eid, eid),
      foreign key (advertisable_eid, creative_eid) references social.creative (advertisable_eid, eid)
    );
    create index social_ad_eid on social.social_ad (eid);
    create index social_ad_created on social.social_ad (advertisable_eid, created_at, eid);
    create index social_ad_name on social.social_ad (advertisable_eid, name, eid);
    create index social_ad_updated on social.social_ad (advertisable_eid, updated_at, eid);
    create index social_ad_ad_set on social.social_ad (advertisable_eid, ad_set_eid, created_at, eid);
    create index social_ad_creative on social.social_ad (advertisable_eid, creative_eid);
    select platform.distribute('social.social_ad');
    select platform.protect('social.social_ad', 'select, insert, update');

    -- What happened to each object; nobody changes or removes it.
    create table social.event (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      event_type text not null,
      event_data text not null,
      object_eid text collate "C" not null,
      object_type text not null,
      error_string text,
      error_reason text,
      response_json text,
      created_at timestamptz(3) not null,
      primary key (advertisable_eid, eid)
    );
    create index event_eid on social.event (eid);
    create index event_created on social.event (advertisable_eid, created_at, eid);
    create index event_object on social.event (advertisable_eid, object_eid, created_at, eid);
    select platform.distribute('social.event');
    select platform.protect('social.event', 'select, insert');
  `);
}
