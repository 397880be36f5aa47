import type pg from "pg";
import { deliveryBatch } from "./delivery-stage.table.js";
import { type FactsWritten, writeFacts } from "./write-facts.table.js";

const SUMS = ["impressions", "clicks", "cost", "extra_cost", "reported_conversions"];
const KEY = ["day", "ad_group_eid", "ad_eid", "network", "inventory_source", "domain"];

/** The roll-ups of deliveries, each made of the one before it, with what it keeps apart besides the advertisable and the day. */
const ROLL_UPS = [
  { table: "delivery_by_ad_group", from: "delivery", columns: ["ad_group_eid", "campaign_eid", "currency"] },
  { table: "delivery_by_campaign", from: "delivery_by_ad_group", columns: ["campaign_eid", "currency"] },
  { table: "delivery_by_advertisable", from: "delivery_by_campaign", columns: ["currency"] },
];

/** Only one load at a time may write an advertisable's deliveries; held until the transaction ends. */
export async function lockDeliveries(owner: pg.Client, advertisableEid: string): Promise<void> {
  await owner.query("select pg_advisory_xact_lock(hashtextextended('reporting.delivery ' || $1, 0))", [
    advertisableEid,
  ]);
}

/** Writes the staged rows, whose days `days` are; see `writeFacts`. */
export async function upsertDeliveries(
  owner: pg.Client,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<FactsWritten> {
  const values = ["campaign_eid", "currency", ...SUMS];
  return await writeFacts(
    owner,
    {
      table: "delivery",
      keys: KEY,
      values,
      batch: deliveryBatch([...KEY, "campaign_eid", "$3::text", ...SUMS]),
    },
    advertisable,
    days,
  );
}

/** Makes the roll-ups of some days of an advertisable anew from its deliveries. */
export async function rebuildRollUps(
  owner: pg.Client,
  advertisableEid: string,
  days: readonly string[],
): Promise<void> {
  for (const { table, from, columns } of ROLL_UPS) {
    const keys = ["advertisable_eid", "day", ...columns].join(", ");
    await owner.query(`delete from reporting.${table} where advertisable_eid = $1 and day = any($2::date[])`, [
      advertisableEid,
      days,
    ]);
    await owner.query(
      `insert into reporting.${table} (${keys}, ${SUMS.join(", ")})
       select ${keys}, ${SUMS.map((column) => `sum(${column})`).join(", ")} from reporting.${from}
       where advertisable_eid = $1 and day = any($2::date[]) group by ${keys} order by ${keys}`,
      [advertisableEid, days],
    );
  }
}
