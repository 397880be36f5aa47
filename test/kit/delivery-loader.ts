import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { Client } from "pg";
import { type DeliveryLoad, type DeliveryLoadResult, loadDeliveries } from "../../subgraphs/reporting/delivery-load.js";
import { deliveryMapping } from "../../subgraphs/reporting/delivery-mapping.rules.js";
import type { AdEids, ExternalAd, ResolveAds } from "../../subgraphs/reporting/staged-ad.table.js";
import type { TestDatabase } from "./database.js";

const HEADER = "date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions,domain,network";
const SUMS = ["impressions", "clicks", "cost", "extra_cost", "reported_conversions"];
const ROLL_UPS: Readonly<Record<string, string>> = {
  delivery_by_ad_group: "day, ad_group_eid, campaign_eid, currency",
  delivery_by_campaign: "day, campaign_eid, currency",
  delivery_by_advertisable: "day, currency",
};

/** The advertisables that loads of a test belong to, and what is kept of them. */
export interface DeliveryLoader {
  /** Whose deliveries they are; a new one for each test. */
  advertisable: { eid: string; currency: string };
  load(source: string | Buffer | Readable, options?: Partial<DeliveryLoad>): Promise<DeliveryLoadResult>;
  /** Columns of a table of the reporting area as text, in their order. */
  rowsOf(table: string, columns: string, tenant?: string): Promise<Record<string, string>[]>;
  /** A hash of all that is kept of the advertisable, facts and roll-ups. */
  contents(): Promise<string>;
  /** Rows of the roll-ups that differ from what the facts add up to. */
  strayRollUps(): Promise<unknown[]>;
  /** Another connection as the owner. */
  connect(): Promise<Client>;
  kill(owner: Client): Promise<void>;
}

let count = 0;

export async function createDeliveryLoader(db: TestDatabase): Promise<DeliveryLoader> {
  await db.owner.query(
    "insert into platform.currency_rate values ('USD', '-infinity', 'infinity', 1), ('EUR', '-infinity', 'infinity', 0.9) on conflict do nothing",
  );
  const advertisable = { eid: eidOf(`ADVERTISABLE${(count += 1)}`), currency: "USD" };
  return {
    advertisable,

    load: async (source, options = {}) =>
      await loadDeliveries({
        owner: db.owner,
        source: source instanceof Readable ? source : Readable.from([source]),
        mapping: deliveryMapping(null),
        advertisable,
        resolveAds,
        ...options,
      }),

    rowsOf: async (table, columns, tenant = advertisable.eid) => {
      const list = columns.split(" ").map((column) => `${column}::text`);
      const { rows } = await db.owner.query<Record<string, string>>(
        `select ${list.join(", ")} from reporting.${table} where advertisable_eid = $1 order by ${columns.split(" ").join(", ")}`,
        [tenant],
      );
      return rows;
    },

    contents: async () => {
      const hash = createHash("sha256");
      for (const table of ["delivery", ...Object.keys(ROLL_UPS)]) {
        const { rows } = await db.owner.query(
          `select t::text as row from reporting.${table} t where advertisable_eid = $1 order by 1`,
          [advertisable.eid],
        );
        hash.update(JSON.stringify([table, rows]));
      }
      return hash.digest("hex");
    },

    strayRollUps: async () => {
      const stray: unknown[] = [];
      for (const [table, keys] of Object.entries(ROLL_UPS)) {
        const kept = `select ${keys}, ${SUMS.join(", ")} from reporting.${table} where advertisable_eid = $1`;
        const due = `select ${keys}, ${SUMS.map((sum) => `sum(${sum})`).join(", ")} from reporting.delivery where advertisable_eid = $1 group by ${keys}`;
        const { rows } = await db.owner.query(`(${kept} except ${due}) union all (${due} except ${kept})`, [
          advertisable.eid,
        ]);
        stray.push(...rows);
      }
      return stray;
    },

    connect: async () => {
      const client = new Client({ connectionString: db.url });
      client.on("error", () => {});
      await client.connect();
      return client;
    },

    kill: async (owner) => {
      await db.owner.query("select pg_terminate_backend($1)", [Reflect.get(owner, "processID")]);
    },
  };
}

/** A file of deliveries with all columns but the extra cost and the inventory source. */
export function deliveryCsv(...rows: string[]): string {
  return [HEADER, ...rows].join("\n");
}

/** Stands for every ad: its EIDs are its external identifiers, made long enough. */
export const resolveAds: ResolveAds = (ads) => Promise.resolve(ads.map(adEids));

export function adEids(ad: ExternalAd): AdEids {
  return {
    campaignEid: eidOf(ad.campaignExternalId),
    adGroupEid: eidOf(ad.adGroupExternalId),
    adEid: eidOf(ad.adExternalId),
  };
}

export function eidOf(externalId: string): string {
  return externalId.padEnd(22, "_").slice(0, 22);
}
