import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eachDay } from "../../lib/date-range.js";
import { generateEvents, type GeneratedFile } from "../../subgraphs/reporting/generated-events.js";
import { loadFile } from "../kit/facts.js";
import { answerTo, dataOf } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, BETA, create, testEid, userEid } from "../kit/world.js";

/** What clients of such a query ask: the shapes of their documents, and that the numbers are those of /reportsvc. */
let service: TestService;
let shop: string;
let segment: string;

const DAYS = { start: "2024-02-01", end: "2024-03-12" };

beforeAll(async () => {
  service = await startService({ now: "2024-03-12T12:00:00Z" });
  shop = service.world.granted.advertisable;
  const files: Record<GeneratedFile, string> = { touchpoints: "", conversions: "", deliveries: "" };
  for (const { file, text } of generateEvents({ events: 3_000, days: 40, end: DAYS.end, seed: 5 })) files[file] += text;
  for (const file of ["deliveries", "touchpoints", "conversions"] as const) {
    const options = file === "conversions" ? [] : ["--create-entities"];
    expect((await loadFile(service, file, shop, files[file].trimEnd().split("\n"), options)).loaded).toBe(true);
  }
  segment = await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", {
    advertisableEid: shop,
    name: "Visitors",
    type: "USER_EVENTS",
    duration: 30,
    conversionValue: "2.50",
  });
  await loadFile(service, "segment-memberships", shop, [
    "date,segment,cookie",
    `2024-01-02,${segment},old`,
    `2024-03-01,${segment},ann`,
    `2024-03-05,${segment},ann`,
    `2024-03-06,${segment},bob`,
  ]);
  await loadFile(service, "site-visits", shop, [
    "date,visitor,pageViews,revenue",
    "2024-03-01,ann,3,10.50",
    "2024-03-01,bob,1,0",
    "2024-03-02,ann,1,1",
  ]);
  await service.db.owner.query("update entities.ad_group set positive_segments = $2 where advertisable_eid = $1", [
    shop,
    [segment],
  ]);
});
afterAll(async () => await service.close());

interface Row {
  date: string | null;
  [metric: string]: number | string | null;
}

interface Result {
  summary: Row;
  byDate: Row[];
}

interface Noun {
  eid: string;
  name: string;
  metrics: Result;
}

async function reportService(path: string, parameters: Record<string, string>): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({
    advertisable_eid: shop,
    start_date: DAYS.start,
    end_date: DAYS.end,
    ...parameters,
  });
  const answer = await service.request({ as: "admin", method: "GET", url: `/reportsvc/v1/${path}?${query}` });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return (answer.json as { results: Record<string, unknown> }).results;
}

interface LegacyRow {
  entity?: string;
  date?: string;
  impressions: number;
  clicks: number;
  cost: number;
  click_throughs: number;
  view_throughs: number;
  click_revenue: number;
  view_revenue: number;
}

describe("the numbers are those of /reportsvc", () => {
  const LEVELS = [
    { level: "advertisable", path: "advertisable { byEID(advertisable: $shop) { ...Numbers } }" },
    { level: "campaign", path: "campaign { byAdvertisable(advertisable: $shop) { ...Numbers } }" },
    { level: "adgroup", path: "adgroup { byAdvertisable(advertisable: $shop) { ...Numbers } }" },
    { level: "ad", path: "ad { byAdvertisable(advertisable: $shop) { ...Numbers } }" },
  ] as const;
  const TYPES = { advertisable: "Advertisable", campaign: "Campaign", adgroup: "Adgroup", ad: "Ad" };

  for (const { level, path } of LEVELS)
    for (const currency of ["USD", "EUR", "JPY"])
      test(`by ${level}, in ${currency}`, async () => {
        const data = await dataOf<Record<string, Record<string, Noun | Noun[]>>>(
          service,
          `query ($shop: String!, $start: Date!, $end: Date!, $currency: String) { ${path} }
           fragment Numbers on ${TYPES[level]} { eid metrics(start: $start, end: $end, currency: $currency) { summary { ...Row } byDate { date ...Row } } }
           fragment Row on Metrics { impressions clicks cost clickThroughs viewThroughs clickRevenue viewRevenue }`,
          { shop, currency, ...DAYS },
        );
        const found = Object.values(data[level] ?? {}).flat();
        const breakdowns = "entity,date,summary";
        const delivered = await reportService(`deliveries/${level}`, { breakdowns, currency });
        const attributed = await reportService(`attributions/${level}`, { breakdowns, currency });
        const rows = new Map<string, Partial<LegacyRow>>();
        for (const { entity = "", ...row } of [delivered["entity"], attributed["entity"]].flat() as LegacyRow[])
          rows.set(entity, { ...rows.get(entity), ...row });
        // What was never shown is in no report; here it is asked for, and has zeros.
        for (const { eid, metrics } of found)
          expect([eid, metrics.summary]).toEqual([eid, inNewWords(rows.get(eid) ?? {})]);
        expect([...rows.keys()].filter((eid) => !found.some((each) => each.eid === eid))).toEqual([]);
        expect(rows.size).toBeGreaterThan(0);

        const days = new Map<string, Partial<LegacyRow>>();
        for (const { date = "", ...row } of [delivered["date"], attributed["date"]].flat() as LegacyRow[])
          days.set(date, { ...days.get(date), ...row });
        expect(found[0]?.metrics.byDate.map(({ date }) => date)).toEqual(eachDay(DAYS));
        for (const date of eachDay(DAYS)) {
          const impressions = found.map(
            (each) => each.metrics.byDate.find((row) => row.date === date)?.["impressions"],
          );
          expect([date, impressions.reduce<number>((sum, each) => sum + Number(each), 0)]).toEqual([
            date,
            days.get(date)?.impressions ?? 0,
          ]);
        }
        if (level === "advertisable")
          for (const { date, ...row } of found[0]?.metrics.byDate ?? [])
            expect([date, row]).toEqual([date, inNewWords(days.get(date ?? "") ?? {})]);
      });

  function inNewWords(row: Partial<LegacyRow>) {
    return {
      impressions: row.impressions ?? 0,
      clicks: row.clicks ?? 0,
      cost: row.cost ?? 0,
      clickThroughs: row.click_throughs ?? 0,
      viewThroughs: row.view_throughs ?? 0,
      clickRevenue: row.click_revenue ?? 0,
      viewRevenue: row.view_revenue ?? 0,
    };
  }
});

describe("shapes of queries", () => {
  test("everything of the signed-in user down to metrics by date, with fragments and variables", async () => {
    const data = await dataOf<{
      user: Noun & { role: string; organization: string; advertisables: (Noun & { campaigns: Noun[] })[] };
    }>(
      service,
      `query Everything($start: Date, $end: Date, $withDays: Boolean!) {
        user { eid email name role organization locale defaultTimezone advertisables { ...Shop } }
      }
      fragment Shop on Advertisable { eid name organization status isActive currency url createdDate
        clickThroughConversionWindow viewThroughConversionWindow
        campaigns { ...Budget } }
      fragment Budget on Campaign { eid name status budget type channel metrics(start: $start, end: $end) { ...Numbers } }
      fragment Numbers on MetricResult { summary { ...Row } byDate @include(if: $withDays) { date ...Row } }
      fragment Row on Metrics { impressions clicks cost ctr cpc cpm conversions revenue roas }`,
      { start: "2024-03-01", end: "2024-03-08", withDays: true },
    );
    expect(data.user).toMatchObject({
      eid: userEid("admin"),
      email: "admin@example.test",
      name: "First Last",
      role: "admin",
      organization: ALPHA,
      locale: "en-US",
      defaultTimezone: "UTC",
    });
    expect(data.user.advertisables.map(({ eid }) => eid).toSorted()).toEqual(
      [shop, service.world.other.advertisable].toSorted(),
    );
    const campaigns = data.user.advertisables.find(({ eid }) => eid === shop)?.campaigns ?? [];
    expect(campaigns.length).toBeGreaterThan(1);
    for (const { metrics } of campaigns) {
      expect(metrics.byDate.map(({ date }) => date)).toEqual(eachDay({ start: "2024-03-01", end: "2024-03-08" }));
      expect(metrics.byDate.reduce((sum, row) => sum + Number(row["impressions"]), 0)).toBe(
        metrics.summary["impressions"],
      );
      expect(metrics.summary.date).toBeUndefined();
    }
    const { advertisables } = (
      await dataOf<{ user: { advertisables: { eid: string }[] } }>(
        service,
        "{ user { advertisables { eid } } }",
        {},
        "granted",
      )
    ).user;
    expect(advertisables.map(({ eid }) => eid)).toEqual([shop]);
  });

  test("lists by EIDs, with null in the place of what is missing, foreign or no EID", async () => {
    const {
      campaign,
      adgroup,
      ad,
      advertisable,
      organization,
      segment: segments,
    } = await dataOf<Record<string, { byEIDs: ({ eid: string } | null)[] }>>(
      service,
      `query ($campaigns: [String!]!, $adgroups: [String!]!, $ads: [String!]!, $shops: [String!]!, $organizations: [String!]!, $segments: [String!]!) {
        campaign { byEIDs(campaigns: $campaigns) { eid } }
        adgroup { byEIDs(adgroups: $adgroups) { eid } }
        ad { byEIDs(ads: $ads) { eid } }
        advertisable { byEIDs(advertisables: $shops) { eid } }
        organization { byEIDs(organizations: $organizations) { eid } }
        segment { byEIDs(segments: $segments) { eid } }
      }`,
      {
        campaigns: lookedUp("campaign"),
        adgroups: lookedUp("adGroup"),
        ads: lookedUp("ad"),
        shops: lookedUp("advertisable"),
        organizations: [ALPHA, BETA, ALPHA],
        segments: [testEid("nowhere"), segment],
      },
    );
    for (const [noun, found] of [
      ["campaign", campaign],
      ["adGroup", adgroup],
      ["ad", ad],
      ["advertisable", advertisable],
    ] as const) {
      const expected = lookedUp(noun).map((eid, index) => ([0, 3, 4].includes(index) ? { eid } : null));
      expect([noun, found?.byEIDs]).toEqual([noun, expected]);
    }
    expect(organization?.byEIDs).toEqual([{ eid: ALPHA }, null, { eid: ALPHA }]);
    expect(segments?.byEIDs).toEqual([null, { eid: segment }]);
  });

  function lookedUp(noun: "campaign" | "adGroup" | "ad" | "advertisable"): string[] {
    const { granted, other, foreign } = service.world;
    return [granted[noun], testEid("missing"), foreign[noun], other[noun], granted[noun], "no EID"];
  }

  test("campaigns with audiences and their sizes", async () => {
    const { campaign } = await dataOf<{
      campaign: { byAdvertisable: { audiences: unknown[]; adgroups: { audiences: unknown[] }[] }[] };
    }>(
      service,
      `query ($shop: String!) { campaign { byAdvertisable(advertisable: $shop) {
        audiences { ...Sized } adgroups { audiences { eid } }
      } } }
      fragment Sized on Audience { eid advertisable name type duration isActive isConversion conversionValue
        metrics(start: "2024-03-03", end: "2024-03-12") { summary { audienceSizeCurrent audienceSizeNew audienceSizeTotal } } }`,
      { shop },
    );
    expect(campaign.byAdvertisable.length).toBeGreaterThan(1);
    for (const each of campaign.byAdvertisable) {
      expect(each.audiences).toEqual([
        {
          eid: segment,
          advertisable: shop,
          name: "Visitors",
          type: "user_events",
          duration: 30,
          isActive: true,
          isConversion: false,
          conversionValue: 2.5,
          metrics: { summary: { audienceSizeCurrent: 2, audienceSizeNew: 1, audienceSizeTotal: 3 } },
        },
      ]);
      for (const { audiences } of each.adgroups) expect(audiences).toEqual([{ eid: segment }]);
    }
    const legacy = await reportService("userlists/segment", {
      breakdowns: "summary",
      segment_eids: segment,
      durations: "30",
      start_date: "2024-03-03",
      end_date: "2024-03-12",
    });
    expect(legacy["summary"]).toMatchObject({ current_visitors: 2, new_visitors: 1, total_visitors: 3 });
  });

  test("one advertisable by its EID, its lists filtered", async () => {
    const { campaign: paused, adGroup, ad } = service.world.other;
    const { owner } = service.db;
    await owner.query("update entities.campaign set status = 'PAUSED', is_social = true where eid = $1", [paused]);
    await owner.query("update entities.ad set is_active = false where eid = $1", [ad]);
    const { advertisable } = await dataOf<{
      advertisable: { byEID: Record<string, { eid: string; status?: string }[]> };
    }>(
      service,
      `query ($shop: String!) { advertisable { byEID(advertisable: $shop) {
        paused: campaigns(statuses: ["paused"]) { eid status actualStatusString channel }
        running: campaigns(statuses: ["running", "ended"]) { eid }
        others: campaigns(excludeStatuses: ["paused"]) { eid }
        social: campaigns(channels: ["social"], types: ["prospecting"]) { eid }
        retargeting: campaigns(types: ["retargeting"]) { eid }
        adgroups(isActive: null) { eid campaign adType }
        ads { eid }
        deleted: ads(isActive: false) { eid status isActive }
        all: ads(isActive: null) { eid }
        emails { eid }
        segments { eid }
      } } }`,
      { shop: service.world.other.advertisable },
    );
    expect(advertisable.byEID).toEqual({
      paused: [{ eid: paused, status: "paused", actualStatusString: "paused", channel: "social" }],
      running: [],
      others: [],
      social: [{ eid: paused }],
      retargeting: [],
      adgroups: [{ eid: adGroup, campaign: paused, adType: expect.any(String) }],
      ads: [],
      deleted: [{ eid: ad, status: "deleted", isActive: false }],
      all: [{ eid: ad }],
      emails: [],
      segments: [],
    });
    // A deleted one is found by its EID.
    expect(await dataOf(service, "query ($ad: String!) { ad { byEID(ad: $ad) { eid } } }", { ad })).toEqual({
      ad: { byEID: { eid: ad } },
    });
    const { errors } = await answerTo(
      service,
      `query ($shop: String!) { campaign { byAdvertisable(advertisable: $shop, statuses: ["going"]) { eid } } }`,
      { shop },
    );
    expect(errors?.[0]).toMatchObject({
      message: "statuses can hold running, ended, paused, review, draft, rejected, deleted only.",
      path: ["campaign", "byAdvertisable"],
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  test("a fragment that is reused at three levels", async () => {
    const { advertisable } = await dataOf<{
      advertisable: { byEID: Noun & { campaigns: (Noun & { adgroups: Noun[] })[] } };
    }>(
      service,
      `query ($shop: String!) { advertisable { byEID(advertisable: $shop) {
        metrics(pastDays: 30) { ...Numbers } campaigns { metrics(pastDays: 30) { ...Numbers } adgroups { metrics(pastDays: 30) { ...Numbers } } }
      } } }
      fragment Numbers on MetricResult { summary { impressions clicks cost } }`,
      { shop },
    );
    const { metrics, campaigns } = advertisable.byEID;
    const total = (all: { metrics: Result }[]): number =>
      all.reduce((sum, each) => sum + Number(each.metrics.summary["impressions"]), 0);
    expect(metrics.summary["impressions"]).toBeGreaterThan(0);
    expect(total(campaigns)).toBe(metrics.summary["impressions"]);
    expect(total(campaigns.flatMap(({ adgroups }) => adgroups))).toBe(metrics.summary["impressions"]);
  });

  test("ad groups with their ads, and where each belongs", async () => {
    const { campaign, adGroup, ad, advertisable } = service.world.granted;
    const data = await dataOf(
      service,
      `query ($adgroup: String!, $campaign: String!, $ad: String!) {
        adgroup { byEID(adgroup: $adgroup) { eid campaign advertisable ads { eid advertisable } }
          byCampaign(campaign: $campaign) { eid } }
        ad { byAdgroup(adgroup: $adgroup) { eid } byEID(ad: $ad) { adFormat destinationURL originalAd callToAction type } }
      }`,
      { adgroup: adGroup, campaign, ad },
    );
    expect(data).toEqual({
      adgroup: {
        byEID: { eid: adGroup, campaign, advertisable, ads: [{ eid: ad, advertisable }] },
        byCampaign: [{ eid: adGroup }],
      },
      ad: {
        byAdgroup: [{ eid: ad }],
        byEID: {
          adFormat: null,
          destinationURL: "https://example.test/",
          originalAd: null,
          callToAction: null,
          type: expect.any(String),
        },
      },
    });
  });

  test("a foreign object is null or left out, and nothing tells it from a missing one", async () => {
    const { foreign } = service.world;
    const ask = async (eids: Record<string, string>): Promise<unknown> =>
      await answerTo(
        service,
        `query ($advertisable: String!, $campaign: String!, $adgroup: String!, $ad: String!, $organization: String!) {
          advertisable { byEID(advertisable: $advertisable) { eid name metrics { summary { cost } } } byOrganization(organization: $organization) { eid } }
          campaign { byEID(campaign: $campaign) { eid } byAdvertisable(advertisable: $advertisable) { eid } byOrganization(organization: $organization) { eid } }
          adgroup { byEID(adgroup: $adgroup) { eid } byCampaign(campaign: $campaign) { eid } }
          ad { byEID(ad: $ad) { eid } byAdgroup(adgroup: $adgroup) { eid } }
          segment { byAdvertisable(advertisable: $advertisable) { eid } }
          organization { byEID(organization: $organization) { eid } }
          accountMetrics { summary(advertisable: $advertisable) { domain } }
        }`,
        eids,
      );
    const { advertisable, campaign, adGroup: adgroup, ad } = foreign;
    const answer = await ask({ advertisable, campaign, adgroup, ad, organization: BETA });
    const missing = testEid("missing");
    expect(answer).toEqual(
      await ask({ advertisable: missing, campaign: missing, adgroup: missing, ad: missing, organization: missing }),
    );
    expect(answer).toEqual({
      data: {
        advertisable: { byEID: null, byOrganization: [] },
        campaign: { byEID: null, byAdvertisable: [], byOrganization: [] },
        adgroup: { byEID: null, byCampaign: [] },
        ad: { byEID: null, byAdgroup: [] },
        segment: { byAdvertisable: [] },
        organization: { byEID: null },
        accountMetrics: { summary: null },
      },
    });
  });

  test("e-mail campaigns are campaigns too, with their e-mails", async () => {
    const { advertisable } = service.world.other;
    const [campaign, first, second] = ["emailcampaign", "emailtwo", "emailone"].map(testEid);
    await service.db.owner.query(
      `insert into email.email_campaign values ($1, $2, 'Drip', 'RUNNING', null, '2024-01-01T10:00:00Z', '2024-12-31T10:00:00Z', null, null, null, now(), now())`,
      [advertisable, campaign],
    );
    for (const [index, eid] of [first, second].entries())
      await service.db.owner.query(
        `insert into email.email (advertisable_eid, eid, campaign_eid, position, email_subject, delay_hours, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 1, now(), now())`,
        [advertisable, eid, campaign, index + 1, `Mail ${index + 1}`],
      );
    await service.db.owner.query(
      `insert into email.email_day (advertisable_eid, email_eid, day, campaign_eid, sends, failures, opens, clicks, unsubscribes)
       select $1, email, day::date, $2, sends, 0, opens, clicks, 0 from (values
         ($3, '2023-08-01', 10, 4, 1), ($4, '2023-08-01', 5, 0, 0), ($4, '2023-08-03', 7, 3, 2), ($4, '2023-08-04', 100, 100, 100)
       ) d (email, day, sends, opens, clicks)`,
      [advertisable, campaign, first, second],
    );
    const data = await dataOf<Record<string, Record<string, unknown>>>(
      service,
      `query ($shop: String!, $campaign: String!, $email: String!) {
        campaign {
          byAdvertisable(advertisable: $shop, channels: ["email"]) { eid name status channel type budget startDate endDate emails { eid } audiences { eid }
            metrics(start: "2023-08-01", end: "2023-08-04") { summary { cost sends emailSends emailClicks ctr } byDate { date sends opens } } }
          byEID(campaign: $campaign) { advertisable actualStatusString }
          web: byAdvertisable(advertisable: $shop, channels: ["web", "social"]) { channel metrics(start: "2023-08-01", end: "2023-08-04") { summary { sends emailSends } } }
          metricsTotal { sends emailOpens }
        }
        advertisable { byEID(advertisable: $shop) { campaigns(channels: ["email"], statuses: ["running"]) { eid } emails { eid }
          metrics(start: "2023-08-01", end: "2023-08-04") { summary { sends emailOpens impressions } byDate { date emailSends cost } } } }
        email { byEID(email: $email) { advertisable campaign subject metrics(start: "2023-08-03", end: "2023-08-04") { summary { sends emailSends impressions } byDate { date sends emailClicks } } } byCampaign(campaign: $campaign) { eid }
          byEIDs(emails: [$campaign, $email]) { eid } byAdvertisable(advertisable: $shop) { eid } metricsTotal { emailSends } }
      }`,
      { shop: advertisable, campaign, email: second },
    );
    const both = [{ eid: first }, { eid: second }];
    expect(data["campaign"]).toEqual({
      byAdvertisable: [
        {
          eid: campaign,
          name: "Drip",
          status: "running",
          channel: "email",
          type: "retargeting",
          budget: null,
          startDate: "2024-01-01",
          endDate: "2025-01-01",
          emails: both,
          audiences: [],
          metrics: {
            summary: { cost: 0, sends: 22, emailSends: 22, emailClicks: 3, ctr: null },
            byDate: [
              { date: "2023-08-01", sends: 15, opens: 4 },
              { date: "2023-08-02", sends: 0, opens: 0 },
              { date: "2023-08-03", sends: 7, opens: 3 },
            ],
          },
        },
      ],
      byEID: { advertisable, actualStatusString: "running" },
      web: [{ channel: expect.stringMatching(/^(web|social)$/), metrics: { summary: { sends: null, emailSends: 0 } } }],
      metricsTotal: { sends: 22, emailOpens: 7 },
    });
    expect(data["advertisable"]).toEqual({
      byEID: {
        campaigns: [{ eid: campaign }],
        emails: both,
        metrics: {
          summary: { sends: 22, emailOpens: 7, impressions: 0 },
          byDate: [
            { date: "2023-08-01", emailSends: 15, cost: 0 },
            { date: "2023-08-02", emailSends: 0, cost: 0 },
            { date: "2023-08-03", emailSends: 7, cost: 0 },
          ],
        },
      },
    });
    expect(data["email"]).toEqual({
      byEID: {
        advertisable,
        campaign,
        subject: "Mail 2",
        metrics: {
          summary: { sends: 7, emailSends: 7, impressions: null },
          byDate: [{ date: "2023-08-03", sends: 7, emailClicks: 2 }],
        },
      },
      byCampaign: both,
      byEIDs: [null, { eid: second }],
      byAdvertisable: both,
      metricsTotal: { emailSends: 7 },
    });
  });

  test("organizations, flags, requestId and build", async () => {
    const answer = await dataOf<Record<string, unknown>>(
      service,
      `query ($organization: String!, $shop: String!) { organization { current { eid name createdDate advertisables { eid } } }
        advertisable { byOrganization(organization: $organization) { eid } forUser { eid } }
        campaign { byOrganization(organization: $organization) { advertisable } }
        known: flags(names: ["universal_campaigns"]) unknown: flags(names: ["nothing"]) requestId build
        email { byEID(email: $shop) { eid } byEIDs(emails: [$shop]) { eid } byAdvertisable(advertisable: $shop) { eid } } }`,
      { organization: ALPHA, shop },
    );
    // Made at the same time, so that their EIDs say which is first.
    const both = [shop, service.world.other.advertisable].toSorted().map((eid) => ({ eid }));
    expect(answer).toMatchObject({
      organization: {
        current: { eid: ALPHA, name: "Alpha", createdDate: "2023-07-01T00:00:00+0000", advertisables: both },
      },
      advertisable: { byOrganization: both, forUser: both },
      known: true,
      unknown: false,
      build: expect.stringMatching(/^\d+\.\d+\.\d+/),
      requestId: expect.stringMatching(/^.{22}$/),
      email: { byEID: null, byEIDs: [null], byAdvertisable: [] },
    });
    const { byOrganization } = answer["campaign"] as { byOrganization: { advertisable: string }[] };
    expect(new Set(byOrganization.map(({ advertisable }) => advertisable)).size).toBe(2);
  });
});
