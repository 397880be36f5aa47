import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askStrategies, newStrategy, runSplit, STRATEGY, type StrategyAnswer } from "../kit/strategies.js";
import { commandsOn, type Kill, someKill } from "../kit/killed-command.js";
import { type ServiceBehindLine, startServiceBehindLine } from "../kit/service.js";

/** What is asked of strategies and their campaigns at random, beside what should come of it. */
type Status = "LIVE" | "PAUSED";

interface ModelStrategy {
  status: Status;
  /** Cents a day. */
  budget: number;
  kpiGoal: number | null;
  /** What people want of each campaign by itself: a strategy that is paused stops those that are to be live too. */
  campaigns: Status[];
}

interface Model {
  strategies: ModelStrategy[];
}

interface Real {
  strategies: StrategyAnswer[];
}

let service: ServiceBehindLine;
beforeAll(async () => {
  service = await startServiceBehindLine();
});
afterAll(async () => await service.close());

function own(): string {
  return service.world.granted.advertisable;
}

type Command = fc.AsyncCommand<Model, Real>;

const command = commandsOn<Model, Real>(() => service.line, invariants);

function pick<T>(items: readonly T[], at: number): T | undefined {
  return items[at % Math.max(1, items.length)];
}

function create(budget: number, both: boolean): Command {
  return command(
    `create ${budget} ${both ? "web,sn" : "web"}`,
    async (real) => {
      real.strategies.push(
        await newStrategy(service, own(), {
          budget: budget / 100,
          kpi_goal: null,
          products: both ? ["web", "sn"] : ["web"],
        }),
      );
      return 200;
    },
    () => 200,
    (model) => {
      model.strategies.push({
        status: "LIVE",
        budget,
        kpiGoal: null,
        campaigns: both ? ["LIVE", "LIVE"] : ["LIVE"],
      });
    },
  );
}

interface Edit {
  status?: Status;
  budget?: number;
  kpiGoal?: number | null;
}

function edit(at: number, changes: Edit, kill?: Kill): Command {
  const whole = (strategy: ModelStrategy): ModelStrategy => ({ ...strategy, ...changes });
  return command(
    `edit ${at} ${JSON.stringify(changes)}`,
    async (real) => {
      const strategy = pick(real.strategies, at);
      if (strategy === undefined) return 404;
      const { status, budget, kpiGoal } = changes;
      const answer = await askStrategies(service, {
        method: "PUT",
        query: { advertisable_eid: own(), strategy_eid: strategy.eid },
        body: {
          ...(status !== undefined && { status: status.toLowerCase() }),
          ...(budget !== undefined && { budget: budget / 100 }),
          ...(kpiGoal !== undefined && { kpi_goal: kpiGoal === null ? null : kpiGoal / 100 }),
        },
      });
      return answer.status;
    },
    (model) => {
      const strategy = pick(model.strategies, at);
      if (strategy === undefined) return 404;
      const { budget, kpiGoal } = whole(strategy);
      return kpiGoal !== null && kpiGoal >= budget ? 400 : 200;
    },
    (model) => {
      const strategy = pick(model.strategies, at);
      if (strategy !== undefined) Object.assign(strategy, changes);
    },
    kill,
  );
}

function setCampaign(at: number, campaignAt: number, status: Status, kill?: Kill): Command {
  return command(
    `campaign ${at}.${campaignAt} ${status}`,
    async (real) => {
      const strategy = pick(real.strategies, at);
      const campaign = pick(strategy?.campaigns ?? [], campaignAt);
      if (strategy === undefined || campaign === undefined) return 404;
      const query = { advertisable_eid: own(), strategy_eid: strategy.eid, campaign_eid: campaign.eid };
      const body = { status: status.toLowerCase() };
      return (await askStrategies(service, { method: "PUT", noun: "campaign", query, body })).status;
    },
    (model) => (pick(model.strategies, at) === undefined ? 404 : 200),
    (model) => {
      const campaigns = pick(model.strategies, at)?.campaigns ?? [];
      campaigns[campaignAt % campaigns.length] = status;
    },
    kill,
  );
}

/** Nobody is told what a creation has made that was killed: it is whole, or not there. */
function createKilled(budget: number, kill: Kill): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      service.line.cutAt(({ index }) => (index === kill.at ? kill.where : null));
      const body = { ...STRATEGY, budget: budget / 100, kpi_goal: null };
      const { status } = await askStrategies(service, { method: "POST", query: { advertisable_eid: own() }, body });
      expect([200, 503]).toContain(status);
      service.line.cutAt(null);
      await invariants(model, real);
    },
    toString: () => `create ${budget} killed ${kill.where} ${kill.at}`,
  };
}

function split(at: number, day: number): Command {
  return command(
    `split ${at} on day ${day}`,
    async (real) => {
      const strategy = pick(real.strategies, at);
      if (strategy !== undefined) await runSplit(service, strategy, `2023-09-0${day}T00:30:00Z`);
      return 200;
    },
    () => 200,
    () => {},
  );
}

async function invariants(model: Model, real: Real): Promise<void> {
  // Those that nobody was told of are whole too.
  const { rows } = await service.db.owner.query(
    `select s.eid from strategies.strategy s
     left join (select strategy_eid, count(*) as count, sum(budget) as budget from strategies.strategy_campaign group by 1) c
       on c.strategy_eid = s.eid
     where c.budget is distinct from s.budget or c.count is distinct from cardinality(s.products)`,
  );
  expect(rows).toEqual([]);
  const { data } = await service.graphql(
    `query ($eids: [String!]!) { strategies(first: 25, filter: { eid: { in: $eids } }) { nodes { eid status budget { amount }
       kpiGoal { amount } campaigns(first: 5) { nodes { eid status budget { amount } budgetExplanation { floor { amount } } } } } } }`,
    { eids: real.strategies.map(({ eid }) => eid) },
  );
  const { nodes } = (data as { strategies: { nodes: Found[] } }).strategies;
  const found = new Map(nodes.map((node) => [node.eid, node]));
  for (const [index, { eid, campaigns }] of real.strategies.entries()) {
    const wanted = model.strategies[index];
    const strategy = found.get(eid);
    expect([strategy?.status, cents(strategy?.budget)]).toEqual([wanted?.status, wanted?.budget]);
    expect(strategy?.kpiGoal == null ? null : cents(strategy.kpiGoal)).toBe(wanted?.kpiGoal);
    const byEid = new Map(strategy?.campaigns.nodes.map((campaign) => [campaign.eid, campaign]));
    // A paused strategy has nothing that spends; a live one has paused nothing.
    expect(campaigns.map((campaign) => byEid.get(campaign.eid)?.status)).toEqual(
      wanted?.campaigns.map((own_) =>
        own_ === "PAUSED" ? "PAUSED" : wanted.status === "PAUSED" ? "PAUSED_BY_STRATEGY" : "LIVE",
      ),
    );
    expect([...byEid.values()].reduce((sum, each) => sum + cents(each.budget), 0)).toBe(wanted?.budget);
    for (const each of byEid.values())
      expect(cents(each.budget)).toBeGreaterThanOrEqual(cents(each.budgetExplanation.floor));
  }
}

interface Found {
  eid: string;
  status: Status;
  budget: { amount: string };
  kpiGoal: { amount: string } | null;
  campaigns: {
    nodes: {
      eid: string;
      status: string;
      budget: { amount: string };
      budgetExplanation: { floor: { amount: string } };
    }[];
  };
}

function cents(money: { amount: string } | undefined): number {
  return Math.round(Number(money?.amount) * 100);
}

const at = fc.nat({ max: 3 });
const status = fc.constantFrom<Status>("LIVE", "PAUSED");
const amount = fc.integer({ min: 1, max: 100_000 });
const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(amount, fc.boolean()).map(([budget, both]) => create(budget, both)),
  fc.tuple(at, status).map(([index, wanted]) => edit(index, { status: wanted })),
  fc
    .tuple(at, fc.record({ status, budget: amount, kpiGoal: fc.option(amount) }, { requiredKeys: [] }))
    .map(([index, changes]) => edit(index, changes)),
  fc.tuple(at, fc.nat({ max: 1 }), status).map(([index, campaign, wanted]) => setCampaign(index, campaign, wanted)),
  fc
    .tuple(at, someKill, fc.record({ status, budget: amount }))
    .map(([index, killed, changes]) => edit(index, changes, killed)),
  fc
    .tuple(at, fc.nat({ max: 1 }), status, someKill)
    .map(([index, campaign, wanted, killed]) => setCampaign(index, campaign, wanted, killed)),
  fc.tuple(amount, someKill).map(([budget, killed]) => createKilled(budget, killed)),
  fc.tuple(at, fc.integer({ min: 1, max: 9 })).map(([index, day]) => split(index, day)),
];

test("whatever is asked in whatever order, strategies, campaigns and budgets agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { size: "medium", maxCommands: 25 }), async (given) => {
      await fc.asyncModelRun(() => ({ model: { strategies: [] }, real: { strategies: [] } }), given);
    }),
    { numRuns: 15 },
  );
}, 300_000);
