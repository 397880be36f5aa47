import type pg from "pg";
import { badInput } from "../../lib/errors.js";

/** Where deliveries are staged. */
export const DELIVERY_STAGE = "staged_delivery";

/** Creates the table of one load, which ends with its transaction. */
export async function createStage(owner: pg.Client): Promise<void> {
  // The order of text does not matter here, and by bytes it is the fastest.
  await owner.query(`
    create temporary table ${DELIVERY_STAGE} (
      line bigint not null,
      day date not null,
      ad_key text collate "C" not null,
      network text collate "C" not null,
      inventory_source text collate "C" not null,
      domain text collate "C" not null,
      impressions bigint not null,
      clicks bigint not null,
      cost numeric not null,
      extra_cost numeric not null,
      reported_conversions bigint not null
    ) on commit drop`);
}

const COUNTS = ["impressions", "clicks", "reported_conversions"];
const SUMS = [...COUNTS, "cost", "extra_cost"].map((column) => `sum(${column}) as ${column}`).join(", ");

/** Columns that a key of deliveries is known by while it is staged. */
const KEY = "day, place, network, inventory_source, domain";

/** SELECT of the staged rows of the days $2, one row a key, rows of the same key summed, sorted by their places. */
export function deliveryBatch(columns: readonly string[]): string {
  return `select ${columns.join(", ")}
    from (
      select ${KEY}, ${SUMS} from ${DELIVERY_STAGE} join staged_ad using (ad_key)
      where day = any($2::date[]) group by ${KEY} order by ${KEY}
    ) batch join (
      select place, min(ad_group_eid) as ad_group_eid, min(ad_eid) as ad_eid, min(campaign_eid) as campaign_eid
      from staged_ad group by 1
    ) ad using (place)`;
}

/**
 * The days of the staged rows, ascending.
 *
 * @throws BAD_USER_INPUT when a key adds up to more than a count can be.
 */
export async function stagedDeliveryDays(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ day: string; greatest: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day, greatest::text
     from (select day, greatest(${COUNTS.map((column) => `sum(${column})`).join(", ")}) as greatest from ${DELIVERY_STAGE} group by 1) days
     order by days.day`,
  );
  for (const { day, greatest } of rows) if (isTooMuch(greatest)) await refuseTooMuch(owner, day);
  return rows.map((row) => row.day);
}

function isTooMuch(count: string | undefined): boolean {
  return Number(count) > Number.MAX_SAFE_INTEGER;
}

/** Refuses a day one key of which adds up to too much; all its rows together may. */
async function refuseTooMuch(owner: pg.Client, day: string): Promise<void> {
  const { rows } = await owner.query<{ greatest: string }>(
    `with given as (select $1::text)
     select max(greatest(${COUNTS.join(", ")}))::text as greatest from (${deliveryBatch(COUNTS)}) batch`,
    ["", [day]],
  );
  if (!isTooMuch(rows[0]?.greatest)) return;
  throw badInput(
    ["impressions"],
    "OUT_OF_RANGE",
    `Rows of ${day} that belong together add up to more than ${Number.MAX_SAFE_INTEGER}.`,
  );
}
