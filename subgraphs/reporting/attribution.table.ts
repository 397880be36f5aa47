import type pg from "pg";
import { MAX_WINDOW_DAYS } from "./event.table.js";

/** A window that is longer than any: what counts until then counts for all. */
const NEVER = MAX_WINDOW_DAYS + 1;

/**
 * The days of conversions that are due, the oldest first: as many as have no more than `limit` of them together, and
 * at least one.
 */
export async function dueDays(owner: pg.Client, advertisableEid: string, limit: number): Promise<string[]> {
  const { rows } = await owner.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day
     from (
       select day, count(*) as own, sum(count(*)) over (order by day) as upto
       from reporting.attribution_due where advertisable_eid = $1 group by day
     ) due where upto <= $2 or upto = own order by due.day`,
    [advertisableEid, limit],
  );
  return rows.map((row) => row.day);
}

/** How many conversions are due. */
export async function countDue(owner: pg.Client, advertisableEid: string): Promise<number> {
  const { rows } = await owner.query<{ n: string }>(
    "select count(*)::text as n from reporting.attribution_due where advertisable_eid = $1",
    [advertisableEid],
  );
  return Number(rows[0]?.n);
}

const PRODUCTS = ["RT", "PR", "SR"] as const;
const KINDS = ["CLICK", "IMPRESSION"] as const;

/** For each product and kind the column that says when the last such touchpoint was. */
function lastColumn(product: string, kind: string): string {
  return `last_${product}_${kind}`.toLowerCase();
}

const LASTS = PRODUCTS.flatMap((product) => KINDS.map((kind) => ({ product, kind })));

/**
 * Stages the due conversions of the days with all that their users saw and clicked before, and for each moment of
 * a user's history when the last touchpoint of each kind was: one pass over the history in order of time,
 * however many conversions a user has.
 *
 * @returns how many conversions there are.
 */
export async function stageDue(owner: pg.Client, advertisableEid: string, days: readonly string[]): Promise<number> {
  await owner.query(`
    create temporary table due_conversion (
      day date, conversion text collate "C", cookie text collate "C", converted_at timestamptz,
      segment_eid text, currency text, value numeric, weight numeric
    ) on commit drop;
    create temporary table user_touch (
      cookie text collate "C", touchpoint text collate "C", kind text collate "C", occurred_at timestamptz,
      product_type text collate "C", campaign_eid text, ad_group_eid text, ad_eid text, network text, inventory_source text
    ) on commit drop;
    create temporary table user_moment (
      cookie text collate "C", at timestamptz, last_click timestamptz, last_impression timestamptz,
      ${LASTS.map(({ product, kind }) => `${lastColumn(product, kind)} timestamptz`).join(", ")}
    ) on commit drop`);
  const { rowCount } = await owner.query(
    `insert into due_conversion
     select day, conversion, cookie, converted_at, segment_eid, currency, value, weight
     from reporting.attribution_due d join reporting.conversion c using (advertisable_eid, day, conversion)
     where advertisable_eid = $1 and day = any($2::date[])`,
    [advertisableEid, days],
  );
  await owner.query("analyze due_conversion");
  await owner.query(
    `insert into user_touch
     select cookie, touchpoint, kind, occurred_at, product_type, campaign_eid, ad_group_eid, ad_eid, network, inventory_source
     from (select cookie, min(converted_at) as first, max(converted_at) as last from due_conversion group by 1) u
     join reporting.touchpoint t using (cookie)
     where t.advertisable_eid = $1 and t.day >= $2::date - ${NEVER} and t.day <= $3
       and t.occurred_at <= u.last and t.occurred_at >= u.first - interval '${MAX_WINDOW_DAYS} days'`,
    [advertisableEid, days[0], days.at(-1)],
  );
  await owner.query("analyze user_touch");
  const seen = (product: string, kind: string): string =>
    `bool_or(kind = '${kind}' and product_type = '${product}') as ${lastColumn(product, kind)}`;
  await owner.query(`
    insert into user_moment
    select cookie, at,
      max(at) filter (where click) over upto, max(at) filter (where impression) over upto,
      ${LASTS.map(({ product, kind }) => `max(at) filter (where ${lastColumn(product, kind)}) over before`).join(", ")}
    from (
      select cookie, at, bool_or(kind = 'CLICK') as click, bool_or(kind = 'IMPRESSION') as impression,
        ${LASTS.map(({ product, kind }) => seen(product, kind)).join(", ")}
      from (
        select cookie, occurred_at as at, kind, product_type from user_touch
        union all select cookie, converted_at, null, null from due_conversion
      ) event group by 1, 2
    ) moment
    window upto as (partition by cookie order by at rows unbounded preceding),
      before as (partition by cookie order by at rows between unbounded preceding and 1 preceding);
    analyze user_moment`);
  return rowCount ?? 0;
}

/** Whole days that a window must have to reach from a conversion back to a time; null for no time. */
function lag(conversion: string, time: string): string {
  return `ceil(extract(epoch from ${conversion} - ${time}) / 86400)::integer`;
}

/**
 * Finds for each due conversion the moments whose touchpoints are credited, with the windows for which they are.
 *
 * The last click makes it a click-through for click windows that reach back to it. The last impression makes it a
 * view-through for view windows that reach back to that, and click windows that do not reach back to the click.
 * Assists are those of the products that have no share in the outcome: the last click of the product before it, or the
 * last impression where the click window does not reach back to the click.
 */
export async function stageCredits(owner: pg.Client): Promise<void> {
  await owner.query(`
    create temporary table credited on commit drop as
    select c.day, c.conversion, c.cookie, o.outcome, o.outcome as kind, o.touch_kind, null::text as product_type,
      o.at, o.click_from, o.click_until, o.view_from
    from due_conversion c
    join user_moment m on m.cookie = c.cookie and m.at = c.converted_at
    cross join lateral (select ${lag("c.converted_at", "m.last_click")} as click_lag) l
    cross join lateral (values
      ('CLICK_THROUGH', 'CLICK', m.last_click, click_lag, ${NEVER}, 0),
      ('VIEW_THROUGH', 'IMPRESSION', m.last_impression, 0, least(click_lag, ${NEVER}), ${lag("c.converted_at", "m.last_impression")})
    ) o (outcome, touch_kind, at, click_from, click_until, view_from)
    where o.at is not null and o.view_from <= ${MAX_WINDOW_DAYS} and o.click_from < o.click_until;
    analyze credited;

    insert into credited
    select o.day, o.conversion, o.cookie, o.outcome, 'ASSIST', a.touch_kind, p.product_type, a.at, a.click_from, a.click_until, a.view_from
    from credited o
    join due_conversion c using (day, conversion)
    join user_moment m on m.cookie = o.cookie and m.at = o.at
    cross join lateral (values
      ${PRODUCTS.map((product) => `('${product}', m.${lastColumn(product, "CLICK")}, m.${lastColumn(product, "IMPRESSION")})`).join(", ")}
    ) p (product_type, click_at, impression_at)
    cross join lateral (select ${lag("c.converted_at", "p.click_at")} as click_lag) l
    cross join lateral (values
      ('CLICK', case o.outcome when 'CLICK_THROUGH' then p.click_at end, click_lag, o.click_until, 0),
      ('IMPRESSION', p.impression_at, o.click_from, least(o.click_until, click_lag), ${lag("c.converted_at", "p.impression_at")})
    ) a (touch_kind, at, click_from, click_until, view_from)
    where a.at is not null and a.view_from <= ${MAX_WINDOW_DAYS} and a.click_from < a.click_until
      and not exists (select from user_touch t where t.cookie = o.cookie and t.occurred_at = o.at
        and t.kind = o.touch_kind and t.product_type = p.product_type);
    analyze credited`);
}

/**
 * Replaces the credits of the due conversions. Touchpoints of one moment share a credit: the first of them
 * is counted, and has what rounding leaves over, so that the shares add up to 1 exactly.
 */
export async function replaceCredits(
  owner: pg.Client,
  advertisableEid: string,
  days: readonly string[],
): Promise<void> {
  await owner.query(
    `delete from reporting.attribution a using due_conversion c
     where a.advertisable_eid = $1 and a.day = any($2::date[]) and a.day = c.day and a.conversion = c.conversion`,
    [advertisableEid, days],
  );
  await owner.query(
    `insert into reporting.attribution (advertisable_eid, day, conversion, outcome, kind, touchpoint, touched_at,
       click_from, click_until, view_from, product_type, campaign_eid, ad_group_eid, ad_eid, network, inventory_source,
       segment_eid, currency, counted, credit, value, weight)
     select $1, day, conversion, outcome, kind, touchpoint, occurred_at,
       click_from, click_until, view_from, product_type, campaign_eid, ad_group_eid, ad_eid, network, inventory_source,
       segment_eid, currency, case place when 1 then 1 else 0 end,
       case place when 1 then 1 - (sharers - 1) * share else share end, value, weight
     from (
       select o.day, o.conversion, o.outcome, o.kind, o.click_from, o.click_until, o.view_from, t.touchpoint, t.occurred_at,
         t.product_type, t.campaign_eid, t.ad_group_eid, t.ad_eid, t.network, t.inventory_source,
         c.segment_eid, c.currency, c.value, c.weight, row_number() over (shared order by t.touchpoint) as place,
         count(*) over shared as sharers, round(1.0 / count(*) over shared, 6) as share
       from credited o
       join due_conversion c using (day, conversion)
       join user_touch t on t.cookie = o.cookie and t.occurred_at = o.at and t.kind = o.touch_kind
         and (o.product_type is null or t.product_type = o.product_type)
       window shared as (partition by o.day, o.conversion, o.outcome, o.kind, o.product_type, o.touch_kind)
     ) credit`,
    [advertisableEid],
  );
}

const SUMS = ["counted", "credit", "revenue", "weighted_credit", "weighted_revenue"];
const APART = ["kind", "product_type", "click_from", "click_until", "view_from", "currency"];

/** The roll-ups, each made of the one before it, with what it keeps apart besides the day and APART. */
const ROLL_UPS = [
  {
    table: "attribution_by_ad",
    columns: ["campaign_eid", "ad_group_eid", "ad_eid", "segment_eid", "network", "inventory_source"],
    sums: ["counted", "credit", "value * credit", "credit * weight", "value * credit * weight"],
    from: "attribution",
  },
  {
    table: "attribution_by_ad_group",
    columns: ["campaign_eid", "ad_group_eid"],
    sums: SUMS,
    from: "attribution_by_ad",
  },
  { table: "attribution_by_campaign", columns: ["campaign_eid"], sums: SUMS, from: "attribution_by_ad_group" },
  { table: "attribution_by_advertisable", columns: [], sums: SUMS, from: "attribution_by_campaign" },
];

/** Makes the roll-ups of the days anew, and takes the conversions off the list of those that are due. */
export async function rollUpCredits(owner: pg.Client, advertisableEid: string, days: readonly string[]): Promise<void> {
  for (const { table, columns, sums, from } of ROLL_UPS) {
    const keys = ["advertisable_eid", "day", ...columns, ...APART].join(", ");
    await owner.query(`delete from reporting.${table} where advertisable_eid = $1 and day = any($2::date[])`, [
      advertisableEid,
      days,
    ]);
    await owner.query(
      `insert into reporting.${table} (${keys}, ${SUMS.join(", ")})
       select ${keys}, ${sums.map((each) => `sum(${each})`).join(", ")} from reporting.${from}
       where advertisable_eid = $1 and day = any($2::date[]) group by ${keys}`,
      [advertisableEid, days],
    );
  }
  await owner.query("delete from reporting.attribution_due where advertisable_eid = $1 and day = any($2::date[])", [
    advertisableEid,
    days,
  ]);
}
