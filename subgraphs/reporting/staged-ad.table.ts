import type pg from "pg";
import { badInput } from "../../lib/errors.js";
import { JOINT } from "./row-format.rules.js";
import { type BadRow, type Reading, TOLD_BAD_ROWS } from "./staging.js";

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

const ADS_AT_ONCE = 1_000;

/**
 * Asks for the EIDs of the ads that staged rows name by `ad_key`, and puts them into `staged_ad`: one row a key, with a
 * `place` in the order of ad groups and their ads, which is compared faster than those. Rows whose ad stands for nothing
 * are bad ones, and not staged any more.
 *
 * @throws BAD_USER_INPUT for a source that puts one ad group into two campaigns, before anything is made of either.
 */
export async function resolveStagedAds(
  owner: pg.Client,
  stage: string,
  resolveAds: ResolveAds,
  reading: Reading,
): Promise<void> {
  // The identifiers stand in one column, since the planner takes rows that agree in three for rare.
  await owner.query(`
    create temporary table named_ad on commit drop as
      select ad_key, min(line) as line, count(*) as rows from ${stage} group by ad_key;
    create temporary table found_ad (
      ad_key text collate "C", campaign_eid text collate "C", ad_group_eid text collate "C", ad_eid text collate "C"
    ) on commit drop`);
  await refuseSharedAdGroups(owner);
  await findAds(owner, resolveAds);
  await owner.query(`
    create temporary table staged_ad on commit drop as
      select *, dense_rank() over (order by ad_group_eid, ad_eid)::integer as place from found_ad;
    analyze staged_ad`);
  await refuseUnknownAds(owner, stage, reading);
}

async function refuseSharedAdGroups(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ ad_key: string; line: string }>(
    `with placed as (
       select split_part(ad_key, $1, 2) as ad_group, split_part(ad_key, $1, 1) as campaign, min(ad_key) as ad_key, min(line) as line
       from named_ad group by 1, 2
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

async function findAds(owner: pg.Client, resolveAds: ResolveAds): Promise<void> {
  await owner.query("declare ad_keys no scroll cursor for select ad_key from named_ad order by ad_key");
  for (;;) {
    const { rows } = await owner.query<{ ad_key: string }>(`fetch ${ADS_AT_ONCE} from ad_keys`);
    const keys = rows.map((row) => row.ad_key);
    if (keys.length === 0) break;
    const eids = await resolveAds(keys.map(adOf));
    const found = keys.flatMap((key, index) => {
      const ad = eids[index];
      return ad == null ? [] : [{ key, ...ad }];
    });
    await owner.query("insert into found_ad select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])", [
      found.map((ad) => ad.key),
      found.map((ad) => ad.campaignEid),
      found.map((ad) => ad.adGroupEid),
      found.map((ad) => ad.adEid),
    ]);
  }
  await owner.query("close ad_keys");
}

function adOf(key: string): ExternalAd {
  const [campaignExternalId = "", adGroupExternalId = "", adExternalId = ""] = key.split(JOINT);
  return { campaignExternalId, adGroupExternalId, adExternalId };
}

/** Takes the rows whose ad stands for nothing out of the stage. */
async function refuseUnknownAds(owner: pg.Client, stage: string, reading: Reading): Promise<void> {
  const unknown = "ad_key in (select ad_key from named_ad except select ad_key from staged_ad)";
  const { rows: counts } = await owner.query<{ bad: string }>(
    `select coalesce(sum(rows), 0)::text as bad from named_ad where ${unknown}`,
  );
  const bad = Number(counts[0]?.bad);
  if (bad === 0) return;
  const { rows } = await owner.query<{ line: string; ad_key: string }>(
    `select line::text, ad_key from ${stage} staged where ${unknown} order by staged.line limit $1`,
    [TOLD_BAD_ROWS],
  );
  const first: BadRow[] = rows.map(({ line, ad_key }) => {
    const ad = adOf(ad_key);
    return {
      line: Number(line),
      reason: `there is no ad ${ad.adExternalId} in the ad group ${ad.adGroupExternalId} of the campaign ${ad.campaignExternalId}`,
    };
  });
  reading.bad += bad;
  reading.badRows = [...reading.badRows, ...first].toSorted((a, b) => a.line - b.line).slice(0, TOLD_BAD_ROWS);
  await owner.query(`delete from ${stage} where ${unknown}`);
}
