import { afterAll, beforeAll, expect, test } from "vitest";
import { answerTo, dataOf } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";
import { testEid } from "../kit/world.js";

/** What the old reporting query answers while an area is away. */
let service: TestService;
beforeAll(async () => {
  service = await startService({ subgraphs: "http" });
});
afterAll(async () => await service.close());

const AWAY = { extensions: { code: "SERVICE_UNAVAILABLE", requestId: expect.any(String) } };

test("without the area of e-mails, campaigns of the web are found, and only what needs it is not", async () => {
  await service.areas.servers.get("email")?.close();
  const { campaign, adGroup, advertisable } = service.world.granted;
  expect(
    await dataOf(
      service,
      `query ($campaign: String!, $advertisable: String!) {
         campaign { byEID(campaign: $campaign) { eid adgroups { eid } } byEIDs(campaigns: [$campaign]) { eid metrics(pastDays: 2) { summary { cost } } }
           byAdvertisable(advertisable: $advertisable, channels: ["web", "social"]) { eid } } }`,
      { campaign, advertisable },
    ),
  ).toEqual({
    campaign: {
      byEID: { eid: campaign, adgroups: [{ eid: adGroup }] },
      byEIDs: [{ eid: campaign, metrics: { summary: { cost: 0 } } }],
      byAdvertisable: [{ eid: campaign }],
    },
  });
  const { data, errors } = await answerTo(
    service,
    `query ($missing: String!, $shop: String!) { build campaign { byEID(campaign: $missing) { eid } }
       advertisable { byEID(advertisable: $shop) { name campaigns { eid } } } }`,
    { missing: testEid("missing"), shop: advertisable },
  );
  expect(data).toEqual({ build: expect.any(String), campaign: { byEID: null }, advertisable: { byEID: null } });
  const told = errors?.toSorted((a, b) => String(a.path).localeCompare(String(b.path)));
  expect(told).toMatchObject([
    { ...AWAY, path: ["advertisable", "byEID", "campaigns"] },
    { ...AWAY, path: ["campaign", "byEID"] },
  ]);
});

test("without the area of reports, everything but metrics stands", async () => {
  await service.areas.servers.get("reporting")?.close();
  const { campaign, advertisable } = service.world.granted;
  const { data, errors } = await answerTo(
    service,
    `query ($campaign: String!, $shop: String!) { user { advertisables { eid } }
       campaign { byEIDs(campaigns: [$campaign]) { name metrics(pastDays: 2) { summary { cost } } } }
       advertisable { byEID(advertisable: $shop) { name ads { name } } } }`,
    { campaign, shop: advertisable },
  );
  expect(data).toEqual({
    user: { advertisables: expect.arrayContaining([{ eid: advertisable }]) },
    campaign: { byEIDs: [null] },
    advertisable: { byEID: { name: "Granted", ads: [{ name: "Granted ad" }] } },
  });
  expect(errors).toMatchObject([{ ...AWAY, path: ["campaign", "byEIDs", 0, "metrics"] }]);
  expect(JSON.stringify(errors)).not.toMatch(/127\.0\.0\.1|localhost|ECONN/);
});
