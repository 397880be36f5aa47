import { afterAll, beforeAll, expect, test } from "vitest";
import { createCampaigns, dataOf } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";

/** Statements of questions that go from organizations down to ads: as many for one of everything as for hundreds. */
let service: TestService;

/** Advertisables of an organization, and how many campaigns each has of the web, and as many of e-mails. */
const SIZES = [
  { shops: 1, campaigns: 1 },
  { shops: 20, campaigns: 25 },
];
const worlds: { organization: string; shops: string[] }[] = [];

beforeAll(async () => {
  service = await startService();
  for (const [index, { shops, campaigns }] of SIZES.entries()) {
    const organization = `ORG${index}`.padEnd(22, "X");
    await service.db.owner.query(
      "insert into platform.organization (eid, name, created_at, updated_at) values ($1, 'O', now(), now())",
      [organization],
    );
    const eids: string[] = [];
    for (let shop = 0; shop < shops; shop += 1)
      eids.push(await createCampaigns(service, organization, `${index}N${shop}N`, campaigns));
    worlds.push({ organization, shops: eids });
  }
});
afterAll(async () => await service.close());

const RANGE = '(start: "2023-08-01", end: "2023-09-01")';
const SUMS = "{ summary { impressions cost conversions } }";
const MIXED = `a: metrics${RANGE} ${SUMS} b: metrics(pastDays: 7) ${SUMS} c: metrics(pastDays: 7, currency: "EUR") { byDate { cost } }
  d: metrics(pastDays: 7) { byDate { revenue } }`;
const SIZE = `metrics${RANGE} { summary { audienceSizeNew } } m: metrics(pastDays: 7) { summary { audienceSizeCurrent } }`;

const ofShops = (selection: string): string =>
  `query ($shops: [String!]!) { advertisable { byEIDs(advertisables: $shops) { ${selection} } } }`;

const QUESTIONS: Readonly<Record<string, string>> = {
  "five levels with metrics": `query ($organization: String!) { organization { byEID(organization: $organization) { advertisables { eid metrics${RANGE} ${SUMS}
    campaigns { eid metrics${RANGE} ${SUMS} adgroups { eid metrics${RANGE} ${SUMS} ads { eid metrics${RANGE} ${SUMS} } } } } } } }`,
  "five levels with the same metrics for different days and currencies": `query ($organization: String!) { organization { byEID(organization: $organization) { advertisables { ${MIXED}
    campaigns { ...OfCampaign adgroups { ...OfAdgroup ads { ...OfAd } } } } } } }
    fragment OfCampaign on Campaign { ${MIXED} } fragment OfAdgroup on Adgroup { ${MIXED} } fragment OfAd on Ad { ${MIXED} }`,
  "all campaigns of an organization, and their total": `query ($organization: String!) { campaign { byOrganization(organization: $organization) { eid metrics${RANGE} ${SUMS} } metricsTotal { cost } } }`,
  "all advertisables of an organization, and their total": `query ($organization: String!) { advertisable { byOrganization(organization: $organization) { metrics${RANGE} ${SUMS} }
    a: byOrganization(organization: $organization) { name } metricsTotal { impressions } } }`,
  "every list of advertisables":
    ofShops(`campaigns { metrics${RANGE} ${SUMS} } adgroups { metrics${RANGE} ${SUMS} } ads { metrics${RANGE} ${SUMS} }
    emails { metrics${RANGE} { summary { sends } } } segments { ${SIZE} }`),
  "lists by several filters":
    ofShops(`a: campaigns(statuses: ["running"]) { metrics${RANGE} ${SUMS} } b: campaigns(isActive: null) { metrics${RANGE} ${SUMS} }
    c: campaigns(isActive: false) { metrics${RANGE} ${SUMS} }`),
  "audiences and their sizes": ofShops(`campaigns { audiences { name ${SIZE} } adgroups { audiences { ${SIZE} } } }`),
  "visitors of sites, and mails": ofShops(
    `metrics${RANGE} { summary { siteVisitors sends } byDate { siteVisitors emailOpens } }`,
  ),
  "deliveries by domain": ofShops(`metrics${RANGE} { byDomain { domain cost } }`),
  "conversions by country": ofShops(`campaigns { metrics${RANGE} { byCountry { country revenue } } }`),
  "conversions by audience": ofShops(`conversions${RANGE} { byAudience { name conversions } }`),
  "single conversions": ofShops(`granularConversions${RANGE} { conversionGuid }`),
};

test.each(Object.entries(QUESTIONS))("%s", async (_what, query) => {
  const { statements } = service.db;
  const counts: number[] = [];
  // The first request of an operation may do what none does again.
  for (const world of [worlds[0], ...worlds]) {
    const before = statements.length;
    await dataOf(service, query, world, "staff");
    counts.push(statements.length - before);
  }
  expect(counts[2]).toBe(counts[1]);
});
