import { afterAll, beforeAll, expect, test } from "vitest";
import { loadFile } from "../kit/facts.js";
import { startService, type TestService } from "../kit/service.js";

/** Reports in a currency that there are no rates for, beside others of their kind; the clock says 2 March 2024. */
let service: TestService;
let shop: string;
let campaigns: string[];

beforeAll(async () => {
  service = await startService({ now: "2024-03-02T12:00:00Z" });
  shop = service.world.granted.advertisable;
  for (const [command, lines] of [
    [
      "deliveries",
      [
        "date,campaign,adGroup,ad,network,inventorySource,domain,impressions,clicks,cost,reportedConversions",
        "2024-02-28,c,g,a,web,x,one.example,1000,10,1.5,0",
        "2024-02-29,d,h,b,web,x,two.example,500,0,1,0",
      ],
    ],
    [
      "touchpoints",
      [
        "time,cookie,touchpoint,kind,productType,campaign,adGroup,ad,network,inventorySource,cost",
        "2024-02-28T12:00:00,ann,t1,click,RT,c,g,a,web,x,0",
      ],
    ],
    [
      "conversions",
      [
        "time,cookie,conversion,type,value,weight,segment,deviceIdType,country,city,referrer,externalData,ip",
        "2024-03-01T12:00:00,ann,v1,buy,100,1,,cookie,US,Portland,,,192.0.2.1",
      ],
    ],
    ["site-visits", ["date,visitor,pageViews,revenue", "2024-03-01,ann,3,10"]],
  ] as const) {
    const options = command === "deliveries" || command === "touchpoints" ? ["--create-entities"] : [];
    const { loaded, out } = await loadFile(service, command, shop, lines, options);
    expect([command, loaded, out]).toEqual([command, true, expect.any(String)]);
  }
  const { rows } = await service.db.owner.query<{ eid: string }>(
    "select eid from entities.campaign where name in ('Campaign c', 'Campaign d') order by name",
  );
  campaigns = rows.map(({ eid }) => eid);
});
afterAll(async () => await service.close());

const RANGE = 'range: { between: { start: "2024-02-28", endExclusive: "2024-03-02" } }';

const REFUSAL = {
  message: "There are no exchange rates for the currency ZWL.",
  extensions: { code: "BAD_USER_INPUT" },
};

/** What is asked of two campaigns in one operation, in dollars and in the currency without rates. */
async function answerOn(report: string, parts: string) {
  const [c, d] = campaigns;
  return await service.graphql(
    `query ($c: ID!, $d: ID!, $z: CurrencyCode) {
       c: campaign(eid: $c) { bad: ${report}(${RANGE}, currency: $z) { ${parts} } ok: ${report}(${RANGE}) { ${parts} } }
       d: campaign(eid: $d) { eid ${report}(${RANGE}, currency: $z) { ${parts} } } }`,
    { c, d, z: "ZWL" },
    "granted",
  );
}

test.each([
  ["deliveries", "summary { cost { amount } }", { summary: { cost: { amount: "1.50" } } }],
  ["deliveries", "byDate { metrics { clicks } }", { byDate: [10, 0, 0].map((clicks) => ({ metrics: { clicks } })) }],
  ["attributions", "summary { conversions }", { summary: { conversions: 1 } }],
])("%s { %s } are refused in a currency without rates, and in no other", async (report, parts, good) => {
  const { data, errors } = await answerOn(report, parts);
  expect(data).toEqual({ c: { ok: good, bad: null }, d: { eid: campaigns[1], [report]: null } });
  expect(errors).toHaveLength(2);
  for (const error of errors ?? []) expect(error).toMatchObject(REFUSAL);
});

test("so are the visits of a site", async () => {
  const { data, errors } = await service.graphql(
    `query ($shop: ID!, $z: CurrencyCode) { advertisable(eid: $shop) {
       bad: siteMetrics(${RANGE}, currency: $z) { summary { visitors } } ok: siteMetrics(${RANGE}) { summary { visitors } } } }`,
    { shop, z: "ZWL" },
    "granted",
  );
  expect(data).toEqual({ advertisable: { bad: null, ok: { summary: { visitors: 1 } } } });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]).toMatchObject(REFUSAL);
});
