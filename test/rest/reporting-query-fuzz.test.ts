import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { buildSchema } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../lib/config.js";
import { eachDay } from "../../lib/date-range.js";
import { loadFile, loadGeneratedEvents } from "../kit/facts.js";
import { answerTo, type QueryAnswer } from "../kit/reporting-query.js";
import {
  asked,
  documentText,
  type Filter,
  type Level,
  type ListedLevel,
  type Question,
  question,
  QUESTIONS,
  root,
  type Selection,
  TODAY,
} from "../kit/reporting-query-documents.js";
import { reworded } from "../kit/reworded-document.js";
import { startService, type TestService } from "../kit/service.js";
import { testEid, type UserName } from "../kit/world.js";

/**
 * Random documents of the old reporting query: whatever is asked together, each list holds what it should, and each
 * number is the one that /reportsvc gives for the same object, days and currency.
 */
let service: TestService;

interface Stored {
  eid: string;
  parents: string[];
  status: string;
  type: string;
  channel: string;
  isActive: boolean;
}
const stored: Record<ListedLevel, Stored[]> = { Campaign: [], Adgroup: [], Ad: [] };

beforeAll(async () => {
  service = await startService({ now: `${TODAY}T12:00:00Z` });
  const shops = [service.world.granted.advertisable, service.world.other.advertisable];
  for (const [seed, shop] of shops.entries()) {
    await loadGeneratedEvents(service, shop, { events: 1_500, end: TODAY, seed });
    await loadFile(service, "site-visits", shop, [
      "date,visitor,pageViews,revenue",
      ...eachDay({ start: "2023-08-01", end: TODAY }).map((day, n) => `${day},v${n % 7},${n},1.5`),
    ]);
  }
  const { owner } = service.db;
  for (const statement of [
    `update entities.campaign set status = (array['APPROVED', 'PAUSED', 'ADMIN_REVIEW', 'CANCELLED', 'REJECTED', 'COMPLETED'])[1 + ascii(right(eid, 1)) % 6],
       end_date = case ascii(substr(eid, 20, 1)) % 3 when 0 then date '2023-08-31' + ascii(substr(eid, 21, 1)) % 3 end,
       is_active = ascii(substr(eid, 19, 1)) % 4 > 0, is_social = ascii(substr(eid, 18, 1)) % 2 = 0,
       is_retargeting = ascii(substr(eid, 17, 1)) % 2 = 0, is_coop = ascii(substr(eid, 16, 1)) % 2 = 0`,
    `update entities.ad_group set status = (array['APPROVED', 'PAUSED', 'ADMIN_REVIEW', 'ADMIN_PAUSED'])[1 + ascii(right(eid, 1)) % 4],
       is_active = ascii(substr(eid, 19, 1)) % 4 > 0`,
    `update entities.ad set status = (array['APPROVED', 'PAUSED', 'ADMIN_REVIEW', 'REJECTED'])[1 + ascii(right(eid, 1)) % 4],
       is_active = ascii(substr(eid, 19, 1)) % 4 > 0`,
  ])
    await owner.query(statement);
  stored.Campaign = await rows(`select eid, array[advertisable_eid] parents, is_active "isActive",
      case when not is_active then 'deleted' when status = 'APPROVED' and end_date <= '${TODAY}' then 'ended' when status = 'APPROVED' then 'running'
        when status = 'ADMIN_REVIEW' then 'review' when status in ('CANCELLED', 'COMPLETED') then 'ended' else lower(status) end status,
      case when not is_retargeting then 'prospecting' when is_coop then 'blended' else 'retargeting' end type,
      case when is_social then 'social' else 'web' end channel from entities.campaign`);
  stored.Adgroup =
    await rows(`select eid, array[advertisable_eid, campaign_eid] parents, is_active "isActive", type, '' channel,
      case when not is_active then 'deleted' when status = 'APPROVED' then 'running' when status = 'ADMIN_REVIEW' then 'review' else 'paused' end status
      from entities.ad_group`);
  stored.Ad =
    await rows(`select eid, advertisable_eid || array(select ad_group_eid from entities.ad_group_ad l where l.ad_eid = a.eid) parents,
      is_active "isActive", lower(type) type, '' channel,
      case when not is_active then 'deleted' when status = 'APPROVED' then 'running' when status = 'ADMIN_REVIEW' then 'review' else lower(status) end status
      from entities.ad a`);
});
afterAll(async () => await service.close());

async function rows(statement: string): Promise<Stored[]> {
  return (await service.db.owner.query<Stored>(`${statement} order by created_at, eid`)).rows;
}
/** Every object that there is, foreign and missing ones too, by which an object is asked for. */
function eidsOf(level: Level): string[] {
  const { granted, other, foreign } = service.world;
  const own = { Advertisable: "advertisable", Campaign: "campaign", Adgroup: "adGroup", Ad: "ad" } as const;
  const given = [granted[own[level]], testEid("missing"), foreign[own[level]], other[own[level]]];
  return level === "Advertisable" ? given : [...given, ...stored[level].map(({ eid }) => eid)];
}

type Found = { eid: string; status?: string } & Record<string, unknown>;

const SEES: Partial<Record<UserName, readonly ("granted" | "other" | "foreign")[]>> = {
  admin: ["granted", "other"],
  granted: ["granted"],
  foreign: ["foreign"],
};

/** The advertisable of an object, if the user sees it. */
function shopOf(level: Level, eid: string, as: UserName): string | undefined {
  const shop = level === "Advertisable" ? eid : stored[level].find((each) => each.eid === eid)?.parents[0];
  return SEES[as]?.map((target) => service.world[target].advertisable).find((each) => each === shop);
}

function listed(level: ListedLevel, parent: string, filter: Filter, as: UserName): string[] {
  const { isActive = true, statuses, excludeStatuses, types, channels } = filter;
  return stored[level]
    .filter(
      (each) =>
        each.parents.includes(parent) &&
        shopOf(level, each.eid, as) !== undefined &&
        (isActive === null || each.isActive === isActive) &&
        (statuses?.includes(each.status) ?? true) &&
        !(excludeStatuses?.includes(each.status) ?? false) &&
        (types?.includes(each.type) ?? true) &&
        (level !== "Campaign" || (channels?.includes(each.channel) ?? true)),
    )
    .map(({ eid }) => eid);
}

async function checkObject(
  level: Level,
  found: Found,
  selection: Selection,
  questions: readonly Question[],
  as: UserName,
): Promise<void> {
  const shop = shopOf(level, found.eid, as) ?? "";
  if (level !== "Advertisable")
    expect([found.eid, found.status]).toEqual([found.eid, stored[level].find(({ eid }) => eid === found.eid)?.status]);
  for (const n of selection.metrics) {
    const asks = questions[n];
    if (asks === undefined) continue;
    expect([level, found.eid, asks, found[`m${n}`]]).toEqual([
      level,
      found.eid,
      asks,
      await expectedMetrics(shop, level, found.eid, asks),
    ]);
  }
  for (const [n, { level: child, filter, below }] of selection.lists.entries()) {
    const objects = found[`l${n}`] as Found[];
    const eids = objects.map(({ eid }) => eid);
    // Ads of an ad group are ordered by EID, other lists by age.
    expect([child, filter, eids.toSorted()]).toEqual([child, filter, listed(child, found.eid, filter, as).toSorted()]);
    for (const object of objects) await checkObject(child, object, below, questions, as);
  }
}

const known = new Map<string, Promise<Record<string, Record<string, number | string>[]>>>();

/** What /reportsvc says; each question once. */
async function reportService(report: string, parameters: Record<string, string>) {
  const url = `/reportsvc/v1/${report}?${new URLSearchParams(parameters)}`;
  const ask = async () => {
    const answer = await service.request({ as: "staff", method: "GET", url });
    expect([url, answer.status]).toEqual([url, 200]);
    return (answer.json as { results: Record<string, Record<string, number | string>[]> }).results;
  };
  let answer = known.get(url);
  if (answer === undefined) known.set(url, (answer = ask()));
  return await answer;
}

const EIDS_PARAMETER = {
  Advertisable: null,
  Campaign: "campaign_eids",
  Adgroup: "adgroup_eids",
  Ad: "ad_eids",
} as const;

type Numbers = Record<string, number>;

async function expectedMetrics(
  shop: string,
  level: Level,
  eid: string,
  { range: days, currency, fields, parts }: Question,
) {
  const common = { advertisable_eid: shop, start_date: days.start, end_date: days.end, currency };
  const name = EIDS_PARAMETER[level];
  const own = { ...common, ...(name !== null && { [name]: eid }) };
  const merged = new Map<string, Numbers>(["", ...eachDay(days)].map((key) => [key, {}]));
  const add = (results: Record<string, unknown>): void => {
    const { summary, date } = results as { summary: Numbers; date: ({ date: string } & Numbers)[] };
    for (const [key, row] of [["", summary] as const, ...date.map((each) => [each.date, each] as const)])
      merged.set(key, { ...merged.get(key), ...row });
  };
  for (const kind of ["deliveries", "attributions"])
    add(await reportService(`${kind}/${level.toLowerCase()}`, { ...own, breakdowns: "summary,date" }));
  if (level === "Advertisable")
    add(await reportService("advertisable-site-metrics", { ...common, breakdowns: "summary,date" }));
  const row = (key: string) => {
    const values = valuesOf(merged.get(key) ?? {}, level);
    return { ...(key !== "" && { date: key }), ...Object.fromEntries(fields.map((field) => [field, values[field]])) };
  };
  return {
    ...(parts.includes("summary") && { summary: row("") }),
    ...(parts.includes("byDate") && { byDate: eachDay(days).map(row) }),
  };
}

/** Amounts of /reportsvc are rounded: what is made of them is as near as that allows. */
function near(expected: number, error: number): unknown {
  return expect.toSatisfy(
    (value: unknown) => typeof value === "number" && Math.abs(value - expected) <= error,
    `about ${expected}`,
  );
}

function ratio(
  above: number,
  below: number,
  factor: number,
  places: number,
  halfCents: { above: boolean; below: boolean },
): unknown {
  if (below === 0) return halfCents.below ? expect.anything : null;
  const error =
    (halfCents.above ? 0.0101 * factor : 0) / below +
    (halfCents.below ? (above * factor * 0.0051) / below / Math.max(below - 0.0051, 0.0001) : 0);
  return near((above * factor) / below, error + 0.51 * 10 ** -places);
}

function valuesOf(row: Numbers, level: Level): Record<string, unknown> {
  const { impressions = 0, clicks = 0, cost = 0 } = row;
  const clickThroughs = row["click_throughs"] ?? 0;
  const viewThroughs = row["view_throughs"] ?? 0;
  const clickRevenue = row["click_revenue"] ?? 0;
  const viewRevenue = row["view_revenue"] ?? 0;
  const conversions = clickThroughs + viewThroughs;
  const revenue = clickRevenue + viewRevenue;
  const exact = { above: false, below: false };
  const money = { above: true, below: false };
  return {
    impressions,
    clicks,
    cost,
    conversions,
    clickThroughs,
    viewThroughs,
    clickRevenue,
    viewRevenue,
    revenue: near(revenue, 0.0101),
    ctr: ratio(clicks, impressions, 100, 6, exact),
    cpc: ratio(cost, clicks, 1, 2, money),
    cpm: ratio(cost, impressions, 1_000, 2, money),
    cpa: ratio(cost, conversions, 1, 2, money),
    averageOrderValue: ratio(revenue, conversions, 1, 2, money),
    ctcRate: ratio(clickThroughs, clicks, 100, 6, exact),
    vtcRate: ratio(viewThroughs, impressions, 100, 6, exact),
    roas:
      cost === 0
        ? expect.toSatisfy((value: unknown) => value === null || typeof value === "number")
        : ratio(revenue, cost, 1, 6, { above: true, below: true }),
    siteVisitors: level === "Advertisable" ? (row["visitors"] ?? 0) : null,
    sends: null,
    emailClicks: 0,
    frequency: 0,
  };
}

const documents = fc.record({
  questions: fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS }),
  roots: fc.array(root, { minLength: 1, maxLength: 4 }),
  as: fc.constantFrom<UserName>("admin", "admin", "granted", "foreign"),
});

type FoundData = Record<string, { found: Found | null | (Found | null)[] }>;

/** A document of too many fields is none of these tests. */
function isTooLarge({ errors }: QueryAnswer<unknown>): boolean {
  return errors?.some(({ extensions: { code } }) => /^MAX_|^GRAPHQL_PARSE_FAILED$/.test(code)) ?? false;
}

test("whatever is asked together, in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(documents, async ({ questions, roots, as }) => {
      const all = roots.map((each) => asked(each, eidsOf));
      const answer = await answerTo<FoundData>(service, documentText(all, questions), {}, as);
      fc.pre(!isTooLarge(answer));
      const { data, errors } = answer;
      expect(errors).toBeUndefined();
      for (const [n, { root: given, eids, parent }] of all.entries()) {
        const { level, by, filter, below } = given;
        const found = [data?.[`r${n}`]?.found ?? null].flat();
        const wanted = by === "byEID" ? eids.slice(0, 1) : eids;
        if (by === "parent" && level !== "Advertisable")
          expect([level, parent, filter, found.map((each) => each?.eid ?? "").toSorted()]).toEqual([
            level,
            parent,
            filter,
            listed(level, parent.eid, filter, as).toSorted(),
          ]);
        else
          expect(found.map((each) => each?.eid ?? null)).toEqual(
            wanted.map((eid) => (shopOf(level, eid, as) === undefined ? null : eid)),
          );
        for (const object of found) if (object !== null) await checkObject(level, object, below, questions, as);
      }
    }),
    { numRuns: 40 },
  );
}, 900_000);

test("the same in other words: variables, defaults, fragments and conditions", async () => {
  const schema = buildSchema(
    readFileSync(path.join(PROJECT_ROOT, "gateway/rest/reporting-query/schema.graphql"), "utf8"),
  );
  const flips = fc.infiniteStream(fc.boolean());
  await fc.assert(
    fc.asyncProperty(documents, flips, async ({ questions, roots, as }, flip) => {
      const text = documentText(
        roots.map((each) => asked(each, eidsOf)),
        questions,
      );
      const { query, variables } = reworded(schema, text, () => flip.next().value === true);
      const answer = await answerTo(service, query, variables, as);
      fc.pre(!isTooLarge(answer));
      expect([query, answer]).toEqual([query, await answerTo(service, text, {}, as)]);
    }),
    { numRuns: 60 },
  );
}, 900_000);
