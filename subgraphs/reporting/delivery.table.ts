import type pg from "pg";

const SUMS = ["impressions", "clicks", "cost", "extra_cost", "reported_conversions"];
const KEY = ["advertisable_eid", "day", "ad_group_eid", "ad_eid", "network", "inventory_source", "domain"];
const VALUES = ["campaign_eid", "currency", ...SUMS];

/** The roll-ups of deliveries, each with what it keeps apart besides the advertisable and the day. */
const ROLL_UPS = [
  { table: "reporting.delivery_by_ad_group", columns: ["ad_group_eid", "campaign_eid", "currency"] },
  { table: "reporting.delivery_by_campaign", columns: ["campaign_eid", "currency"] },
  { table: "reporting.delivery_by_advertisable", columns: ["currency"] },
];

export interface UpsertResult {
  inserted: number;
  updated: number;
}

/** Only one load at a time may write an advertisable's deliveries; held until the transaction ends. */
export async function lockDeliveries(owner: pg.Client, advertisableEid: string): Promise<void> {
  await owner.query("select pg_advisory_xact_lock(hashtextextended('reporting.delivery ' || $1, 0))", [
    advertisableEid,
  ]);
}

/**
 * Writes `delivery_batch` (delivery-stage.table): the values of a key that is there already are replaced,
 * and a key whose values are the same is left alone. `days` are all days of the batch.
 */
export async function upsertDeliveries(
  owner: pg.Client,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<UpsertResult> {
  const before = await countDeliveries(owner, advertisable.eid, days);
  const columns = ["day", "ad_group_eid", "ad_eid", "network", "inventory_source", "domain", "campaign_eid", ...SUMS];
  const written = await owner.query(
    `insert into reporting.delivery as d (advertisable_eid, currency, ${columns.join(", ")})
     select $1, $2, ${columns.join(", ")} from delivery_batch order by day, ad_group_eid, ad_eid
     on conflict (${KEY.join(", ")}) do update set ${VALUES.map((column) => `${column} = excluded.${column}`).join(", ")}
     where (${VALUES.map((column) => `d.${column}`).join(", ")}) is distinct from (${VALUES.map((column) => `excluded.${column}`).join(", ")})`,
    [advertisable.eid, advertisable.currency],
  );
  const inserted = (await countDeliveries(owner, advertisable.eid, days)) - before;
  return { inserted, updated: (written.rowCount ?? 0) - inserted };
}

async function countDeliveries(owner: pg.Client, advertisableEid: string, days: readonly string[]): Promise<number> {
  const { rows } = await owner.query<{ n: string }>(
    "select count(*)::text as n from reporting.delivery where advertisable_eid = $1 and day = any($2::date[])",
    [advertisableEid, days],
  );
  return Number(rows[0]?.n);
}

/** Makes the roll-ups of some days of an advertisable anew from its deliveries. */
export async function rebuildRollUps(
  owner: pg.Client,
  advertisableEid: string,
  days: readonly string[],
): Promise<void> {
  for (const { table, columns } of ROLL_UPS) {
    const keys = ["advertisable_eid", "day", ...columns].join(", ");
    await owner.query(`delete from ${table} where advertisable_eid = $1 and day = any($2::date[])`, [
      advertisableEid,
      days,
    ]);
    await owner.query(
      `insert into ${table} (${keys}, ${SUMS.join(", ")})
       select ${keys}, ${SUMS.map((column) => `sum(${column})`).join(", ")} from reporting.delivery
       where advertisable_eid = $1 and day = any($2::date[]) group by ${keys}`,
      [advertisableEid, days],
    );
  }
}
