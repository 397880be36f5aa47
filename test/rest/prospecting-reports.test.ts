import { afterAll, beforeAll, expect, test } from "vitest";
import { callProspecting, createProspectingTree, type ProspectingTree } from "../kit/prospecting.js";
import { startService, type TestService } from "../kit/service.js";
import { testEid, type Tree } from "../kit/world.js";

let service: TestService;
let tree: Tree;
let own: ProspectingTree;
beforeAll(async () => {
  service = await startService();
  tree = service.world.granted;
  own = await createProspectingTree(service, tree);
  const { owner } = service.db;
  await owner.query(
    "create table reporting.delivery_2023_08 partition of reporting.delivery for values from ('2023-08-01') to ('2023-09-01')",
  );
  const sums = "'USD', 1000, 10, 5, 0, 0";
  const { advertisable, ad } = tree;
  await owner.query(
    `insert into reporting.delivery values ($1, '2023-08-15', $2, $3, $4, 'n', 's', 'd.test', ${sums})`,
    [advertisable, own.campaign, own.adGroup, ad],
  );
  await owner.query(`insert into reporting.delivery_by_ad_group values ($1, '2023-08-15', $3, $2, ${sums})`, [
    advertisable,
    own.campaign,
    own.adGroup,
  ]);
  await owner.query(`insert into reporting.delivery_by_campaign values ($1, '2023-08-15', $2, ${sums})`, [
    advertisable,
    own.campaign,
  ]);
});
afterAll(async () => await service.close());

const DAYS = { start_date: "2023-08-15", end_date: "2023-08-16" };
const NUMBERS = { impressions: 1_000, clicks: 10, cost: 5, ctr: 1, cpc: 0.5, total_conversions: 0, roi: 0 };

test.each([
  ["campaigns", "campaign_eids", () => own.campaign, () => ({ eid: own.campaign, name: "New people" })],
  ["adgroups", "adgroup_eids", () => own.adGroup, () => ({ eid: own.adGroup, campaign_eid: own.campaign })],
  ["adgroup-ads", "adgroup_eids", () => own.adGroup, () => ({ ad_eid: tree.ad, adgroup_eid: own.adGroup })],
  ["advertisables", "advertisable_eids", () => tree.advertisable, () => ({ eid: tree.advertisable })],
])("metrics/%s has one row with the totals", async (path, name, eid, record) => {
  const answer = await callProspecting(service, "GET", `metrics/${path}`, { [name]: eid(), ...DAYS });
  expect([answer.status, answer.json]).toMatchObject([200, { results: [{ ...record(), ...NUMBERS }] }]);
});

test.each([
  ["campaign", "campaign_eids", () => own.campaign],
  ["adgroup", "adgroup_eids", () => own.adGroup],
  ["ad", "ad_eids", () => tree.ad],
])("report/%s has a row for each day, the last one included", async (path, name, eid) => {
  const answer = await callProspecting(service, "GET", `report/${path}`, { [name]: eid(), ...DAYS });
  expect([answer.status, answer.json]).toMatchObject([
    200,
    {
      results: [
        { date: "2023-08-15", eid: eid(), ...NUMBERS },
        { date: "2023-08-16", eid: eid(), impressions: 0, cost: 0, ctr: null },
      ],
    },
  ]);
});

test("what can't be seen is not found, and too many or none are refused by field", async () => {
  const eids = [own.campaign, service.world.foreign.campaign].join(",");
  expect((await callProspecting(service, "GET", "metrics/campaigns", { campaign_eids: eids })).status).toBe(404);
  const none = await callProspecting(service, "GET", "metrics/campaigns");
  expect([none.status, none.json]).toEqual([
    400,
    { code: 400, message: { campaign_eids: ["campaign_eids is required."] } },
  ]);
  const many = Array.from({ length: 101 }, (_, index) => testEid(`many${index}`)).join(",");
  const answer = await callProspecting(service, "GET", "report/ad", { ad_eids: many });
  expect([answer.status, answer.json]).toMatchObject([400, { message: { ad_eids: [expect.any(String)] } }]);
});
