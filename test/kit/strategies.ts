import type pg from "pg";
import { expect } from "vitest";
import { JOBS } from "../../gateway/gateway.js";
import { fixedClock } from "../../lib/clock.js";
import { createContext } from "../../lib/context.js";
import { eidSource, systemRandom } from "../../lib/eid.js";
import { NO_MAIL } from "../../lib/mail.js";
import type { Answer, TestService } from "./service.js";
import { create, STAFF, testEid, type Tree, type UserName } from "./world.js";

/** A body that makes a strategy of both products. */
export const STRATEGY = {
  name: "Autumn",
  budget: 100,
  currency: "USD",
  kpi_metric: "CPA",
  kpi_goal: 12.5,
  products: ["web", "sn"],
};

/** A strategy as the old interface answers it. */
export interface StrategyAnswer {
  eid: string;
  advertisable_eid: string;
  name: string;
  status: string;
  budget: number;
  kpi_goal: number | null;
  start_date: string;
  end_date: string | null;
  products: string[];
  email: object | null;
  campaigns: CampaignAnswer[];
}

export interface CampaignAnswer {
  eid: string;
  strategy_eid: string;
  product: string;
  budget: number;
}

interface Asked {
  method?: "GET" | "POST" | "PUT";
  noun?: "strategy" | "campaign";
  as?: UserName;
  query: Record<string, string>;
  body?: unknown;
}

/** Asks a route of /activate/api/v1: identifiers in the query, the rest as JSON. */
export async function askStrategies(
  service: TestService,
  { method = "GET", noun = "strategy", as = "admin", query, body }: Asked,
): Promise<Answer> {
  return await service.request({
    as,
    method,
    url: `/activate/api/v1/${noun}?${new URLSearchParams(query)}`,
    ...(body !== undefined && { payload: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
}

/** What a good answer holds under data. */
export function dataOf<T>(answer: Answer): T {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return (answer.json as { data: T }).data;
}

/** A new strategy as the old interface makes it. */
export async function newStrategy(
  service: TestService,
  advertisable: string,
  changes: object = {},
): Promise<StrategyAnswer> {
  return dataOf<StrategyAnswer>(
    await askStrategies(service, {
      method: "POST",
      query: { advertisable_eid: advertisable },
      body: { ...STRATEGY, ...changes },
    }),
  );
}

/** Gives an advertisable a segment. */
export async function giveSegment(service: TestService, tree: Tree, word: string): Promise<string> {
  const eid = testEid(word);
  await service.db.owner.query(
    `insert into audience.segment (advertisable_eid, eid, name, type, duration, is_conversion, is_active, created_at, updated_at)
     values ($1, $2, 'S', 'CRM', 30, false, true, now(), now())`,
    [tree.advertisable, eid],
  );
  return eid;
}

/** A strategy and its campaign on sites, each by its EID. */
export interface StrategyTree {
  strategy: string;
  campaign: string;
}

/** A strategy with one campaign, made as staff would make it. */
export async function createStrategyTree({ gateway, db }: TestService, advertisableEid: string): Promise<StrategyTree> {
  const strategy = await create(gateway, "createStrategy", "CreateStrategyInput", "strategy", {
    advertisableEid,
    name: "Strategy",
    currency: "USD",
    budget: "50",
    kpiMetric: "CPC",
    products: ["WEB"],
  });
  const { rows } = await db.owner.query<{ eid: string }>(
    "select eid from strategies.strategy_campaign where advertisable_eid = $1 and strategy_eid = $2",
    [advertisableEid, strategy],
  );
  return { strategy, campaign: rows[0]?.eid ?? "" };
}

/** Runs the job that splits a strategy's budget, at an instant, as the service does. */
export async function runSplit(service: TestService, strategy: StrategyAnswer, at: string): Promise<void> {
  const job = JOBS["split-strategy-budget"];
  if (job === undefined) throw new TypeError("there is no such job");
  const clock = fixedClock(at);
  const context = createContext({
    requestId: "split",
    viewer: { ...STAFF, advertisables: [strategy.advertisable_eid] },
    database: service.db.database,
    clock,
    newEid: eidSource(clock, systemRandom),
    askGraph: service.gateway.askGraph,
  });
  await job.run({ strategyEid: strategy.eid }, { context, signal: new AbortController().signal, mail: NO_MAIL });
}

/** What a campaign came to on a day: its cost in USD, and conversions after clicks and after impressions. */
export async function giveFigures(
  service: TestService,
  advertisable: string,
  campaign: string,
  { day, cost, clicks = 0, views = 0 }: { day: string; cost: string; clicks?: number; views?: number },
): Promise<void> {
  const { owner } = service.db;
  await owner.query("insert into reporting.delivery_by_campaign values ($1, $2, $3, 'USD', 1000, 10, $4, 0, 0)", [
    advertisable,
    day,
    campaign,
    cost,
  ]);
  for (const [kind, count] of [
    ["CLICK_THROUGH", clicks],
    ["VIEW_THROUGH", views],
  ] as const) {
    await owner.query(
      `insert into reporting.attribution_by_campaign values ($1, $2, $3, $4, 'RT', 0, 541, 0, 'USD', $5::int, $5::int, 0, $5::int, 0)`,
      [advertisable, day, campaign, kind, count],
    );
  }
}

/** Gives a strategy with one campaign 19 more, of which 3 are paused by themselves. */
export async function fillStrategy(owner: pg.Client, eid: string): Promise<void> {
  await owner.query(
    `insert into strategies.strategy_campaign
     select advertisable_eid, substr(eid, 1, 20) || to_char(n, 'FM00'), strategy_eid, product,
       case when n % 5 = 0 then 'PAUSED' else 'LIVE' end, currency, 0, 0, share_reason, null, 0, 0, created_at, updated_at
     from strategies.strategy_campaign, generate_series(1, 19) n where strategy_eid = $1`,
    [eid],
  );
}

/** How many campaigns of a strategy stand where. */
export async function strategyCampaignStatuses(owner: pg.Client, eid: string): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ status: string; count: number }>(
    "select status, count(*)::int as count from strategies.strategy_campaign where strategy_eid = $1 group by status",
    [eid],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
