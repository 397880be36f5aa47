import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { owner } = service.db;
  const { advertisable, campaign, adGroup, ad } = service.world.granted;
  await owner.query(
    "create table reporting.delivery_2023_08 partition of reporting.delivery for values from ('2023-08-01') to ('2023-09-01')",
  );
  // As a load keeps them.
  for (const [domain, impressions] of [
    ["known.example", 1],
    ["xn--bcher-kva.example", 20],
    ["www.com", 300],
  ])
    await owner.query(
      `insert into reporting.delivery values ($1, '2023-08-15', $2, $3, $4, 'n', 's', $5, 'USD', $6, 0, 0, 0, 0)`,
      [advertisable, campaign, adGroup, ad, domain, impressions],
    );
});
afterAll(async () => await service.close());

test.each([
  ["known.example", 1],
  ["WWW.Known.example.", 1],
  ["bücher.example", 20],
  ["xn--bcher-kva.example", 20],
  ["www.com", 300],
  ["known.example,Bücher.example", 21],
  ["no domain", 0],
])("deliveries on %s are those that were loaded under it", async (domains, impressions) => {
  const query = {
    advertisable_eid: service.world.granted.advertisable,
    breakdowns: "summary",
    start_date: "2023-08-01",
    end_date: "2023-09-01",
  };
  for (const path of ["domain", "domain/ad", "domain/adgroup"]) {
    const url = `/reportsvc/v1/deliveries/${path}`;
    const summary = { results: { summary: { impressions } } };
    const search = new URLSearchParams({ ...query, domains });
    expect(await service.request({ as: "granted", url: `${url}?${search}` })).toMatchObject({ json: summary });
    const payload = { ...query, breakdowns: ["summary"], domains: domains.split(",") };
    expect(await service.request({ as: "granted", method: "POST", url, payload })).toMatchObject({ json: summary });
  }
});
