import { afterAll, beforeAll, expect, test } from "vitest";
import { answerTo, dataOf, postQuery, QUERY_PATH } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, APIKEY, BETA, testEid, type Tree, type UserName } from "../kit/world.js";

/** Who sees what through the old reporting query: its namespaces for each actor and target. */
let service: TestService;
const segments = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  for (const target of ["granted", "other", "foreign"] as const) {
    const { advertisable } = service.world[target];
    segments.set(advertisable, testEid(`segment${target}`));
    await service.db.owner.query(
      `insert into audience.segment (advertisable_eid, eid, name, type, duration, is_conversion, is_active, created_at, updated_at)
       values ($1, $2, 'S', 'CRM', 30, false, true, now(), now())`,
      [advertisable, segments.get(advertisable)],
    );
  }
});
afterAll(async () => await service.close());

type Target = "granted" | "other" | "foreign";

const SEES: Readonly<Record<Exclude<UserName, "revoked">, readonly Target[]>> = {
  ungranted: [],
  granted: ["granted"],
  admin: ["granted", "other"],
  foreign: ["foreign"],
  staff: ["granted", "other", "foreign"],
};

const QUERY = `query ($advertisable: String!, $campaign: String!, $adgroup: String!, $ad: String!, $segment: String!) {
  advertisable { byEID(advertisable: $advertisable) { eid metrics(pastDays: 1) { summary { cost } } } byEIDs(advertisables: [$advertisable]) { eid } }
  campaign { byEID(campaign: $campaign) { eid metrics(pastDays: 1) { summary { cost } } } byAdvertisable(advertisable: $advertisable) { eid } }
  adgroup { byEID(adgroup: $adgroup) { eid metrics(pastDays: 1) { summary { cost } } } byAdvertisable(advertisable: $advertisable) { eid } byCampaign(campaign: $campaign) { eid } }
  ad { byEID(ad: $ad) { eid metrics(pastDays: 1) { summary { cost } } } byAdvertisable(advertisable: $advertisable) { eid } byAdgroup(adgroup: $adgroup) { eid } }
  segment { byEID(segment: $segment) { eid } byAdvertisable(advertisable: $advertisable) { eid } }
  accountMetrics { summary(advertisable: $advertisable, pastDays: 1) { cost } }
}`;

function eidsOf({ advertisable, campaign, adGroup, ad }: Tree) {
  return { advertisable, campaign, adgroup: adGroup, ad, segment: segments.get(advertisable) ?? "" };
}

for (const [actor, sees] of Object.entries(SEES) as [keyof typeof SEES, readonly Target[]][])
  for (const target of ["granted", "other", "foreign"] as const)
    test(`${actor} ${sees.includes(target) ? "sees" : "does not see"} the advertisable ${target}`, async () => {
      const eids = eidsOf(service.world[target]);
      const isSeen = sees.includes(target);
      const measured = (eid: string): object | null => (isSeen ? { eid, metrics: { summary: { cost: 0 } } } : null);
      const one = (eid: string): object[] => (isSeen ? [{ eid }] : []);
      expect(await answerTo(service, QUERY, eids, actor)).toEqual({
        data: {
          advertisable: {
            byEID: measured(eids.advertisable),
            byEIDs: [isSeen ? { eid: eids.advertisable } : null],
          },
          campaign: { byEID: measured(eids.campaign), byAdvertisable: one(eids.campaign) },
          adgroup: {
            byEID: measured(eids.adgroup),
            byAdvertisable: one(eids.adgroup),
            byCampaign: one(eids.adgroup),
          },
          ad: { byEID: measured(eids.ad), byAdvertisable: one(eids.ad), byAdgroup: one(eids.ad) },
          segment: { byEID: isSeen ? { eid: eids.segment } : null, byAdvertisable: one(eids.segment) },
          accountMetrics: { summary: isSeen ? [] : null },
        },
      });
    });

test("each sees their own organization and advertisables, staff all advertisables", async () => {
  const query = `query ($both: [String!]!) {
    user { organization advertisables { eid } } organization { current { eid } byEIDs(organizations: $both) { eid } } advertisable { forUser { eid } }
  }`;
  for (const [actor, sees] of Object.entries(SEES) as [keyof typeof SEES, readonly Target[]][]) {
    const own = actor === "foreign" ? BETA : ALPHA;
    const data = await dataOf<{
      user: { organization: string; advertisables: { eid: string }[] };
      organization: { current: { eid: string }; byEIDs: ({ eid: string } | null)[] };
      advertisable: { forUser: { eid: string }[] };
    }>(service, query, { both: [ALPHA, BETA] }, actor);
    const expected = sees.map((target) => service.world[target].advertisable).toSorted();
    expect([actor, data.user.advertisables.map(({ eid }) => eid).toSorted()]).toEqual([actor, expected]);
    expect(data.advertisable.forUser.map(({ eid }) => eid).toSorted()).toEqual(expected);
    expect([data.user.organization, data.organization.current.eid]).toEqual([own, own]);
    const seen = data.organization.byEIDs.map((each) => each?.eid ?? null);
    expect([actor, seen]).toEqual([
      actor,
      actor === "staff" ? [ALPHA, BETA] : [ALPHA, BETA].map((eid) => (eid === own ? eid : null)),
    ]);
  }
});

test("strangers are not let in, and learn nothing of what is wrong with their query", async () => {
  const url = `${QUERY_PATH}?apikey=${APIKEY}`;
  for (const [what, options] of [
    ["no credentials", { url: QUERY_PATH }],
    ["an apikey alone", { url }],
    ["an unknown token", { url, headers: { authorization: "Token nothing" } }],
    ["no apikey", { url: QUERY_PATH, headers: { authorization: `Token ${service.world.tokens.admin}` } }],
  ] as const) {
    const answer = await service.request({ method: "POST", payload: { query: "{ nothing" }, ...options });
    expect([what, answer.status, answer.headers["www-authenticate"] !== undefined]).toEqual([what, 401, true]);
    expect(answer.json).toEqual({
      errors: [{ code: expect.stringMatching(/^apiproxy:/), message: expect.any(String) }],
    });
  }
  expect((await postQuery(service, { query: "{ build }" }, "revoked")).status).toBe(401);
});
