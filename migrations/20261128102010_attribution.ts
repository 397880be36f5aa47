import type { Knex } from "knex";

/**
 * Which touchpoints conversions are credited to. Windows are the advertisable's when a report is asked for, so
 * a row says for which windows it counts: click windows of click_from days and more but less than click_until,
 * with view windows of view_from days and more. The roll-ups keep the three apart. Tenant tables; only the
 * attribution, which runs as the owner, writes here.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reporting.attribution_due (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      day date not null,
      conversion text collate "C" not null,
      primary key (advertisable_eid, day, conversion)
    );
    select platform.distribute('reporting.attribution_due');
    select platform.protect('reporting.attribution_due', 'select');

    create table reporting.attribution (
      advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
      -- The day of the conversion.
      day date not null,
      conversion text collate "C" not null,
      -- Whether the conversion is a click-through or a view-through where this row counts.
      outcome text collate "C" not null check (outcome in ('CLICK_THROUGH', 'VIEW_THROUGH')),
      -- What the touchpoint is to it: the outcome itself, or an assist.
      kind text collate "C" not null check (kind in ('CLICK_THROUGH', 'VIEW_THROUGH', 'ASSIST')),
      touchpoint text collate "C" not null,
      touched_at timestamptz not null,
      click_from integer not null,
      click_until integer not null check (click_until > click_from),
      view_from integer not null,
      product_type text collate "C" not null,
      campaign_eid text collate "C" not null,
      ad_group_eid text collate "C" not null,
      ad_eid text collate "C" not null,
      network text collate "C" not null,
      inventory_source text collate "C" not null,
      segment_eid text collate "C" not null,
      currency text not null,
      -- 1 for the first of the touchpoints that share a credit, 0 for the others.
      counted integer not null check (counted in (0, 1)),
      -- The share of the touchpoint; those of one kind and product add up to 1.
      credit numeric not null,
      -- The conversion's value and weight.
      value numeric not null,
      weight numeric not null,
      primary key (advertisable_eid, day, conversion, outcome, kind, touchpoint, touched_at)
    ) partition by range (day);
    select platform.distribute('reporting.attribution');
    select platform.protect('reporting.attribution', 'select');
  `);
  for (const { table, columns, index } of ROLL_UPS) {
    const keys = columns.map((column) => `${column} text collate "C" not null, `);
    await knex.raw(`
      create table reporting.${table} (
        advertisable_eid text collate "C" not null check (length(advertisable_eid) = 22),
        day date not null,
        ${keys.join("")}
        kind text collate "C" not null,
        product_type text collate "C" not null,
        click_from integer not null,
        click_until integer not null,
        view_from integer not null,
        currency text collate "C" not null,
        counted bigint not null,
        credit numeric not null,
        revenue numeric not null,
        weighted_credit numeric not null,
        weighted_revenue numeric not null,
        primary key (advertisable_eid, day, ${[...columns, "kind", "product_type", "click_from", "click_until", "view_from", "currency"].join(", ")})
      );
      ${index === null ? "" : `create index ${table}_entity on reporting.${table} (advertisable_eid, ${index}, day);`}
      select platform.distribute('reporting.${table}');
      select platform.protect('reporting.${table}', 'select');
    `);
  }
}

const ROLL_UPS: readonly { table: string; columns: readonly string[]; index: string | null }[] = [
  {
    table: "attribution_by_ad",
    columns: ["ad_group_eid", "ad_eid", "campaign_eid", "segment_eid", "network", "inventory_source"],
    index: "ad_eid",
  },
  { table: "attribution_by_ad_group", columns: ["ad_group_eid", "campaign_eid"], index: "ad_group_eid" },
  { table: "attribution_by_campaign", columns: ["campaign_eid"], index: "campaign_eid" },
  { table: "attribution_by_advertisable", columns: [], index: null },
];
