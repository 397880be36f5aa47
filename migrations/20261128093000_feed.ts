import type { Knex } from "knex";

/**
 * Product feeds: where an advertisable's products are listed, each reading of that list, and the
 * products. The indexes on eid alone serve staff, who look objects up without naming the advertisable.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entities.feed_config (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      -- Said by staff, who make the row; nobody else may.
      is_allowed boolean not null,
      url text check (length(url) between 1 and 1024),
      feed_type text check (feed_type in ('XML', 'JSON', 'CSV')),
      delimiter text check (length(delimiter) = 1),
      quote_char text check (length(quote_char) = 1),
      encoding text check (length(encoding) between 1 and 40),
      skip_first_row boolean not null,
      tag_name text check (length(tag_name) between 1 and 100),
      locale text check (length(locale) between 1 and 40),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      unique (advertisable_eid)
    );
    create index feed_config_eid on entities.feed_config (eid);
    select platform.distribute('entities.feed_config');
    alter table entities.feed_config
      add foreign key (advertisable_eid) references entities.advertisable (advertisable_eid);
    select platform.protect('entities.feed_config', 'select, insert, update');

    create table entities.feed_crawl (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      feed_config_eid text collate "C" not null,
      url text not null,
      status text not null check (status in ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'SUPERSEDED')),
      -- Times that it was begun. A running crawl writes only as long as this is still what it made of it.
      attempts integer not null,
      failure text,
      http_status integer,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      added_count integer not null,
      changed_count integer not null,
      unchanged_count integer not null,
      deactivated_count integer not null,
      skipped_count integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      foreign key (advertisable_eid, feed_config_eid) references entities.feed_config (advertisable_eid, eid)
    );
    create index feed_crawl_created on entities.feed_crawl (advertisable_eid, created_at, eid);
    create index feed_crawl_eid on entities.feed_crawl (eid);
    select platform.distribute('entities.feed_crawl');
    select platform.protect('entities.feed_crawl', 'select, insert, update');

    create table entities.product (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      eid text collate "C" not null check (length(eid) = 22),
      external_id text collate "C" not null check (length(external_id) between 1 and 255),
      title text collate "C" not null check (length(title) between 1 and 500),
      url text not null check (length(url) between 1 and 2048),
      image_url text check (length(image_url) between 1 and 2048),
      price numeric check (price >= 0 and price < 1e12),
      currency text check (length(currency) = 3),
      is_active boolean not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (advertisable_eid, eid),
      unique (advertisable_eid, external_id),
      check ((price is null) = (currency is null))
    );
    create index product_created on entities.product (advertisable_eid, created_at, eid);
    create index product_title on entities.product (advertisable_eid, title, eid);
    create index product_eid on entities.product (eid);
    select platform.distribute('entities.product');
    alter table entities.product
      add foreign key (advertisable_eid) references entities.advertisable (advertisable_eid);
    select platform.protect('entities.product', 'select, insert, update');
  `);
}
