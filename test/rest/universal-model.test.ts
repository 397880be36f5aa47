import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cut } from "../kit/database-line.js";
import { commandsOn, type Kill, someKill } from "../kit/killed-command.js";
import { type ServiceBehindLine, startServiceBehindLine } from "../kit/service.js";
import { callUniversal, dataOf, type UniversalMethod } from "../kit/universal.js";

/** What is asked of playbooks, campaigns and ad groups at random, beside what should come of it. */
type Status = "draft" | "live" | "paused" | "completed";

interface ModelCampaign {
  status: Status;
  /** Cents a day. */
  budget: number;
  /** Which playbook it is in. */
  playbook: number | null;
  adGroups: Status[];
}

interface Model {
  playbooks: Status[];
  campaigns: ModelCampaign[];
}

/** EIDs, in the order of the model. */
interface Real {
  playbooks: string[];
  campaigns: { eid: string; adGroups: string[] }[];
}

/** Where each status leads (decisions, section 7). */
const LEADS_TO: Readonly<Record<Status, readonly Status[]>> = {
  draft: ["draft", "live", "paused"],
  live: ["live", "paused", "completed"],
  paused: ["paused", "live", "completed"],
  completed: ["completed"],
};

/** Cents a day for each ad group at the least. */
const LEAST = 500;

let service: ServiceBehindLine;
beforeAll(async () => {
  service = await startServiceBehindLine();
});
afterAll(async () => await service.close());

const command = commandsOn<Model, Real>(() => service.line, invariants);
type Command = ReturnType<typeof command>;
type Noun = Parameters<typeof callUniversal>[2];

async function ask(method: UniversalMethod, noun: Noun, query: Record<string, string>, body: object) {
  return await callUniversal(service, method, noun, query, body);
}

function own(): { advertisable_eid: string } {
  return { advertisable_eid: service.world.granted.advertisable };
}

const DAILY = { budget_type: "daily" };

/** The item that is meant by a number, and where it stands. */
function pick<T>(items: readonly T[], at: number): [T | undefined, number] {
  const index = at % Math.max(1, items.length);
  return [items[index], index];
}

function open({ adGroups }: ModelCampaign): number {
  return adGroups.filter((status) => status !== "completed").length;
}

function isEnough(budget: number, adGroups: number): boolean {
  return budget >= LEAST * Math.max(1, adGroups);
}

function makePlaybook(): Command {
  return command(
    "make a playbook",
    async (real) => {
      const answer = await ask("POST", "playbooks", own(), { name: "P", budget: { ...DAILY, currency: "USD" } });
      real.playbooks.push(dataOf<{ eid: string }>(answer).eid);
      return answer.status;
    },
    () => 200,
    (model) => model.playbooks.push("draft"),
  );
}

function makeCampaign(budget: number): Command {
  return command(
    `make a campaign of ${budget}`,
    async (real) => {
      const body = { name: "C", budget: budget / 100, budget_settings: DAILY, currency: "USD" };
      const answer = await ask("POST", "campaign", own(), body);
      real.campaigns.push({ eid: dataOf<{ eid: string }>(answer).eid, adGroups: [] });
      return answer.status;
    },
    () => 200,
    (model) => model.campaigns.push({ status: "draft", budget, playbook: null, adGroups: [] }),
  );
}

function makeAdGroup(at: number): Command {
  return command(
    `make an ad group in ${at}`,
    async (real) => {
      const [campaign] = pick(real.campaigns, at);
      if (campaign === undefined) return 404;
      const answer = await ask("POST", "adgroup", { campaign_eid: campaign.eid }, { name: "G" });
      if (answer.status === 200) campaign.adGroups.push(dataOf<{ eid: string }>(answer).eid);
      return answer.status;
    },
    (model) => {
      const [campaign] = pick(model.campaigns, at);
      if (campaign === undefined) return 404;
      if (campaign.status === "completed") return 409;
      return isEnough(campaign.budget, open(campaign) + 1) ? 200 : 400;
    },
    (model) => pick(model.campaigns, at)[0]?.adGroups.push("draft"),
  );
}

interface Edit {
  status?: Status;
  budget?: number;
}

function editCampaign(at: number, { status, budget }: Edit, kill?: Kill): Command {
  return command(
    `edit campaign ${at} ${status} ${budget}`,
    async (real) => {
      const [campaign] = pick(real.campaigns, at);
      if (campaign === undefined) return 404;
      const body = { ...(status !== undefined && { status }), ...(budget !== undefined && { budget: budget / 100 }) };
      return (await ask("PUT", "campaign", { eid: campaign.eid }, body)).status;
    },
    (model) => {
      const [campaign] = pick(model.campaigns, at);
      if (campaign === undefined) return 404;
      if (!LEADS_TO[campaign.status].includes(status ?? campaign.status)) return 409;
      return isEnough(budget ?? campaign.budget, open(campaign)) ? 200 : 400;
    },
    (model) => {
      const [campaign] = pick(model.campaigns, at);
      Object.assign(campaign ?? {}, {
        ...(status !== undefined && { status }),
        ...(budget !== undefined && { budget }),
      });
    },
    kill,
  );
}

function editAdGroup(at: number, groupAt: number, status: Status, kill?: Kill): Command {
  return command(
    `edit ad group ${at}.${groupAt} ${status}`,
    async (real) => {
      const [eid] = pick(pick(real.campaigns, at)[0]?.adGroups ?? [], groupAt);
      return eid === undefined ? 404 : (await ask("PUT", "adgroup", { eid }, { status })).status;
    },
    (model) => {
      const [before] = pick(pick(model.campaigns, at)[0]?.adGroups ?? [], groupAt);
      if (before === undefined) return 404;
      return LEADS_TO[before].includes(status) ? 200 : 409;
    },
    (model) => {
      const adGroups = pick(model.campaigns, at)[0]?.adGroups ?? [];
      adGroups[pick(adGroups, groupAt)[1]] = status;
    },
    kill,
  );
}

/** A playbook gets another status, and takes a campaign in with another budget: both or neither. */
function editPlaybook(at: number, campaignAt: number, status: Status, budget: number, kill?: Kill): Command {
  return command(
    `playbook ${at} ${status} takes campaign ${campaignAt} with ${budget}`,
    async (real) => {
      const [playbook, campaign] = [pick(real.playbooks, at)[0], pick(real.campaigns, campaignAt)[0]];
      if (playbook === undefined || campaign === undefined) return 404;
      const body = { status, campaigns: [{ eid: campaign.eid, budget: budget / 100 }] };
      return (await ask("PUT", "playbooks", { eid: playbook }, body)).status;
    },
    (model) => {
      const [[playbook, index], [campaign]] = [pick(model.playbooks, at), pick(model.campaigns, campaignAt)];
      if (playbook === undefined || campaign === undefined) return 404;
      if (!LEADS_TO[playbook].includes(status)) return 409;
      if (campaign.playbook !== null && campaign.playbook !== index) return 400;
      if (status === "completed" && campaign.playbook === null) return 409;
      return isEnough(budget, open(campaign)) ? 200 : 400;
    },
    (model) => {
      const [, index] = pick(model.playbooks, at);
      model.playbooks[index] = status;
      Object.assign(pick(model.campaigns, campaignAt)[0] ?? {}, { playbook: index, budget });
    },
    kill,
  );
}

interface Found {
  status: string;
  effectiveStatus: { status: string };
  budget: { amount: string };
  playbook: { eid: string } | null;
  adGroups: { nodes: { eid: string; status: string; effectiveStatus: { status: string } }[] };
}

/** What something does that belongs to what does something. */
function effective(status: Status, parent: string): string {
  return status === "live" ? parent : status.toUpperCase();
}

async function invariants(model: Model, real: Real): Promise<void> {
  const { data, errors } = await service.graphql(
    `query ($eids: [String!]) { universalCampaigns(first: 20, filter: { eid: { in: $eids } }) { nodes { eid status effectiveStatus { status }
       budget { amount } playbook { eid } adGroups(first: 20) { nodes { eid status effectiveStatus { status } } } } } }`,
    { eids: real.campaigns.map(({ eid }) => eid) },
  );
  expect(errors).toBeUndefined();
  const { nodes } = (data as { universalCampaigns: { nodes: (Found & { eid: string })[] } }).universalCampaigns;
  const found = new Map(nodes.map((node) => [node.eid, node]));
  for (const [index, { eid, adGroups }] of real.campaigns.entries()) {
    const wanted = model.campaigns[index];
    const campaign = found.get(eid);
    if (wanted === undefined || campaign === undefined) throw new TypeError("a campaign is missing");
    const playbook = wanted.playbook === null ? undefined : model.playbooks[wanted.playbook];
    const does = effective(wanted.status, playbook === undefined ? "LIVE" : playbook.toUpperCase());
    expect([campaign.status, campaign.effectiveStatus.status]).toEqual([wanted.status.toUpperCase(), does]);
    expect([Number(campaign.budget.amount) * 100, campaign.playbook?.eid ?? null]).toEqual([
      expect.closeTo(wanted.budget),
      wanted.playbook === null ? null : real.playbooks[wanted.playbook],
    ]);
    // However it came about, the budget does for all ad groups that may yet serve.
    expect(isEnough(wanted.budget, open(wanted))).toBe(true);
    const byEid = new Map(campaign.adGroups.nodes.map((each) => [each.eid, each]));
    expect(adGroups.map((each) => [byEid.get(each)?.status, byEid.get(each)?.effectiveStatus.status])).toEqual(
      wanted.adGroups.map((status) => [status.toUpperCase(), effective(status, does)]),
    );
  }
}

const someIndex = fc.nat({ max: 3 });
const someStatus = fc.constantFrom<Status>("draft", "live", "paused", "completed");
const someBudget = fc.integer({ min: 1, max: 8 }).map((times) => times * 300);
const enough = fc.integer({ min: LEAST, max: 2_000 });
const edits = fc.record({ status: someStatus, budget: someBudget }, { requiredKeys: [] });
const kill = fc.option(someKill, { nil: undefined });
const commands: fc.Arbitrary<Command>[] = [
  fc.constant(null).map(makePlaybook),
  enough.map(makeCampaign),
  someIndex.map(makeAdGroup),
  fc.tuple(someIndex, edits, kill).map((args) => editCampaign(...args)),
  fc.tuple(someIndex, someIndex, someStatus, kill).map((args) => editAdGroup(...args)),
  fc.tuple(someIndex, someIndex, someStatus, someBudget, kill).map((args) => editPlaybook(...args)),
];

test("whatever is asked in whatever order and killed wherever, playbooks, campaigns and ad groups agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { size: "large", maxCommands: 30 }), async (given) => {
      await fc.asyncModelRun(
        () => ({ model: { playbooks: [], campaigns: [] }, real: { playbooks: [], campaigns: [] } }),
        given,
      );
    }),
    { numRuns: 15 },
  );
}, 300_000);

/** How many rows there are of all that making a playbook writes. */
async function rowCounts(): Promise<number[]> {
  const tables = ["playbook", "universal_campaign", "universal_ad_group", "universal_ad_group_ad"];
  const counts = [...tables.map((table) => `universal.${table}`), "platform.audit_entry"].map(
    (table) => `(select count(*)::int from ${table})`,
  );
  const { rows } = await service.db.owner.query<{ counts: number[] }>(`select array[${counts.join(", ")}] as counts`);
  return rows[0]?.counts ?? [];
}

test.each<Cut>(["BEFORE", "AFTER"])(
  "a playbook whose making is killed %s any statement is there with all its campaigns, ad groups and ads, or not at all",
  async (where) => {
    const adGroup = { name: "G", ads: [{ eid: service.world.granted.ad }] };
    const body = {
      name: "Whole",
      budget: { ...DAILY, currency: "USD" },
      bulk_campaigns: ["A", "B"].map((name) => ({ name, budget_settings: DAILY, adgroups: [adGroup, adGroup] })),
    };
    const whole = [1, 2, 4, 4, 11];
    const outcomes = new Set<string>();
    for (let at = 0; ; at++) {
      const before = await rowCounts();
      service.line.cutAt(({ index }) => (index === at ? where : null));
      const { status } = await ask("POST", "playbooks", own(), body);
      const wasCut = service.line.wasCut();
      service.line.cutAt(null);
      expect([at, status]).toEqual([at, wasCut && status !== 200 ? 503 : 200]);
      const made = (await rowCounts()).map((count, table) => count - (before[table] ?? 0));
      expect(status === 200 ? [whole] : [whole, [0, 0, 0, 0, 0]]).toContainEqual(made);
      outcomes.add(`${status} ${made[0]}`);
      if (!wasCut) break;
    }
    // Some were killed before they were written, some when only the answer was left, and the last one was not.
    expect(outcomes).toEqual(new Set(["503 0", "503 1", "200 1"]));
  },
  180_000,
);

test("ad groups and budgets that are asked for at the same time leave no campaign with too small a budget", async () => {
  const made = await ask("POST", "campaign", own(), { name: "C", budget: 50, budget_settings: DAILY, currency: "USD" });
  const { eid } = dataOf<{ eid: string }>(made);
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, index) =>
      index % 2 === 0
        ? await ask("POST", "adgroup", { campaign_eid: eid }, { name: `G${index}` })
        : await ask("PUT", "campaign", { eid }, { budget: 5 + index }),
    ),
  );
  // One that waited too long for the others is asked to try again.
  for (const answer of answers) expect([200, 400, 409, 503, 504]).toContain(answer.status);
  const [campaign] = dataOf<{ budget: number }[]>(await callUniversal(service, "GET", "campaign", { eid }));
  const adGroups = dataOf<object[]>(await callUniversal(service, "GET", "adgroup", { campaign_eid: eid }));
  expect(campaign?.budget).toBeGreaterThanOrEqual(5 * adGroups.length);
});
