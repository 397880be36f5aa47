import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cut } from "../kit/database-line.js";
import { eventually } from "../kit/postgres-processes.js";
import {
  askStrategies,
  fillStrategy,
  newStrategy,
  type StrategyAnswer,
  strategyCampaignStatuses,
} from "../kit/strategies.js";
import { type ServiceBehindLine, startServiceBehindLine } from "../kit/service.js";

/** Writes of a strategy with 20 campaigns whose connection ends at each of their statements in turn. */
let service: ServiceBehindLine;
beforeAll(async () => {
  service = await startServiceBehindLine();
});
afterAll(async () => await service.close());

function own(): string {
  return service.world.granted.advertisable;
}

async function withCampaigns(): Promise<StrategyAnswer> {
  const made = await newStrategy(service, own(), { products: ["web"] });
  await fillStrategy(service.db.owner, made.eid);
  return made;
}

/** All that a write of the strategy may change. */
async function everything({ eid }: StrategyAnswer): Promise<unknown> {
  const { owner } = service.db;
  const strategies = await owner.query("select * from strategies.strategy where eid = $1", [eid]);
  const campaigns = await owner.query(
    "select * from strategies.strategy_campaign where strategy_eid = $1 order by eid",
    [eid],
  );
  const audits = await owner.query(
    "select count(*)::int as count from platform.audit_entry where noun_eid = $1 or before ->> 'strategyEid' = $1",
    [eid],
  );
  const jobs = await owner.query("select count(*)::int as count from platform.outbox where job_key = $1", [
    `split-strategy-budget:${eid}`,
  ]);
  return [strategies.rows, campaigns.rows, audits.rows, jobs.rows];
}

async function put(strategy: StrategyAnswer, body: object) {
  const query = { advertisable_eid: own(), strategy_eid: strategy.eid };
  return await askStrategies(service, { method: "PUT", query, body });
}

/** Asks until the service has connections again. */
async function putAgain(strategy: StrategyAnswer, body: object): Promise<void> {
  await eventually(async () => (await put(strategy, body)).status === 200);
}

const PAUSED = { PAUSED_BY_STRATEGY: 17, PAUSED: 3 };
const LIVE = { LIVE: 17, PAUSED: 3 };

test("a strategy pauses all its campaigns, and resumes those that it paused", async () => {
  const made = await withCampaigns();
  const statuses = async () => await strategyCampaignStatuses(service.db.owner, made.eid);
  expect(await statuses()).toEqual(LIVE);
  expect((await put(made, { status: "paused" })).status).toBe(200);
  expect(await statuses()).toEqual(PAUSED);
  expect((await put(made, { status: "live" })).status).toBe(200);
  expect(await statuses()).toEqual(LIVE);
});

test.each<Cut>(["BEFORE", "AFTER"])(
  "killed %s any statement of pausing or resuming: all or none of it, and it can be done again",
  async (where) => {
    const made = await withCampaigns();
    for (const [status, done] of [
      ["paused", PAUSED],
      ["live", LIVE],
    ] as const) {
      const [other, undone] = status === "paused" ? (["live", LIVE] as const) : (["paused", PAUSED] as const);
      let cuts = 0;
      for (let at = 0; ; at++) {
        const before = await everything(made);
        service.line.cutAt(({ index }) => (index === at ? where : null));
        const answer = await put(made, { status });
        const wasCut = service.line.wasCut();
        service.line.cutAt(null);
        if (!wasCut) {
          // The write has fewer statements: it was let pass.
          expect(answer.status).toBe(200);
          break;
        }
        cuts += 1;
        expect([at, answer.status]).toEqual([at, answer.status === 200 ? 200 : 503]);
        const found = await strategyCampaignStatuses(service.db.owner, made.eid);
        if (isDeepStrictEqual(found, undone)) expect([at, await everything(made)]).toEqual([at, before]);
        else {
          // It was written, and only the answer to that was lost.
          expect([at, found]).toEqual([at, done]);
          await putAgain(made, { status: other });
        }
      }
      // Begin, two locks, four writes with their audit, the job, and the end of it at the least.
      expect(cuts).toBeGreaterThan(8);
      expect(await strategyCampaignStatuses(service.db.owner, made.eid)).toEqual(done);
    }
  },
  180_000,
);

test("an edit of the budget splits it over all campaigns exactly", async () => {
  const made = await withCampaigns();
  expect((await put(made, { budget: 100.03 })).status).toBe(200);
  const { rows } = await service.db.owner.query(
    "select sum(budget)::text as sum, min(budget)::text as min, max(budget)::text as max from strategies.strategy_campaign where strategy_eid = $1",
    [made.eid],
  );
  expect(rows).toEqual([{ sum: "100.03", min: "5.00", max: "5.01" }]);
});

test("edits that are asked for at the same time leave budgets that add up, and campaigns that agree with their strategy", async () => {
  const made = await withCampaigns();
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      if (index % 3 === 0) return await put(made, { status: index % 2 === 0 ? "paused" : "live" });
      if (index % 3 === 1) return await put(made, { budget: 20 + index + 0.37 });
      const query = {
        advertisable_eid: own(),
        strategy_eid: made.eid,
        campaign_eid: made.campaigns[0]?.eid ?? "",
      };
      const body = { status: index % 2 === 0 ? "paused" : "live" };
      return await askStrategies(service, { method: "PUT", noun: "campaign", query, body });
    }),
  );
  // One that waited too long for the others is asked to try again.
  for (const { status } of answers) expect([200, 409, 503, 504]).toContain(status);
  const { rows } = await service.db.owner.query(
    `select s.status, sum(c.budget) = s.budget as "addsUp", bool_or(c.status = 'LIVE') as "isAnyLive",
       bool_or(c.status = 'PAUSED_BY_STRATEGY') as "isAnyHeld"
     from strategies.strategy s join strategies.strategy_campaign c on c.strategy_eid = s.eid where s.eid = $1
     group by s.status, s.budget`,
    [made.eid],
  );
  const [{ status = "" } = {}] = rows as { status?: string }[];
  expect(rows).toEqual([{ status, addsUp: true, isAnyLive: status === "LIVE", isAnyHeld: status === "PAUSED" }]);
});
