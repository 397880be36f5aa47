import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../gateway/rest/routes.js";
import type { RestRoute } from "../../gateway/rest/route.js";
import { fillUniversal, universalOf, universalRequest } from "../auth/universal-objects.js";
import { sendAnything } from "../kit/send-anything.js";
import { startService, type TestService } from "../kit/service.js";
import { callUniversal, namesOf, type UniversalMethod } from "../kit/universal.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await fillUniversal(service, service.world.granted);
});
afterAll(async () => await service.close());

const UNIVERSAL_ROUTES = ROUTES.filter((route) => route.area === "universal");

/** A request that is right but for the fields of its body, or of its query, that are given. */
async function send(route: RestRoute, wrong: Record<string, unknown>) {
  const good = universalRequest(route, service.world.granted);
  if (route.method === "GET") return await sendAnything(service, "GET", route.path, wrong);
  return await sendAnything(service, route.method, good.url, { ...good.payload, ...wrong });
}

test("whatever JSON holds in place of a parameter, the answer is in the area's form, never a 500, and tells nothing internal", async () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom<unknown>(
      null,
      "",
      [],
      {},
      [null],
      [{}],
      "\0",
      1e300,
      -1,
      "2023-02-30",
      "2023-09-01T00:00:00",
      { budget_type: "daily" },
      { budget_type: "daily", goal: "1" },
      [{ name: "x", adgroups: [{ name: "y", ads: [{ eid: "z" }] }] }],
      [{ name: "x", dayparting: { "\u0000": "\ud800" } }],
      { positive_segment_eids: ["x"] },
      "💥",
    ),
    fc.constant<unknown>(universalOf(service.world.granted).campaign),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...UNIVERSAL_ROUTES),
      fc.array(fc.tuple(fc.nat(40), value), { minLength: 1, maxLength: 3 }),
      async (route, pairs) => {
        const names = Object.keys(route.parameters);
        const wrong = Object.fromEntries(pairs.map(([index, each]) => [names[index % names.length] ?? "x", each]));
        const { status, json, text } = await send(route, wrong);
        expect([200, 400, 404, 409]).toContain(status);
        if (status === 200) expect(json).toHaveProperty("data");
        else
          expect(json).toEqual({
            errors: (json as { errors: unknown[] }).errors.map(() => ({
              name: expect.toBeOneOf([null, expect.any(String)]),
              error: expect.any(String),
            })),
          });
        expect(text).not.toMatch(/universal\.|select |node_modules|at file:|violates/i);
      },
    ),
    { numRuns: 120 },
  );
}, 120_000);

const MANY = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(22, "A"));

/** Every bound of document 1 and of our own: what is refused, and by which name. */
test.each([
  ["POST", "campaign", { name: "" }, "name"],
  ["POST", "campaign", { name: "x".repeat(256) }, "name"],
  ["POST", "campaign", { name: "a\u0007b" }, "name"],
  ["POST", "campaign", { name: "a\nb" }, "name"],
  ["POST", "campaign", { name: undefined }, "name"],
  ["POST", "campaign", { name: null }, "name"],
  ["POST", "campaign", { budget_settings: undefined }, "budget_settings"],
  ["POST", "campaign", { budget_settings: { goal: 10 } }, "budget_settings.budget_type"],
  ["POST", "campaign", { budget_settings: { budget_type: "weekly" } }, "budget_settings.budget_type"],
  ["POST", "campaign", { budget_settings: { budget_type: "daily", goal: -1 } }, "budget_settings.goal"],
  [
    "POST",
    "campaign",
    { budget_settings: { budget_type: "daily", is_prorated: "yes" } },
    "budget_settings.is_prorated",
  ],
  ["POST", "campaign", { budget: 4.99 }, "budget"],
  ["POST", "campaign", { budget: 10.001 }, "budget"],
  ["POST", "campaign", { budget: "10" }, "budget"],
  ["POST", "campaign", { currency: "usd" }, "currency"],
  ["POST", "campaign", { currency: "XTS" }, "currency"],
  ["POST", "campaign", { currency: "JPY", budget: 5_000.5 }, "budget"],
  [
    "POST",
    "campaign",
    { currency: "JPY", budget_settings: { budget_type: "daily", goal: 0.5 } },
    "budget_settings.goal",
  ],
  ["POST", "campaign", { objective: "sell" }, "objective"],
  ["POST", "campaign", { start_date: "2023-02-30" }, "start_date"],
  ["POST", "campaign", { start_date: "2023-10-02", end_date: "2023-10-01" }, "end_date"],
  ["POST", "campaign", { start_date: "2023-10-01", end_date: "2023-10-01" }, "end_date"],
  ["PUT", "campaign", { status: "running" }, "status"],
  ["PUT", "campaign", { eid: "short" }, "eid"],
  ["PUT", "campaign", { budget: 4.99 }, "budget"],
  ["POST", "adgroup", { name: "" }, "name"],
  ["POST", "adgroup", { ad_type: "video" }, "ad_type"],
  ["POST", "adgroup", { kpi_metric: "CPV" }, "kpi_metric"],
  ["POST", "adgroup", { kpi_goal: -0.01 }, "kpi_goal"],
  ["POST", "adgroup", { objective: "" }, "objective"],
  ["POST", "adgroup", { sn_placements: ["Feed"] }, "sn_placements"],
  ["POST", "adgroup", { sn_placements: ["a", "a"] }, "sn_placements"],
  ["POST", "adgroup", { sn_placements: MANY(21).map((word) => word.toLowerCase()) }, "sn_placements"],
  ["POST", "adgroup", { ads: [{ status: "live" }] }, "ads.0.eid"],
  ["POST", "adgroup", { ads: [null] }, "ads"],
  ["POST", "adgroup", { ads: MANY(1_001).map((eid) => ({ eid })) }, "ads"],
  [
    "POST",
    "adgroup",
    { targeting_features: { positive_segment_eids: ["x"] } },
    "targeting_features.positive_segment_eids",
  ],
  [
    "POST",
    "adgroup",
    { targeting_features: { positive_segment_eids: ["A".repeat(22), "A".repeat(22)] } },
    "targeting_features",
  ],
  [
    "POST",
    "adgroup",
    { targeting_features: { positive_segment_eids: MANY(1_001) } },
    "targeting_features.positive_segment_eids",
  ],
  ["PUT", "adgroup", { status: "ended" }, "status"],
  ["PUT", "adgroup_ad", { status: undefined }, "status"],
  ["PUT", "adgroup_ad", { status: "gone" }, "status"],
  ["POST", "playbooks", { budget: undefined }, "budget"],
  ["POST", "playbooks", { budget: { budget_type: "daily", currency: "XTS" } }, "budget"],
  ["POST", "playbooks", { budget: { budget_type: "yearly" } }, "budget.budget_type"],
  ["POST", "playbooks", { playbook_type: "custom" }, "playbook_type"],
  ["POST", "playbooks", { budget_balancing_automated: 1 }, "budget_balancing_automated"],
  [
    "POST",
    "playbooks",
    { bulk_campaigns: [{ name: "C", user_frequency_cap: -1 }] },
    "bulk_campaigns.0.user_frequency_cap",
  ],
  [
    "POST",
    "playbooks",
    { bulk_campaigns: [{ name: "C", user_frequency_cap: 1_000_001 }] },
    "bulk_campaigns.0.user_frequency_cap",
  ],
  ["POST", "playbooks", { bulk_campaigns: [{ name: "C", dayparting: [] }] }, "bulk_campaigns.0.dayparting"],
  ["POST", "playbooks", { bulk_campaigns: [{ name: "C", use_case: "x".repeat(101) }] }, "bulk_campaigns.0.use_case"],
  [
    "POST",
    "playbooks",
    { bulk_campaigns: [{ name: "C", adgroups: [{ name: "G", wizard_ticket_id: 1.5 }] }] },
    "bulk_campaigns.0.adgroups.0.wizard_ticket_id",
  ],
  [
    "POST",
    "playbooks",
    { bulk_campaigns: [{ name: "C", adgroups: Array.from({ length: 101 }, () => ({ name: "G" })) }] },
    "bulk_campaigns.0.adgroups",
  ],
  ["POST", "playbooks", { bulk_campaigns: [null] }, "bulk_campaigns"],
  [
    "POST",
    "playbooks",
    {
      budget: { budget_type: "daily", currency: "JPY" },
      bulk_campaigns: [{ name: "C", budget_settings: { budget_type: "daily", goal: 900.5 } }],
    },
    "bulk_campaigns.0.budget_settings.goal",
  ],
  ["PUT", "playbooks", { end_date: "2023-09-01", start_date: "2023-09-02" }, "end_date"],
] as const)("%s %s with %j is refused by the name %s", async (method, noun, wrong, name) => {
  const route = UNIVERSAL_ROUTES.find((each) => each.method === method && each.path.endsWith(`/${noun}`));
  if (route === undefined) throw new TypeError(`${method} ${noun} is no route`);
  const before = await auditCount();
  const answer = await send(route, wrong);
  expect([answer.status, answer.status === 400 ? namesOf(answer) : answer.text]).toEqual([400, [name]]);
  // Names of the graph are none to who calls the old interface.
  expect(answer.text).not.toMatch(/\b[a-z]+[A-Z]/);
  expect(await auditCount()).toBe(before);
});

test("a GET with a parameter that is none is refused, and one that is unknown is ignored", async () => {
  for (const [noun, query, status] of [
    ["campaign", { eid: "short" }, 400],
    ["playbooks", { verbose: "maybe" }, 400],
    ["adgroup", { nonsense: "1" }, 200],
  ] as const) {
    const method: UniversalMethod = "GET";
    expect([noun, (await callUniversal(service, method, noun, query)).status]).toEqual([noun, status]);
  }
});

async function auditCount(): Promise<number> {
  const { rows } = await service.db.owner.query<{ n: number }>("select count(*)::int as n from platform.audit_entry");
  return rows[0]?.n ?? 0;
}
