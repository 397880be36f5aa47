import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RestRoute } from "../../gateway/rest/route.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { fillProspecting, prospectingInputs, prospectingOf, prospectingValues } from "../auth/prospecting-objects.js";
import { callProspecting } from "../kit/prospecting.js";
import { sendAnything } from "../kit/send-anything.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await fillProspecting(service, service.world.granted);
  await fillProspecting(service, service.world.other);
});
afterAll(async () => await service.close());

const PROSPECTING_ROUTES = ROUTES.filter((route) => route.area === "prospecting");

/** A request that is right but for the fields that are given. */
async function send(route: RestRoute, wrong: Record<string, unknown>, tree = service.world.granted) {
  const good = prospectingValues(route, tree);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_part, name: string) => good[name] ?? name);
  const fields = Object.fromEntries(Object.keys(route.parameters).map((name) => [name, good[name]]));
  const payload = Object.fromEntries(
    Object.entries({ ...fields, ...prospectingInputs(route, tree), ...wrong }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return await sendAnything(service, route.method, path, payload);
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
      "2023-10-29T02:30:00+02:00",
      "9".repeat(40),
      [{ eid: "x" }],
      [{ ad_eids: [1] }],
      [{ name: "x", options: [{ name: "\ud800", target: true }] }],
      [{ category_id: 1e10, category_name: "x" }],
      { "": true },
      "💥",
    ),
    fc.constant<unknown>(prospectingOf(service.world.other).adGroup),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PROSPECTING_ROUTES),
      fc.array(fc.tuple(fc.nat(40), value), { minLength: 1, maxLength: 4 }),
      async (route, pairs) => {
        const names = Object.keys(route.parameters);
        const wrong = Object.fromEntries(pairs.map(([index, each]) => [names[index % names.length] ?? "x", each]));
        // What it takes away is not there for the other tests.
        const { status, json, text } = await send(route, wrong, service.world.other);
        expect([200, 400, 403, 404, 409]).toContain(status);
        if (status === 200) expect(json).toHaveProperty("results");
        else expect(json).toEqual({ code: status, message: expect.toSatisfy(isMessage) });
        expect(text).not.toMatch(/select |node_modules|\.ts:|postgres|ECONN|violates/i);
        // Names of the graph are none of this interface's; permissions have names that all interfaces share.
        if (status >= 400 && status !== 403) expect(text).not.toMatch(/\b[a-z]+[A-Z][a-z]/);
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);

/** A text, or lists of texts by field (document 2, errors). */
function isMessage(message: unknown): boolean {
  if (typeof message === "string") return message !== "";
  const fields = Object.entries(Object(message) as object);
  return (
    fields.length > 0 &&
    fields.every(
      ([field, texts]) =>
        /^[a-z_]+(\.[a-z_0-9]+)*$/.test(field) &&
        Array.isArray(texts) &&
        texts.length > 0 &&
        texts.every((each) => typeof each === "string"),
    )
  );
}

test("what is missing is named, on every route that requires something", async () => {
  for (const route of PROSPECTING_ROUTES) {
    for (const [name, { required }] of Object.entries(route.parameters)) {
      if (!required || route.path.includes(`{${name}}`)) continue;
      const answer = await send(route, { [name]: undefined });
      expect([route.method, route.path, answer.status, answer.json]).toEqual([
        route.method,
        route.path,
        400,
        { code: 400, message: { [name]: [`${name} is required.`] } },
      ]);
    }
  }
});

const EID = "A".repeat(22);
const CATEGORY = { category_id: 1, category_name: "Boats" };
const MANY = Array.from({ length: 101 }, (_, at) => ({ ...CATEGORY, category_id: at }));

/** Every bound of document 2 and of our own: what is refused, by which name, and that nothing is written. */
test.each([
  ["POST", "advertisables/{adv}/campaigns", { name: "x".repeat(256) }, "name"],
  ["POST", "advertisables/{adv}/campaigns", { start_date: "2023-10-02", end_date: "2023-10-01" }, "start_date"],
  ["POST", "advertisables/{adv}/campaigns", { currency_code: "usd" }, "currency_code"],
  ["POST", "advertisables/{adv}/campaigns", { currency_code: "ZZZ" }, "currency_code"],
  ["POST", "campaigns/{campaign}", { weekly_budget: -1 }, "weekly_budget"],
  ["POST", "campaigns/{campaign}", { weekly_budget: "1.005" }, "weekly_budget"],
  ["POST", "campaigns/{campaign}", { kpi_metric: "x".repeat(41) }, "kpi_metric"],
  ["POST", "campaigns/{campaign}", { kpi_goal: "many" }, "kpi_goal"],
  ["POST", "campaigns/{campaign}", { frequency_cap: 0 }, "frequency_cap"],
  ["POST", "campaigns/{campaign}", { frequency_cap: 1_001 }, "frequency_cap"],
  ["POST", "campaigns/{campaign}", { user_status: "draft" }, "user_status"],
  ["POST", "campaigns/{campaign}", { event_source: "x".repeat(256) }, "event_source"],
  ["POST", "campaigns/{campaign}", { source: "a\u0007b" }, "source"],
  [
    "POST",
    "campaigns/{campaign}",
    { contextual_targeting_categories: [CATEGORY, CATEGORY] },
    "contextual_targeting_categories",
  ],
  ["POST", "campaigns/{campaign}", { contextual_targeting_categories: MANY }, "contextual_targeting_categories"],
  [
    "POST",
    "campaigns/{campaign}",
    { contextual_targeting_categories: [CATEGORY, { ...CATEGORY, category_id: 2, category_name: "" }] },
    "contextual_targeting_categories.1.category_name",
  ],
  ["POST", "advertisables/{adv}/settings", { opted_in: "perhaps" }, "opted_in"],
  ["POST", "adgroups/{adgroup}", { ads: [{}] }, "ads"],
  ["POST", "adgroups/{adgroup}", { ads: [{ ad_eid: "x" }] }, "ads"],
  ["POST", "adgroups/{adgroup}", { segments: [{ is_negative: true }] }, "segments"],
  [
    "POST",
    "adgroups/{adgroup}",
    { segments: [{ segment_eid: EID, segment_targeting_type: "x".repeat(41) }] },
    "segments.0.segment_targeting_type",
  ],
  ["POST", "adgroups/{adgroup}", { ads: [{ ad_eid: EID, event_source: "" }] }, "ads.0.event_source"],
  ["POST", "adgroups/{adgroup}", { attribute_targets: [{ name: "a" }] }, "attribute_targets"],
  [
    "POST",
    "adgroups/{adgroup}",
    { attribute_targets: [{ name: "a", options: [{ name: "", target: true }] }] },
    "attribute_targets.0.options.0.name",
  ],
  [
    "POST",
    "adgroups/{adgroup}",
    {
      attribute_targets: [
        { name: "a", options: [] },
        { name: "a", options: [] },
      ],
    },
    "attribute_targets",
  ],
  ["POST", "adgroups/{adgroup}", { device_targets: { Phone: true } }, "device_targets"],
  ["POST", "adgroups/{adgroup}", { device_targets: { phone: 1 } }, "device_targets"],
  ["POST", "adgroups/{adgroup}", { attribute_targets_segment: "" }, "attribute_targets_segment"],
  ["POST", "adgroups/{adgroup}/audience", { size: -1 }, "size"],
  ["POST", "adgroups/{adgroup}/audience", { size: 2_147_483_648 }, "size"],
  ["POST", "adgroups/{adgroup}/audience", { source_segment_eid: "x" }, "source_segment_eid"],
  ["POST", "adgroups/{adgroup}/flights", { start_date: "2023-02-29" }, "start_date"],
  ["POST", "adgroups/{adgroup}/flights", { end_date: "9999-12-31" }, "end_date"],
  ["PUT", "flights/{flight}", { start_date: null }, "start_date"],
] as const)("%s %s with %j is refused by the name %s", async (method, below, wrong, name) => {
  const route = PROSPECTING_ROUTES.find(
    (each) => each.method === method && each.path === `/prospecting/api/v2/${below}`,
  );
  if (route === undefined) throw new TypeError(`${method} ${below} is no route`);
  const before = await auditCount();
  const { status, json } = await send(route, wrong);
  expect([status, Object.keys(Object((json as { message: unknown }).message) as object)]).toEqual([400, [name]]);
  expect(await auditCount()).toBe(before);
});

test("an ad group that was taken away takes nothing new, and what it has still changes", async () => {
  const { campaign, segment } = prospectingOf(service.world.granted);
  const made = await callProspecting(service, "POST", `campaigns/${campaign}/adgroups`, { name: "Gone" });
  const { eid } = (made.json as { results: { eid: string } }).results;
  const places = [{ eid: "GEO-US".padEnd(22, "_"), operation: "include" }];
  await callProspecting(service, "POST", `adgroups/${eid}/geo-targets`, places);
  await callProspecting(service, "POST", `adgroups/${eid}`, { is_active: false });
  const before = await auditCount();
  for (const [path, body] of [
    [`adgroups/${eid}`, { ads: [{ ad_eid: service.world.granted.ad }] }],
    [`adgroups/${eid}`, { segments: [{ segment_eid: segment }] }],
    [`adgroups/${eid}/geo-targets`, [{ eid: "GEO-FR".padEnd(22, "_"), operation: "include" }]],
    [`adgroups/${eid}/audience`, { size: 10 }],
    [`adgroups/${eid}/flights`, { start_date: "2023-10-01", end_date: "2023-10-02" }],
  ] as const) {
    const answer = await callProspecting(service, "POST", path, body);
    expect([path, answer.status]).toEqual([path, 409]);
  }
  expect(await auditCount()).toBe(before);
  const excluded = places.map((place) => ({ ...place, operation: "exclude" }));
  expect((await callProspecting(service, "POST", `adgroups/${eid}/geo-targets`, excluded)).status).toBe(200);
  // Back again in the same request, it takes what comes with it.
  const back = { is_active: true, ads: [{ ad_eid: service.world.granted.ad }] };
  expect((await callProspecting(service, "POST", `adgroups/${eid}`, back)).status).toBe(200);
});

async function auditCount(): Promise<number> {
  const { rows } = await service.db.owner.query<{ n: number }>("select count(*)::int as n from platform.audit_entry");
  return rows[0]?.n ?? 0;
}
