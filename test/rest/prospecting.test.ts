import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  callProspecting,
  CALIFORNIA,
  createProspectingTree,
  NEW_YORK_METRO,
  optIn,
  type ProspectingTree,
  US,
} from "../kit/prospecting.js";
import { type Answer, startService, type TestService } from "../kit/service.js";
import type { Tree } from "../kit/world.js";

/** What each operation of /prospecting answers when all is well (document 2, part C; decisions, section 6). */
let service: TestService;
let tree: Tree;
let own: ProspectingTree;
beforeAll(async () => {
  service = await startService();
  tree = service.world.granted;
  own = await createProspectingTree(service, tree);
});
afterAll(async () => await service.close());

function resultsOf<T = Record<string, unknown>>(answer: Answer): T {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return (answer.json as { results: T }).results;
}

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
const EID = expect.stringMatching(/^[A-Z2-7]{22}$/);

async function newAdGroup(): Promise<string> {
  const answer = await callProspecting(service, "POST", `campaigns/${own.campaign}/adgroups`, { name: "One more" });
  return resultsOf<{ eid: string }>(answer).eid;
}

describe("campaigns", () => {
  test("a new one has every field, and what only staff may read is not there", async () => {
    const body = {
      name: "Autumn",
      start_date: "2023-10-01",
      end_date: "2023-10-31T00:00:00",
      weekly_budget: 70.5,
      currency_code: "EUR",
      kpi_metric: "CPA",
      kpi_goal: 12,
      frequency_cap: 3,
      contextual_targeting_categories: [{ category_id: 7, category_name: "Travel" }],
      user_status: "active",
      source: "planner",
    };
    const answer = await callProspecting(service, "POST", `advertisables/${tree.advertisable}/campaigns`, body);
    const created = resultsOf(answer);
    expect(created).toEqual({
      ...body,
      eid: EID,
      advertisable_eid: tree.advertisable,
      end_date: "2023-10-31",
      is_active: true,
      status: "admin_review",
      adgroups: [],
      created_at: INSTANT,
      updated_at: INSTANT,
    });
    const seen = await callProspecting(service, "GET", `campaigns/${String(created["eid"])}`, {}, "staff");
    expect(resultsOf(seen)).toEqual({ ...created, admin_status: "admin_review", admin_notes: null });
  });

  test("GET shows its ad groups, with everything that hangs on them", async () => {
    expect(resultsOf(await callProspecting(service, "GET", `campaigns/${own.campaign}`))).toMatchObject({
      eid: own.campaign,
      weekly_budget: 70,
      kpi_goal: null,
      adgroups: [
        {
          eid: own.adGroup,
          ads: [{ ad_eid: tree.ad }],
          audience: { eid: own.audience },
          geo_targets: [{ geo_eid: US }],
        },
      ],
    });
  });

  test("the list of an advertisable follows is_active, and a campaign that goes takes its ad groups with it", async () => {
    const path = `advertisables/${tree.advertisable}/campaigns`;
    const { eid } = resultsOf<{ eid: string }>(await callProspecting(service, "POST", path, { name: "Going" }));
    const group = resultsOf<{ eid: string }>(
      await callProspecting(service, "POST", `campaigns/${eid}/adgroups`, { name: "Going too" }),
    );
    const listed = async (fields: object): Promise<string[]> =>
      resultsOf<{ eid: string }[]>(await callProspecting(service, "GET", path, fields)).map((each) => each.eid);
    expect(await listed({})).toContain(eid);
    const gone = await callProspecting(service, "POST", `campaigns/${eid}`, { is_active: false });
    expect(resultsOf(gone)).toMatchObject({ is_active: false, status: "inactive", adgroups: [] });
    expect(await listed({})).not.toContain(eid);
    expect(await listed({ is_active: true })).not.toContain(eid);
    expect(await listed({ is_active: false })).toEqual([eid]);
    const all = await callProspecting(service, "GET", `campaigns/${eid}`);
    expect(resultsOf(all)).toMatchObject({ adgroups: [{ eid: group.eid, is_active: false, status: "inactive" }] });
    const active = await callProspecting(service, "GET", `campaigns/${eid}`, { active_adgroups_only: true });
    expect(resultsOf(active)).toMatchObject({ adgroups: [] });
    // Nothing comes into what is gone.
    const refused = await callProspecting(service, "POST", `adgroups/${group.eid}`, { is_active: true });
    expect([refused.status, refused.json]).toEqual([409, { code: 409, message: expect.stringContaining("inactive") }]);
    expect((await callProspecting(service, "POST", `campaigns/${eid}/adgroups`, { name: "Late" })).status).toBe(409);
    const flight = { start_date: "2024-01-01", end_date: "2024-01-02" };
    expect((await callProspecting(service, "POST", `adgroups/${group.eid}/flights`, flight)).status).toBe(409);
  });

  test("POST changes what is given, and null takes a value away", async () => {
    const path = `campaigns/${own.campaign}`;
    const set = { kpi_goal: "9.99", kpi_metric: "CPC", frequency_cap: 5, start_date: "2023-09-01", source: "x" };
    expect(resultsOf(await callProspecting(service, "POST", path, set))).toMatchObject({ ...set, kpi_goal: 9.99 });
    const taken = { kpi_goal: null, kpi_metric: null, frequency_cap: null, start_date: null, source: null };
    expect(resultsOf(await callProspecting(service, "POST", path, taken))).toMatchObject({
      ...taken,
      name: "New people",
      weekly_budget: 70,
    });
  });

  test("PATCH takes as many statements however many campaigns there are, also to take them away", async () => {
    const path = `advertisables/${tree.advertisable}/campaigns`;
    const eids: string[] = [];
    for (const name of ["A", "B", "C", "D"]) {
      const { eid } = resultsOf<{ eid: string }>(await callProspecting(service, "POST", path, { name }));
      await callProspecting(service, "POST", `campaigns/${eid}/adgroups`, { name });
      eids.push(eid);
    }
    const statementsOf = async (some: readonly string[]): Promise<number> => {
      const before = service.db.statements.length;
      const change = some.map((eid) => ({ eid, is_active: false, event_source: "sweep" }));
      resultsOf(await callProspecting(service, "PATCH", path, change));
      return service.db.statements.length - before;
    };
    expect(await statementsOf(eids.slice(1))).toBe(await statementsOf(eids.slice(0, 1)));
    for (const eid of eids) {
      const groups = await callProspecting(service, "GET", `campaigns/${eid}/adgroups`, { is_active: false });
      expect(resultsOf(groups)).toMatchObject([{ is_active: false }]);
    }
  });

  test("PATCH changes several campaigns, all or none, by a bare list or one object", async () => {
    const path = `advertisables/${tree.advertisable}/campaigns`;
    const { eid } = resultsOf<{ eid: string }>(await callProspecting(service, "POST", path, { name: "Second" }));
    const list = [
      { eid, frequency_cap: 2 },
      { eid: own.campaign, frequency_cap: 4 },
    ];
    expect(resultsOf(await callProspecting(service, "PATCH", path, list))).toMatchObject(list);
    expect(resultsOf(await callProspecting(service, "PATCH", path, { eid, frequency_cap: 9 }))).toMatchObject([
      { eid, frequency_cap: 9 },
    ]);
    const half = [
      { eid, frequency_cap: 1 },
      { eid: service.world.foreign.campaign, frequency_cap: 1 },
    ];
    expect((await callProspecting(service, "PATCH", path, half)).status).toBe(404);
    const bad = await callProspecting(service, "PATCH", path, [
      { eid, frequency_cap: 1 },
      { eid: own.campaign, frequency_cap: 0 },
    ]);
    expect([bad.status, bad.json]).toEqual([400, { code: 400, message: { frequency_cap: [expect.any(String)] } }]);
    expect(resultsOf(await callProspecting(service, "GET", `campaigns/${eid}`))).toMatchObject({ frequency_cap: 9 });
  });
});

describe("ad groups", () => {
  test("GET has every field of the document", async () => {
    const answer = await callProspecting(service, "GET", `adgroups/${own.adGroup}`);
    expect(resultsOf(answer)).toEqual({
      eid: own.adGroup,
      name: "Everywhere",
      advertisable_eid: tree.advertisable,
      campaign_eid: own.campaign,
      status: "paused",
      user_status: "paused",
      is_active: true,
      auto_audience: false,
      auto_geo_targets: false,
      attribute_targets_segment: null,
      attribute_targets: [],
      device_targets: {},
      ads: [
        {
          eid: EID,
          ad_eid: tree.ad,
          ad_eids: [tree.ad],
          adgroup_eid: own.adGroup,
          campaign_eid: own.campaign,
          campaign_name: "New people",
          advertisable_eid: tree.advertisable,
          is_active: true,
          status: "admin_review",
          user_status: "active",
        },
      ],
      segments: [
        {
          eid: EID,
          adgroup_eid: own.adGroup,
          segment_eid: own.segment,
          is_active: true,
          is_negative: false,
          segment_targeting_type: null,
          created_at: INSTANT,
          updated_at: INSTANT,
        },
      ],
      audience: {
        eid: own.audience,
        adgroup_eid: own.adGroup,
        source_segment_eid: own.segment,
        target_segment_eid: null,
        size: 1_000,
        created_at: INSTANT,
        updated_at: INSTANT,
      },
      geo_targets: [
        {
          geo_eid: US,
          geo_type: "country",
          name: "United States of America",
          operation: "include",
          country: {
            eid: US,
            geo_type: "country",
            name: "United States of America",
            code: "US",
            country: "United States of America",
            identifier: null,
            server_id: null,
            is_social_target: true,
          },
        },
      ],
      created_at: INSTANT,
      updated_at: INSTANT,
    });
  });

  test("POST sets everything, pauses and activates, and the answer of a GET may be sent back", async () => {
    const eid = await newAdGroup();
    const body = {
      name: "Set",
      user_status: "active",
      auto_audience: true,
      auto_geo_targets: true,
      attribute_targets_segment: "buyers",
      attribute_targets: [{ name: "age", options: [{ name: "18-24", target: true }] }],
      device_targets: { mobile: true, desktop: false },
      ads: [{ ad_eids: [tree.ad], is_active: true, user_status: "paused" }],
      segments: [{ segment_eid: own.segment, is_negative: true, segment_targeting_type: "lookalike" }],
      geo_targets: [{ eid: CALIFORNIA, geo_type: "region", operation: "exclude" }],
    };
    const set = resultsOf(await callProspecting(service, "POST", `adgroups/${eid}`, body));
    expect(set).toMatchObject({
      ...body,
      status: "active",
      ads: [{ ad_eid: tree.ad, user_status: "paused" }],
      geo_targets: [{ geo_eid: CALIFORNIA, operation: "exclude" }],
    });
    expect(resultsOf(await callProspecting(service, "POST", `adgroups/${eid}`, set))).toEqual(set);
    const paused = await callProspecting(service, "POST", `adgroups/${eid}`, { user_status: "paused" });
    expect(resultsOf(paused)).toMatchObject({ user_status: "paused", status: "paused", name: "Set" });
    const out = await callProspecting(service, "POST", `adgroups/${eid}`, {
      ads: [{ ad_eid: tree.ad, is_active: false }],
    });
    expect(resultsOf(out)).toMatchObject({ ads: [{ ad_eid: tree.ad, is_active: false, status: "inactive" }] });
  });

  test("those of a campaign are listed, a new one has what was given", async () => {
    const path = `campaigns/${own.campaign}/adgroups`;
    const created = resultsOf<{ eid: string }>(
      await callProspecting(service, "POST", path, { name: "With an ad", ads: [{ ad_eid: tree.ad }] }),
    );
    expect(created).toMatchObject({ name: "With an ad", status: "paused", ads: [{ ad_eid: tree.ad }], audience: null });
    const listed = resultsOf<{ eid: string }[]>(await callProspecting(service, "GET", path));
    expect(listed.map((each) => each.eid)).toEqual(expect.arrayContaining([own.adGroup, created.eid]));
  });
});

describe("audiences", () => {
  test("an ad group has none, then one, which changes", async () => {
    const eid = await newAdGroup();
    const path = `adgroups/${eid}/audience`;
    expect((await callProspecting(service, "GET", path)).status).toBe(404);
    const made = resultsOf<{ eid: string }>(await callProspecting(service, "POST", path, { size: 10 }));
    expect(made).toEqual({
      eid: EID,
      adgroup_eid: eid,
      source_segment_eid: null,
      target_segment_eid: null,
      size: 10,
      created_at: INSTANT,
      updated_at: INSTANT,
    });
    const again = await callProspecting(service, "POST", path, { size: 0, source_segment_eid: own.segment });
    expect(resultsOf(again)).toMatchObject({ eid: made.eid, size: 0, source_segment_eid: own.segment });
    const edited = await callProspecting(service, "POST", `audiences/${made.eid}`, {
      target_segment_eid: own.segment,
      source_segment_eid: null,
    });
    expect(resultsOf(edited)).toMatchObject({ size: 0, source_segment_eid: null, target_segment_eid: own.segment });
    expect(resultsOf(await callProspecting(service, "GET", path))).toEqual(
      resultsOf(await callProspecting(service, "GET", `audiences/${made.eid}`)),
    );
  });
});

describe("flights", () => {
  test("one is made, listed by its first day, changed and removed", async () => {
    const eid = await newAdGroup();
    const path = `adgroups/${eid}/flights`;
    const late = resultsOf<{ eid: string }>(
      await callProspecting(service, "POST", path, { start_date: "2024-02-01", end_date: "2024-02-29" }),
    );
    expect(late).toEqual({
      eid: EID,
      adgroup_eid: eid,
      start_date: "2024-02-01",
      end_date: "2024-02-29",
      created_at: INSTANT,
      updated_at: INSTANT,
    });
    // A single day, the one before.
    const early = await callProspecting(service, "POST", path, { start_date: "2024-01-31", end_date: "2024-01-31" });
    const days = resultsOf<{ start_date: string }[]>(await callProspecting(service, "GET", path));
    expect(days.map((flight) => flight.start_date)).toEqual(["2024-01-31", "2024-02-01"]);
    const moved = await callProspecting(service, "PUT", `flights/${late.eid}`, { end_date: "2024-03-01" });
    expect(resultsOf(moved)).toMatchObject({ start_date: "2024-02-01", end_date: "2024-03-01" });
    const gone = await callProspecting(service, "DELETE", `flights/${late.eid}`, { event_source: "cleaner" });
    expect(resultsOf(gone)).toMatchObject({ eid: late.eid, end_date: "2024-03-01" });
    expect(resultsOf(await callProspecting(service, "GET", path))).toEqual([resultsOf(early)]);
    expect((await callProspecting(service, "DELETE", `flights/${late.eid}`)).status).toBe(404);
    const { rows } = await service.db.owner.query<{ source: string }>(
      "select before ->> 'eventSource' as source from platform.audit_entry where noun_eid = $1 and after is null",
      [late.eid],
    );
    expect(rows).toEqual([{ source: "cleaner" }]);
  });

  test("a flight without a date, with the end first or over another one is refused by field, and stays out", async () => {
    const eid = await newAdGroup();
    const path = `adgroups/${eid}/flights`;
    const kept = resultsOf<{ eid: string }>(
      await callProspecting(service, "POST", path, { start_date: "2024-02-01", end_date: "2024-02-10" }),
    );
    const next = resultsOf<{ eid: string }>(
      await callProspecting(service, "POST", path, { start_date: "2024-02-11", end_date: "2024-02-20" }),
    );
    const overlap = ["The dates overlap another flight of the ad group."];
    const missing = (field: string): string[] => [`${field} is required.`];
    for (const [method, to, body, message] of [
      ["POST", path, {}, { start_date: missing("start_date"), end_date: missing("end_date") }],
      ["POST", path, { start_date: "2024-05-01" }, { end_date: missing("end_date") }],
      ["POST", path, { end_date: "2024-05-01" }, { start_date: missing("start_date") }],
      [
        "POST",
        path,
        { start_date: "2024-05-02", end_date: "2024-05-01" },
        { start_date: ["The first day must not be after the last one."] },
      ],
      ["POST", path, { start_date: "2024-02-10", end_date: "2024-02-10" }, { start_date: overlap, end_date: overlap }],
      ["POST", path, { start_date: "2024-01-01", end_date: "2024-12-31" }, { start_date: overlap, end_date: overlap }],
      ["PUT", `flights/${next.eid}`, { start_date: "2024-02-10" }, { start_date: overlap, end_date: overlap }],
      ["PUT", `flights/${next.eid}`, { end_date: null }, { end_date: missing("end_date") }],
      [
        "PUT",
        `flights/${next.eid}`,
        { end_date: "2024-01-01" },
        { start_date: ["The first day must not be after the last one."] },
      ],
      ["POST", path, { start_date: "2024-02-30", end_date: "2024-03-01" }, { start_date: [expect.any(String)] }],
    ] as const) {
      const answer = await callProspecting(service, method, to, body);
      expect([method, body, answer.status]).toEqual([method, body, 400]);
      const { code, message: said } = answer.json as { code: number; message: object };
      expect([body, code]).toEqual([body, 400]);
      expect(said).toEqual(message);
    }
    const left = resultsOf<object[]>(await callProspecting(service, "GET", path));
    expect(left).toEqual([kept, next]);
  });

  test("of 50 flights that overlap and come at once exactly one wins", async () => {
    const path = `adgroups/${await newAdGroup()}/flights`;
    const attempt = async (index: number): Promise<number> => {
      const day = String((index % 20) + 1).padStart(2, "0");
      const body = { start_date: `2024-03-${day}`, end_date: "2024-03-31" };
      // A busy database may ask to come again; what counts is the answer in the end.
      for (let turn = 0; turn < 100; turn += 1) {
        const { status } = await callProspecting(service, "POST", path, body);
        if (status !== 409 && status !== 503) return status;
      }
      return 0;
    };
    const statuses = await Promise.all(Array.from({ length: 50 }, async (_, index) => await attempt(index)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
    expect(resultsOf<object[]>(await callProspecting(service, "GET", path))).toHaveLength(1);
  });

  test("nor does the table itself take flights that overlap, whoever writes them", async () => {
    const { owner } = service.db;
    const insert = owner.query(
      `insert into prospecting.flight values ($1, $2, $3, '2023-09-30', '2023-10-10', 'ui', now(), now())`,
      [tree.advertisable, tree.advertisable.replace(/^../, "F_"), own.adGroup],
    );
    await expect(insert).rejects.toMatchObject({ code: "23P01", constraint: "flight_overlap" });
  });
});

describe("geo targets", () => {
  test("those of an ad group are added, changed and removed; the others stay", async () => {
    const eid = await newAdGroup();
    const path = `adgroups/${eid}/geo-targets`;
    expect(resultsOf(await callProspecting(service, "GET", path))).toEqual({ data: [], eid });
    const added = await callProspecting(service, "POST", path, [
      { eid: US, operation: "include" },
      { eid: CALIFORNIA, operation: "exclude" },
      { eid: NEW_YORK_METRO, operation: "include" },
    ]);
    expect(resultsOf(added)).toMatchObject({
      eid,
      data: [
        {
          geo_eid: CALIFORNIA,
          geo_type: "region",
          name: "California",
          operation: "exclude",
          region: { identifier: "US-CA", region: "US-CA", country: "United States of America", is_social_target: true },
        },
        {
          geo_eid: NEW_YORK_METRO,
          geo_type: "metro",
          metro: { identifier: 501, server_id: 501, boundaries: null, country_code: "US", is_social_target: false },
        },
        { geo_eid: US, geo_type: "country", country: { code: "US" } },
      ],
    });
    const changed = await callProspecting(service, "POST", path, [
      { eid: CALIFORNIA, operation: "include" },
      { eid: US, operation: "remove" },
    ]);
    expect(resultsOf(changed)).toMatchObject({
      data: [
        { geo_eid: CALIFORNIA, operation: "include" },
        { geo_eid: NEW_YORK_METRO, operation: "include" },
      ],
    });
    expect(resultsOf(await callProspecting(service, "GET", path))).toEqual(resultsOf(changed));
  });

  test("cities and postal codes are the other two kinds, and a place that is none is refused", async () => {
    const { eid } = resultsOf<{ eid: string }>(
      await callProspecting(service, "POST", `campaigns/${own.campaign}/adgroups`, { name: "Near" }),
    );
    const path = `adgroups/${eid}/geo-targets`;
    const { geolocations } = (await service.graphql(`{ geolocations(query: "Seattle", types: [CITY]) { eid } }`))
      .data as { geolocations: { eid: string }[] };
    const set = await callProspecting(service, "POST", path, [
      { eid: geolocations[0]?.eid, geo_type: "city", operation: "include" },
      { eid: "ZIP-US-98101".padEnd(22, "_"), geo_type: "postal_code", operation: "exclude" },
    ]);
    expect(resultsOf(set)).toMatchObject({
      data: [
        {
          geo_type: "postal_code",
          name: "98101",
          operation: "exclude",
          postal_code: { country_code: "US", identifier: 98_101, is_social_target: true, name: "98101" },
        },
        {
          geo_type: "city",
          name: "Seattle",
          city: { country_code: "US", region_code: "US-WA", identifier: expect.any(Number), name_localized: "Seattle" },
        },
      ],
    });
    const none = await callProspecting(service, "POST", path, [
      { eid: "DMA-999".padEnd(22, "_"), operation: "include" },
    ]);
    expect([none.status, none.json]).toEqual([
      404,
      { code: 404, message: expect.stringContaining("search the geolocations") },
    ]);
  });

  test("those of a campaign go to each of its active ad groups", async () => {
    const campaigns = `advertisables/${tree.advertisable}/campaigns`;
    const { eid } = resultsOf<{ eid: string }>(await callProspecting(service, "POST", campaigns, { name: "Places" }));
    const groups: string[] = [];
    for (const name of ["A", "B", "C"])
      groups.push(
        resultsOf<{ eid: string }>(await callProspecting(service, "POST", `campaigns/${eid}/adgroups`, { name })).eid,
      );
    await callProspecting(service, "POST", `adgroups/${groups[2]}`, { is_active: false });
    const path = `campaigns/${eid}/geo-targets`;
    const set = await callProspecting(service, "POST", path, [{ eid: US, operation: "include" }]);
    // It takes as many statements however many ad groups there are.
    const statementsOf = async (campaignEid: string): Promise<number> => {
      const before = service.db.statements.length;
      const change = [
        { eid: US, operation: "exclude" },
        { eid: CALIFORNIA, operation: "include" },
      ];
      await callProspecting(service, "POST", `campaigns/${campaignEid}/geo-targets`, change);
      return service.db.statements.length - before;
    };
    const single = resultsOf<{ eid: string }>(await callProspecting(service, "POST", campaigns, { name: "One" })).eid;
    await callProspecting(service, "POST", `campaigns/${single}/adgroups`, {
      name: "A",
      geo_targets: [{ eid: US, operation: "include" }],
    });
    expect(await statementsOf(eid)).toBe(await statementsOf(single));
    const back = [
      { eid: US, operation: "include" },
      { eid: CALIFORNIA, operation: "remove" },
    ];
    expect(resultsOf(await callProspecting(service, "POST", path, back))).toEqual(resultsOf(set));
    // Made in one instant of the test's clock, they come in the order of their EIDs.
    const active = groups.slice(0, 2).toSorted();
    expect(resultsOf(set)).toMatchObject(active.map((adgroup) => ({ adgroup, geotargets: [{ geo_eid: US }] })));
    expect(resultsOf(await callProspecting(service, "GET", path))).toEqual(resultsOf(set));
    expect(resultsOf(await callProspecting(service, "GET", `adgroups/${groups[2]}/geo-targets`))).toMatchObject({
      data: [],
    });
  });
});

test("settings begin empty, and are changed apart from each other", async () => {
  const path = `advertisables/${service.world.other.advertisable}/settings`;
  expect(resultsOf(await callProspecting(service, "GET", path))).toEqual({
    advertisable_eid: service.world.other.advertisable,
    opted_in: false,
    opted_at: null,
    contextual_targeting_categories: [],
    updated_at: null,
  });
  const categories = [{ category_id: 1, category_name: "News" }];
  // Also of ten who settle it at once for the first time, each may.
  const first = Array.from({ length: 10 }, async () =>
    callProspecting(service, "POST", path, { contextual_targeting_categories: categories }),
  );
  expect((await Promise.all(first)).map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
  const opted = await callProspecting(service, "POST", path, { opted_in: true });
  expect(resultsOf(opted)).toEqual({
    advertisable_eid: service.world.other.advertisable,
    opted_in: true,
    opted_at: INSTANT,
    contextual_targeting_categories: categories,
    updated_at: INSTANT,
  });
  await optIn(service, service.world.other.advertisable, false);
});
