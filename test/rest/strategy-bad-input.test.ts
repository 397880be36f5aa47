import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askStrategies, newStrategy, STRATEGY, type StrategyAnswer } from "../kit/strategies.js";
import { startService, type TestService } from "../kit/service.js";
import { testEid } from "../kit/world.js";

let service: TestService;
let made: StrategyAnswer;
let later: StrategyAnswer;
beforeAll(async () => {
  service = await startService();
  made = await newStrategy(service, own());
  later = await newStrategy(service, own(), { start_date: "2023-10-01", end_date: "2023-11-01" });
});
afterAll(async () => await service.close());

function own(): string {
  return service.world.granted.advertisable;
}

/** All strategies and campaigns with what was done to them. */
async function everything(): Promise<unknown> {
  const tables = ["strategies.strategy", "strategies.strategy_campaign", "platform.audit_entry", "platform.outbox"];
  const found: unknown[] = [];
  for (const table of tables) found.push((await service.db.owner.query(`select * from ${table} order by eid`)).rows);
  return found;
}

async function expectRefused(ask: Parameters<typeof askStrategies>[1], names: readonly (string | null)[]) {
  const before = await everything();
  const answer = await askStrategies(service, ask);
  expect([answer.status, answer.json]).toEqual([
    400,
    { errors: names.map((name) => ({ name, error: expect.stringMatching(/^(?!.*\b[a-z]+[A-Z])\S.{5,200}$/) })) },
  ]);
  // In its client's own words, undisturbed by what came in, and nothing was written.
  expect(await everything()).toEqual(before);
}

const AMOUNTS = [0, -1, 0.001, 1e-7, 1e12, 1e308, "10", "", true, [], {}, "NaN"];
const DATES = [
  "2023-02-30",
  "2023-13-01",
  "300000-01-01",
  "10-01-2023",
  "2023-10-01T25:00:00",
  "2023-10-01T00:00:60",
  "soon",
  "",
  5,
  {},
];

/** Bodies of a POST that makes a strategy, each with the names that are refused. */
const CREATE: readonly [object, string[]][] = [
  [{ name: "n".repeat(65) }, ["name"]],
  [{ name: "" }, ["name"]],
  [{ name: 5 }, ["name"]],
  [{ name: "a\u0000b" }, ["name"]],
  [{ name: "a\r\nb" }, ["name"]],
  ...AMOUNTS.map((budget): [object, string[]] => [{ budget, kpi_goal: null }, ["budget"]]),
  [{ budget: null }, ["budget"]],
  [{ budget: undefined }, ["budget"]],
  ...AMOUNTS.map((goal): [object, string[]] => [{ kpi_goal: goal }, ["kpi_goal"]]),
  [{ kpi_goal: 100 }, ["kpi_goal"]],
  [{ kpi_goal: 100.01 }, ["kpi_goal"]],
  [{ kpi_goal: undefined }, ["kpi_goal"]],
  [{ budget: 70, budget_frequency: "weekly", kpi_goal: 10 }, ["kpi_goal"]],
  [{ budget: 0.03, budget_frequency: "weekly", kpi_goal: null }, ["budget"]],
  [{ budget_frequency: "monthly" }, ["budget_frequency"]],
  [{ monthly_budget_cap: 0 }, ["monthly_budget_cap"]],
  [{ monthly_budget_cap: "5" }, ["monthly_budget_cap"]],
  ...["CHF", "usd", "", 5, null, undefined].map((currency): [object, string[]] => [{ currency }, ["currency"]]),
  ...["CPL", "cpa", "", 5, null, undefined].map((metric): [object, string[]] => [
    { kpi_metric: metric },
    ["kpi_metric"],
  ]),
  ...[["sn"], [], ["web", "web"], ["web", "email"], "web;sn", "", "sn", 5, {}, null, undefined].map(
    (products): [object, string[]] => [{ products }, ["products"]],
  ),
  ...DATES.map((date): [object, string[]] => [{ start_date: date }, ["start_date"]]),
  ...DATES.map((date): [object, string[]] => [{ end_date: date }, ["end_date"]]),
  [{ start_date: "2023-10-02", end_date: "2023-10-01T23:59:59" }, ["end_date"]],
  [{ end_date: "2023-08-31" }, ["end_date"]],
  ...["ad_eids", "web_ad_eids", "sn_ad_eids", "positive_segments", "negative_segments", "conversion_segments"].flatMap(
    (list): [object, string[]][] =>
      ["A".repeat(21), "A".repeat(23), "", 5, { $ne: 1 }, "'; drop table", "\u0660".repeat(22)].map((eid) => [
        { [list]: [eid, testEid("x")] },
        [list],
      ]),
  ),
  [{ ad_eids: Array.from({ length: 1_001 }, (_, index) => testEid(`ad${index}x`)) }, ["ad_eids"]],
  [{ positive_segments: [testEid("s")], negative_segments: [testEid("s")] }, ["negative_segments.0"]],
  [{ email: "me@shop.example" }, ["email"]],
  [{ email: [] }, ["email"]],
  [{ email: { sender_name: "a\r\nBcc: b" } }, ["email.sender_name"]],
  [{ email: { sender_name: "" } }, ["email.sender_name"]],
  [{ email: { sender_address: "nobody" } }, ["email.sender_address"]],
  [{ email: { sender_address: "a@b.example\r\nBcc: c@d.example" } }, ["email.sender_address"]],
  [{ email: { footer_postal_address: "x".repeat(1_001) } }, ["email.footer_postal_address"]],
  [{ email: { optin: "yes" } }, ["email.optin"]],
  [{ email: { optin_country: "Germany" } }, ["email.optin_country"]],
  [{ email: { optin_country: "XX" } }, ["email.optin_country"]],
  ...["UK", "EU", "us"].map((country): [object, string[]] => [
    { email: { optin_country: country } },
    ["email.optin_country"],
  ]),
  [{ email: { emails: "one" } }, ["email.emails"]],
  [{ email: { emails: [null] } }, ["email.emails"]],
  [{ ad_eids: [null] }, ["ad_eids"]],
  [{ name: [null] }, ["name"]],
  [{ currency: "JPY", budget: 100.5 }, ["budget"]],
  [{ currency: "JPY", monthly_budget_cap: 1000.01 }, ["monthly_budget_cap"]],
  [{ currency: "JPY", budget: 3, budget_frequency: "weekly", kpi_goal: null }, ["budget"]],
  [{ email: { emails: Array.from({ length: 21 }, () => ({})) } }, ["email.emails"]],
  [{ email: { emails: [{}, { cta_destination: "javascript:alert(1)" }] } }, ["email.emails.1.cta_destination"]],
  [{ email: { emails: [{ hero_image_url: "ftp://a.example/x" }] } }, ["email.emails.0.hero_image_url"]],
  [
    { email: { emails: [{ email_subject: "a\nb", headline: "" }] } },
    ["email.emails.0.email_subject", "email.emails.0.headline"],
  ],
  [{ email: { emails: [{ body: "b".repeat(20_001) }] } }, ["email.emails.0.body"]],
  [{ budget: 0, name: "", currency: "CHF" }, ["currency"]],
];

describe("what makes a strategy", () => {
  test.each(CREATE)("%j is refused for %j", async (changes, names) => {
    await expectRefused(
      { method: "POST", query: { advertisable_eid: own() }, body: { ...STRATEGY, ...changes } },
      names,
    );
  });

  test("at the bounds it is taken", async () => {
    for (const changes of [
      { name: "n".repeat(64) },
      { kpi_goal: 99.99 },
      { budget: 999_999_999_999.99 },
      { budget: 0.02, kpi_goal: 0.01 },
      { start_date: "2023-10-01", end_date: "2023-10-01" },
      { end_date: "9998-12-31" },
      { currency: "JPY" },
    ]) {
      expect(await newStrategy(service, own(), changes)).toMatchObject({ eid: expect.any(String) });
    }
  });

  test("nobody chooses its EID, status or age", async () => {
    const chosen = {
      eid: made.eid,
      status: "paused",
      created_at: "2001-01-01",
      advertisable: "x",
      campaigns: [{ eid: "x" }],
    };
    const created = await newStrategy(service, own(), chosen);
    expect(created).toMatchObject({ status: "live", created_at: "2023-09-01T12:00:00.000000" });
    expect(created.eid).not.toBe(made.eid);
  });
});

/** Bodies of a PUT, each with the names that are refused. */
const EDIT: readonly [object, string[]][] = [
  [{ status: "stopped" }, ["status"]],
  [{ status: "LIVE" }, ["status"]],
  [{ status: null }, ["status"]],
  [{ budget: null }, ["budget"]],
  [{ budget: 12.5 }, ["kpi_goal"]],
  [{ budget: "50" }, ["budget"]],
  [{ kpi_goal: 100 }, ["kpi_goal"]],
  [{ budget: 50, kpi_goal: 50 }, ["kpi_goal"]],
  [{ kpi_metric: null }, ["kpi_metric"]],
  [{ kpi_metric: "CTR" }, ["kpi_metric"]],
  [{ start_date: "2023-12-01" }, ["start_date"]],
  [{ start_date: null }, ["start_date"]],
  [{ end_date: "2023-08-01" }, ["end_date"]],
  [{ end_date: "never" }, ["end_date"]],
  [{ status: "paused", budget: -1 }, ["budget"]],
];

/** Bodies of a POST that changes a strategy. */
const OLDER_EDIT: readonly [object, string[]][] = [
  [{ currency: "EUR" }, ["currency"]],
  [{ products: "web" }, ["products"]],
  [{ products: null }, ["products"]],
  [{ budget_frequency: "weekly" }, ["budget_frequency"]],
  [{ budget: 70, budget_frequency: "weekly" }, ["kpi_goal"]],
  [{ web_ad_eids: null }, ["web_ad_eids"]],
  [{ start_date: "2023-12-01" }, ["start_date"]],
];

describe("what changes a strategy", () => {
  test.each(EDIT)("%j is refused for %j", async (body, names) => {
    await expectRefused({ method: "PUT", query: { advertisable_eid: own(), strategy_eid: made.eid }, body }, names);
  });

  test.each(OLDER_EDIT)("%j in the older form is refused for %j", async (body, names) => {
    await expectRefused({ method: "POST", query: { advertisable_eid: own(), strategy_eid: made.eid }, body }, names);
  });

  test("the dates of one that has not begun are checked as they would be", async () => {
    const query = { advertisable_eid: own(), strategy_eid: later.eid };
    await expectRefused({ method: "PUT", query, body: { start_date: "2023-11-02" } }, ["end_date"]);
    await expectRefused({ method: "PUT", query, body: { end_date: "2023-09-30" } }, ["end_date"]);
    expect((await askStrategies(service, { method: "PUT", query, body: { start_date: null } })).status).toBe(200);
  });
});

describe("requests", () => {
  test.each<["GET" | "POST" | "PUT", "strategy" | "campaign", string[]]>([
    ["GET", "strategy", ["advertisable_eid"]],
    ["POST", "strategy", ["advertisable_eid"]],
    ["PUT", "strategy", ["advertisable_eid", "strategy_eid"]],
    ["GET", "campaign", ["advertisable_eid", "strategy_eid"]],
    ["PUT", "campaign", ["advertisable_eid", "strategy_eid", "campaign_eid"]],
  ])("%s %s needs its EIDs, and each is one", async (method, noun, names) => {
    const body = method === "GET" ? {} : { body: noun === "campaign" ? { status: "paused" } : STRATEGY };
    await expectRefused({ method, noun, query: {}, ...body }, names);
    for (const eid of ["A".repeat(21), "A".repeat(23), "' or 1=1 --", "%00"]) {
      await expectRefused(
        { method, noun, query: Object.fromEntries(names.map((name) => [name, eid])), ...body },
        names,
      );
    }
  });

  test.each([[{}], [{ status: null }], [{ status: "stopped" }], [{ status: true }]])(
    "a campaign can't be made %j",
    async (body) => {
      const [campaign = ""] = made.campaigns.map(({ eid }) => eid);
      const query = { advertisable_eid: own(), strategy_eid: made.eid, campaign_eid: campaign };
      await expectRefused({ method: "PUT", noun: "campaign", query, body }, ["status"]);
    },
  );

  test("an EID in the query and another in the body is refused", async () => {
    await expectRefused(
      {
        method: "PUT",
        query: { advertisable_eid: own(), strategy_eid: made.eid },
        body: { strategy_eid: later.eid, budget: 50 },
      },
      ["strategy_eid"],
    );
  });

  test.each([[[]], ["text"], [5]])("the body %j is refused", async (body) => {
    await expectRefused({ method: "POST", query: { advertisable_eid: own() }, body }, [null]);
  });

  test("what is no JSON, has a key twice, or is of another type or method", async () => {
    const url = `/activate/api/v1/strategy?advertisable_eid=${own()}`;
    const json = { "content-type": "application/json" };
    for (const payload of ["{", '{"budget": 1, "budget": 2}', '{"budget": 1,}', '{"__proto__": {"budget": 1}}']) {
      const answer = await service.request({ as: "admin", method: "POST", url, payload, headers: json });
      expect([payload, answer.status, answer.json]).toEqual([
        payload,
        400,
        { errors: [{ name: null, error: expect.any(String) }] },
      ]);
    }
    const text = await service.request({
      as: "admin",
      method: "POST",
      url,
      payload: "{}",
      headers: { "content-type": "text/plain" },
    });
    expect(text.status).toBe(415);
    const removed = await service.request({ as: "admin", method: "DELETE", url });
    expect([removed.status, removed.headers["allow"]]).toEqual([405, "GET, HEAD, POST, PUT"]);
  });
});
