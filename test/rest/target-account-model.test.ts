import { Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDomainAttributes } from "../../subgraphs/audience/domain-attributes.ingest.js";
import { commandsOn, type Kill, someKill } from "../kit/killed-command.js";
import { type Answer, type ServiceBehindLine, startServiceBehindLine } from "../kit/service.js";

/** What is asked of a target account list at random, beside what should come of it. */
interface Account {
  /** The place of its tier among those that were made, or null. */
  tier: number | null;
  score: number | null;
}

interface Model {
  accounts: Map<string, Account>;
  /** How many tiers were made, and which of them are there. */
  made: number;
  tiers: Set<number>;
}

interface Real {
  list: string;
  tiers: string[];
}

/** What is known of some of the domains. */
const COUNTRIES: Readonly<Record<string, string>> = {
  "a.example": "US",
  "b.example": "DE",
  "c.example": "ΟΔΟΣ",
  "xn--bcher-kva.example": "US",
};
const DOMAINS = [...Object.keys(COUNTRIES), "d.example", "e.example", "f.example", "www.com"];
const WAYS: readonly ((domain: string) => string)[] = [
  (domain) => domain,
  (domain) => domain.toUpperCase(),
  (domain) => `${domain}.`,
  (domain) => ` www.${domain}`,
  (domain) => domain.replace("xn--bcher-kva", "Bücher"),
];

interface Filter {
  body: object;
  fits(domain: string, score: number | null): boolean;
}

const FILTERS: readonly Filter[] = [
  { body: { is_matched: true }, fits: (domain) => domain in COUNTRIES },
  { body: { is_matched: false }, fits: (domain) => !(domain in COUNTRIES) },
  { body: { is_scored: true }, fits: (_, score) => score !== null },
  { body: { score: { from: 20, to: 60 } }, fits: (_, score) => score !== null && score >= 20 && score <= 60 },
  { body: { grades: ["A", "F"] }, fits: (_, score) => score !== null && (score >= 80 || score < 20) },
  {
    body: { company_attributes: { country: { values: ["us", "ΟΔΟΣ"] } } },
    fits: (domain) => ["US", "ΟΔΟΣ"].includes(COUNTRIES[domain] ?? ""),
  },
  {
    body: { company_attributes: { domain: { values: ["WWW.a.example", "d.example"] } } },
    fits: (domain) => ["a.example", "d.example"].includes(domain),
  },
  { body: { search: { attributes: ["domain", "country"], value: "E" } }, fits: (domain) => domain !== "www.com" },
  {
    body: { is_matched: true, score: { from: 50 } },
    fits: (domain, score) => domain in COUNTRIES && (score ?? 0) >= 50,
  },
];

let service: ServiceBehindLine;
beforeAll(async () => {
  service = await startServiceBehindLine();
  const rows = Object.entries(COUNTRIES).map(([domain, country]) => `${domain},${country}\n`);
  await loadDomainAttributes(service.db.owner, Readable.from(["domain,country\n", ...rows]));
});
afterAll(async () => await service.close());

async function call(method: "GET" | "POST" | "DELETE", path: string, payload?: object): Promise<Answer> {
  const url = `/audience/v1/target_accounts${path}?advertisable_eid=${service.world.granted.advertisable}`;
  return await service.request({ as: "granted", method, url, ...(payload && { payload }) });
}

type Command = fc.AsyncCommand<Model, Real>;

const command = commandsOn<Model, Real>(() => service.line, invariants);

/** Where a command is about: one of the tiers that were made, deleted or not, or all accounts. */
function tierOf(made: number, at: number): number | null {
  return at === 0 || made === 0 ? null : (at - 1) % made;
}

function itemsPath(real: Real, at: number): string {
  const tier = tierOf(real.tiers.length, at);
  return `/${real.list}/tiers/${tier === null ? "all" : real.tiers[tier]}/items`;
}

function statusAt(model: Model, at: number): number {
  const tier = tierOf(model.made, at);
  return tier === null || model.tiers.has(tier) ? 200 : 404;
}

interface Item {
  domain: string;
  way: number;
  score?: number;
}

/** Adds accounts to the model, or changes them; which were new. */
function put(model: Model, tier: number | null, items: readonly Item[]): { existing: string[]; added: string[] } {
  const domains = [...new Set(items.map(({ domain }) => domain))];
  const known = new Set(model.accounts.keys());
  for (const domain of domains) {
    const before = model.accounts.get(domain) ?? { tier: null, score: null };
    // Of two with one domain the last one holds, and one without a score leaves it.
    const score = items.findLast((item) => item.domain === domain)?.score ?? before.score;
    model.accounts.set(domain, { tier: before.tier ?? tier, score });
  }
  return {
    existing: domains.filter((domain) => known.has(domain)),
    added: domains.filter((domain) => !known.has(domain)),
  };
}

function copyOf({ accounts, made, tiers }: Model): Model {
  return { accounts: new Map([...accounts].map(([key, value]) => [key, { ...value }])), made, tiers: new Set(tiers) };
}

function written(domain: string, way: number): string {
  return WAYS[way % WAYS.length]?.(domain) ?? domain;
}

/** A write that tells which domains were there before; `items` are those that it writes. */
function putting(name: string, at: number, items: readonly Item[], path: string, body: object, kill?: Kill): Command {
  let told: unknown;
  return command(
    `${name} into ${at} ${JSON.stringify(items)}`,
    async (real) => {
      const answer = await call("POST", `${itemsPath(real, at)}${path}`, body);
      if (answer.status === 200) expect(answer.json).toEqual(told);
      return answer.status;
    },
    (model) => {
      const { existing, added } = put(copyOf(model), tierOf(model.made, at), items);
      told = { existing_domains: existing, new_domains: added };
      return statusAt(model, at);
    },
    (model) => void put(model, tierOf(model.made, at), items),
    kill,
  );
}

function upsert(at: number, items: readonly Item[], kill?: Kill): Command {
  const body = { items: items.map(({ domain, way, score }) => ({ domain: written(domain, way), score })) };
  return putting("upsert", at, items, "", body, kill);
}

function add(at: number, { body, fits }: Filter, kill?: Kill): Command {
  const found = Object.keys(COUNTRIES).filter((domain) => fits(domain, null));
  const items = found.toSorted().map((domain) => ({ domain, way: 0 }));
  return putting("add", at, items, "/add_from_discover", { filters: body }, kill);
}

function remove(
  at: number,
  filter: Filter | undefined,
  domains: readonly Item[] | undefined,
  { force, inverted }: { force: boolean; inverted: boolean },
  kill?: Kill,
): Command {
  const body = {
    ...(filter && { filters: filter.body }),
    ...(domains && { domains: domains.map(({ domain, way }) => written(domain, way)) }),
    force,
    inverted,
  };
  return command(
    `delete from ${at} ${JSON.stringify(body)}`,
    async (real) => {
      const { status } = await call("DELETE", itemsPath(real, at), body);
      return status === 204 ? 200 : status;
    },
    (model) => {
      const status = statusAt(model, at);
      return status === 200 && filter === undefined && domains === undefined && (!force || inverted) ? 400 : status;
    },
    (model) => {
      const tier = tierOf(model.made, at);
      for (const [domain, account] of model.accounts) {
        if (tier !== null && account.tier !== tier) continue;
        const named = domains === undefined || domains.some((each) => each.domain === domain);
        const isMeant = named && (filter === undefined || filter.fits(domain, account.score));
        if (isMeant !== inverted) model.accounts.delete(domain);
      }
    },
    kill,
  );
}

function newTier(items: readonly Item[]): Command {
  let skipped = 0;
  return command(
    `tier of ${JSON.stringify(items)}`,
    async (real) => {
      const body = { name: `Tier ${real.tiers.length}`, domains: items.map(({ domain, way }) => written(domain, way)) };
      const answer = await call("POST", `/${real.list}/tiers`, body);
      expect(answer).toMatchObject({ status: 200, json: { skipped_domains: skipped } });
      real.tiers.push((answer.json as { tier: { eid: string } }).tier.eid);
      return answer.status;
    },
    (model) => {
      const domains = new Set(items.map(({ domain }) => domain));
      skipped = [...domains].filter((domain) => (model.accounts.get(domain)?.tier ?? null) !== null).length;
      return 200;
    },
    (model) => {
      put(
        model,
        model.made,
        items.map(({ domain, way }) => ({ domain, way })),
      );
      model.tiers.add(model.made);
      model.made += 1;
    },
  );
}

function deleteTier(at: number, kill?: Kill): Command {
  return command(
    `delete tier ${at}`,
    async (real) => {
      const tier = tierOf(real.tiers.length, at);
      if (tier === null) return 200;
      const { status } = await call("DELETE", `/${real.list}/tiers/${real.tiers[tier]}`);
      return status === 204 ? 200 : status;
    },
    (model) => statusAt(model, at),
    (model) => {
      const tier = tierOf(model.made, at);
      if (tier === null) return;
      model.tiers.delete(tier);
      for (const account of model.accounts.values()) if (account.tier === tier) account.tier = null;
    },
    kill,
  );
}

async function invariants(model: Model, real: Real): Promise<void> {
  // That a connection was cut is noticed by whoever uses it next.
  await expect.poll(async () => (await call("GET", `/${real.list}`)).status, { interval: 10 }).toBe(200);
  const { json } = await call("GET", `/${real.list}`);
  const list = json as { items_count: number; tiers: { eid: string; items_count: number }[] };
  expect(list.items_count).toBe(model.accounts.size);
  const countOf = (tier: number): number => [...model.accounts.values()].filter((each) => each.tier === tier).length;
  expect(new Map(list.tiers.map((tier) => [tier.eid, tier.items_count]))).toEqual(
    new Map([...model.tiers].map((tier) => [real.tiers[tier], countOf(tier)])),
  );
  const items = await call("GET", `/${real.list}/tiers/all/items`);
  const { results } = items.json as { results: { domain: string; ta_tier_eid: string | null; score: number | null }[] };
  expect(results.map(({ domain, ta_tier_eid: tier, score }) => [domain, tier, score])).toEqual(
    [...model.accounts.keys()].toSorted().map((domain) => {
      const { tier = null, score = null } = model.accounts.get(domain) ?? {};
      return [domain, tier === null ? null : real.tiers[tier], score];
    }),
  );
}

const at = fc.nat({ max: 3 });
const kill = fc.option(someKill, { nil: undefined, freq: 2 });
const items = fc.array(
  fc.record(
    { domain: fc.constantFrom(...DOMAINS), way: fc.nat({ max: 4 }), score: fc.constantFrom(0, 19.5, 20, 50, 60, 80) },
    { requiredKeys: ["domain", "way"] },
  ),
  { minLength: 1, maxLength: 6 },
);
const filter = fc.constantFrom(...FILTERS);
const how = fc.record({ force: fc.boolean(), inverted: fc.boolean() });
const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(some, { nil: undefined, freq: 1 });
const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(at, items, kill).map((args) => upsert(...args)),
  fc.tuple(at, items, kill).map((args) => upsert(...args)),
  fc.tuple(at, filter, kill).map((args) => add(...args)),
  fc.tuple(at, maybe(filter), maybe(items), how, kill).map((args) => remove(...args)),
  items.map((given) => newTier(given)),
  fc.tuple(at, kill).map((args) => deleteTier(...args)),
];

test("whatever is asked in whatever order, and killed wherever, a list has what it should, each domain in one tier", async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { size: "large", maxCommands: 30 }), async (given) => {
      const { json } = await call("POST", "", { name: "Random" });
      const { eid } = json as { eid: string };
      await fc.asyncModelRun(
        () => ({
          model: { accounts: new Map<string, Account>(), made: 0, tiers: new Set<number>() },
          real: { list: eid, tiers: [] },
        }),
        given,
      );
    }),
    { numRuns: 15 },
  );
}, 300_000);
