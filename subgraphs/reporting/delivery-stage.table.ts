import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { badInput } from "../../lib/errors.js";
import type { DeliveryRow } from "./delivery-row.rules.js";

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

/** Creates the tables of one load, which end with its transaction. */
export async function createStage(owner: pg.Client): Promise<void> {
  // The order of text does not matter here, and by bytes it is the fastest.
  await owner.query(`
    create temporary table staged_delivery (
      line bigint not null,
      day date not null,
      campaign text collate "C" not null,
      ad_group text collate "C" not null,
      ad text collate "C" not null,
      network text collate "C" not null,
      inventory_source text collate "C" not null,
      domain text collate "C" not null,
      impressions bigint not null,
      clicks bigint not null,
      cost numeric not null,
      extra_cost numeric not null,
      reported_conversions bigint not null
    ) on commit drop;
    create temporary table staged_eids (
      n bigint primary key,
      campaign_eid text not null,
      ad_group_eid text not null,
      ad_eid text not null
    ) on commit drop`);
}

/** The line of COPY's text format that stages a row. */
export function stagedLine(line: number, row: DeliveryRow): string {
  return `${line}\t${row.day}\t${escaped(row.campaign)}\t${escaped(row.adGroup)}\t${escaped(row.ad)}\t${escaped(row.network)}\t${escaped(row.inventorySource)}\t${escaped(row.domain)}\t${row.impressions}\t${row.clicks}\t${row.cost}\t${row.extraCost}\t${row.reportedConversions}\n`;
}

/** Control characters are bad rows already, so this is all that COPY would take for something else. */
function escaped(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\", "\\\\") : text;
}

/** Stages what `lines` gives, as fast as both sides can and no faster. */
export async function copyToStage(owner: pg.Client, lines: AsyncIterable<string>): Promise<void> {
  await pipeline(lines, owner.query(copyFrom("copy staged_delivery from stdin")));
  await owner.query(`
    create temporary table staged_ad on commit drop as
      select row_number() over (order by campaign, ad_group, ad) as n, campaign, ad_group, ad
      from staged_delivery group by campaign, ad_group, ad;
    analyze staged_delivery;
    analyze staged_ad`);
}

/** Refuses a source that puts one ad group into two campaigns, before anything is made of either. */
export async function refuseSharedAdGroups(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ ad_group: string; campaign: string; line: string }>(`
    select ad_group, campaign, min(line)::text as line from staged_delivery
    where ad_group = (select ad_group from staged_ad group by ad_group having count(distinct campaign) > 1 order by ad_group limit 1)
    group by ad_group, campaign order by min(line) limit 2`);
  const [one, two] = rows;
  if (one === undefined || two === undefined) return;
  throw badInput(
    ["adGroup"],
    "TWO_CAMPAIGNS",
    `The ad group ${one.ad_group} can't be in two campaigns: ${one.campaign} (line ${one.line}) and ${two.campaign} (line ${two.line}).`,
  );
}

/** Asks for the EIDs of all staged ads. */
export async function resolveStagedAds(owner: pg.Client, resolveAds: ResolveAds): Promise<void> {
  for (let last = "0"; ; ) {
    const { rows } = await owner.query<ExternalAd & { n: string }>(
      `select n::text, campaign as "campaignExternalId", ad_group as "adGroupExternalId", ad as "adExternalId"
       from staged_ad where n > $1 order by staged_ad.n limit ${ADS_AT_ONCE}`,
      [last],
    );
    const lastRow = rows.at(-1);
    if (lastRow === undefined) break;
    last = lastRow.n;
    const eids = await resolveAds(rows.map(({ n: _, ...ad }) => ad));
    const found = rows.flatMap(({ n }, index) => {
      const ad = eids[index];
      return ad == null ? [] : [{ n, ...ad }];
    });
    await owner.query("insert into staged_eids select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])", [
      found.map((ad) => ad.n),
      found.map((ad) => ad.campaignEid),
      found.map((ad) => ad.adGroupEid),
      found.map((ad) => ad.adEid),
    ]);
  }
  await owner.query("analyze staged_eids");
}

/** Rows whose ad stands for nothing here: how many, and the first ones. */
export async function unresolvedRows(owner: pg.Client, limit: number): Promise<{ count: number; first: BadRow[] }> {
  const { rows } = await owner.query<{ line: string; campaign: string; ad_group: string; ad: string; total: string }>(
    `select d.line::text, d.campaign, d.ad_group, d.ad, count(*) over ()::text as total
     from staged_delivery d join staged_ad a using (campaign, ad_group, ad) left join staged_eids e using (n)
     where e.n is null order by d.line limit $1`,
    [limit],
  );
  return {
    count: Number(rows[0]?.total ?? 0),
    first: rows.map((row) => ({ line: Number(row.line), reason: `there is no ad ${row.ad} in the ad group ${row.ad_group} of the campaign ${row.campaign}` })),
  };
}

/**
 * Makes `delivery_batch` of the staged rows that have EIDs: one row a key, rows of the same key summed.
 *
 * @returns its days, ascending, and its number of rows.
 * @throws BAD_USER_INPUT when a sum is greater than a count can be.
 */
export async function createBatch(owner: pg.Client): Promise<{ days: string[]; keys: number }> {
  await owner.query(`
    create temporary table delivery_batch on commit drop as
      select d.day, e.campaign_eid, e.ad_group_eid, e.ad_eid, d.network, d.inventory_source, d.domain,
        sum(d.impressions) as impressions, sum(d.clicks) as clicks, sum(d.cost) as cost, sum(d.extra_cost) as extra_cost,
        sum(d.reported_conversions) as reported_conversions
      from staged_delivery d join staged_ad a using (campaign, ad_group, ad) join staged_eids e using (n)
      group by 1, 2, 3, 4, 5, 6, 7;
    analyze delivery_batch`);
  const { rows } = await owner.query<{ day: string; keys: string; greatest: string }>(`
    select to_char(day, 'YYYY-MM-DD') as day, count(*)::text as keys, max(greatest(impressions, clicks, reported_conversions))::text as greatest
    from delivery_batch group by delivery_batch.day order by delivery_batch.day`);
  const tooMuch = rows.find((row) => Number(row.greatest) > Number.MAX_SAFE_INTEGER);
  if (tooMuch !== undefined) {
    throw badInput(["impressions"], "OUT_OF_RANGE", `Rows of ${tooMuch.day} that belong together add up to more than ${Number.MAX_SAFE_INTEGER}.`);
  }
  return { days: rows.map((row) => row.day), keys: rows.reduce((sum, row) => sum + Number(row.keys), 0) };
}
