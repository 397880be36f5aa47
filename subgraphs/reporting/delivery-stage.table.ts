import type pg from "pg";
import { badInput } from "../../lib/errors.js";
import { JOINT } from "./row-format.rules.js";

/** An ad as the source names it. */
export interface ExternalAd {
  campaignExternalId: string;
  adGroupExternalId: string;
  adExternalId: string;
}

/** What stands for it here. */
export interface AdEids {
  campaignEid: string;
  adGroupEid: string;
  adEid: string;
}

/** Finds what stands for ads; null where nothing does. In the order asked, at most 1,000 at a time. */
export type ResolveAds = (ads: readonly ExternalAd[]) => Promise<readonly (AdEids | null)[]>;

/** A row that can't be loaded. */
export interface BadRow {
  line: number;
  reason: string;
}

const ADS_AT_ONCE = 1_000;

/** Where deliveries are staged; other rows that name ads are staged with a `line` and an `ad_key` too. */
export const DELIVERY_STAGE = "staged_delivery";

/** Creates the tables of one load, which end with its transaction. */
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
  await createAdStage(owner);
}

/** Creates the table of the EIDs that stand for staged ads. */
export async function createAdStage(owner: pg.Client): Promise<void> {
  await owner.query(`
    create temporary table staged_ad (
      ad_key text collate "C" primary key,
      campaign_eid text collate "C" not null,
      ad_group_eid text collate "C" not null,
      ad_eid text collate "C" not null
    ) on commit drop`);
}

/** Refuses a source that puts one ad group into two campaigns, before anything is made of either. */
export async function refuseSharedAdGroups(owner: pg.Client, stage = DELIVERY_STAGE): Promise<void> {
  const { rows } = await owner.query<{ ad_key: string; line: string }>(
    `with placed as (
       select split_part(ad_key, $1, 2) as ad_group, split_part(ad_key, $1, 1) as campaign, min(ad_key) as ad_key, min(line) as line
       from ${stage} group by 1, 2
     )
     select ad_key, line::text from placed
     where ad_group = (select ad_group from placed group by ad_group having count(*) > 1 order by ad_group limit 1)
     order by placed.line limit 2`,
    [JOINT],
  );
  const [one, two] = rows;
  if (one === undefined || two === undefined) return;
  throw badInput(
    ["adGroup"],
    "TWO_CAMPAIGNS",
    `The ad group ${adOf(one.ad_key).adGroupExternalId} can't be in two campaigns: ${adOf(one.ad_key).campaignExternalId} (line ${one.line}) and ${adOf(two.ad_key).campaignExternalId} (line ${two.line}).`,
  );
}

/** Asks for the EIDs of all staged ads. */
export async function resolveStagedAds(
  owner: pg.Client,
  resolveAds: ResolveAds,
  stage = DELIVERY_STAGE,
): Promise<void> {
  await owner.query(`declare ad_keys no scroll cursor for select ad_key from ${stage} group by ad_key order by ad_key`);
  for (;;) {
    const { rows } = await owner.query<{ ad_key: string }>(`fetch ${ADS_AT_ONCE} from ad_keys`);
    const keys = rows.map((row) => row.ad_key);
    if (keys.length === 0) break;
    const eids = await resolveAds(keys.map(adOf));
    const found = keys.flatMap((key, index) => {
      const ad = eids[index];
      return ad == null ? [] : [{ key, ...ad }];
    });
    await owner.query("insert into staged_ad select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])", [
      found.map((ad) => ad.key),
      found.map((ad) => ad.campaignEid),
      found.map((ad) => ad.adGroupEid),
      found.map((ad) => ad.adEid),
    ]);
  }
  await owner.query("close ad_keys; analyze staged_ad");
}

function adOf(key: string): ExternalAd {
  const [campaignExternalId = "", adGroupExternalId = "", adExternalId = ""] = key.split(JOINT);
  return { campaignExternalId, adGroupExternalId, adExternalId };
}

/** Rows whose ad stands for nothing here: how many, and the first ones. */
export async function unresolvedRows(
  owner: pg.Client,
  limit: number,
  stage = DELIVERY_STAGE,
): Promise<{ count: number; first: BadRow[] }> {
  const { rows } = await owner.query<{ line: string; ad_key: string; total: string }>(
    `select line::text, ad_key, count(*) over ()::text as total
     from ${stage} d where not exists (select from staged_ad a where a.ad_key = d.ad_key)
     order by d.line limit $1`,
    [limit],
  );
  const first = rows.map(({ line, ad_key }) => {
    const ad = adOf(ad_key);
    return {
      line: Number(line),
      reason: `there is no ad ${ad.adExternalId} in the ad group ${ad.adGroupExternalId} of the campaign ${ad.campaignExternalId}`,
    };
  });
  return { count: Number(rows[0]?.total ?? 0), first };
}

/**
 * Makes `delivery_batch` of the staged rows that have EIDs: one row a key, rows of the same key summed.
 *
 * @returns its days, ascending.
 * @throws BAD_USER_INPUT when a sum is greater than a count can be.
 */
export async function createBatch(owner: pg.Client): Promise<string[]> {
  await owner.query(`
    create temporary table delivery_batch on commit drop as
      select d.day, a.ad_group_eid, a.ad_eid, d.network, d.inventory_source, d.domain, min(a.campaign_eid) as campaign_eid,
        sum(d.impressions) as impressions, sum(d.clicks) as clicks, sum(d.cost) as cost, sum(d.extra_cost) as extra_cost,
        sum(d.reported_conversions) as reported_conversions
      from staged_delivery d join staged_ad a using (ad_key)
      group by 1, 2, 3, 4, 5, 6`);
  const { rows } = await owner.query<{ day: string; greatest: string }>(`
    select to_char(day, 'YYYY-MM-DD') as day, max(greatest(impressions, clicks, reported_conversions))::text as greatest
    from delivery_batch group by delivery_batch.day order by delivery_batch.day`);
  const tooMuch = rows.find((row) => Number(row.greatest) > Number.MAX_SAFE_INTEGER);
  if (tooMuch !== undefined) {
    throw badInput(
      ["impressions"],
      "OUT_OF_RANGE",
      `Rows of ${tooMuch.day} that belong together add up to more than ${Number.MAX_SAFE_INTEGER}.`,
    );
  }
  return rows.map((row) => row.day);
}
