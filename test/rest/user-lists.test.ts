import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, eachDay } from "../../lib/date-range.js";
import { loadFile } from "../kit/facts.js";
import { type Answer, startService, type TestService } from "../kit/service.js";
import { create, testEid } from "../kit/world.js";

/** How many users segments have, told by a plain count over the rows that were loaded. */
let service: TestService;
let shop: string;

const SEGMENTS = ["one", "two", "three"].map((word) => testEid(`segment${word}`));
const [ONE = "", TWO = "", THREE = ""] = SEGMENTS;
const FIRST = "2024-01-20";
const DAYS = 50;

interface Membership {
  day: string;
  segment: string;
  cookie: string;
  email: string;
}

/** Memberships of 25 users over 50 days around a leap day; the seed is fixed, so that a failure can be seen again. */
const memberships: Membership[] = fc
  .sample(fc.tuple(fc.nat(DAYS - 1), fc.nat(2), fc.nat(24)), { numRuns: 160, seed: 7 })
  .map(([day, segment, user]) => ({
    day: addDays(FIRST, day),
    segment: SEGMENTS[segment] ?? "",
    cookie: `cookie-${user}`,
    // Some users share an address, some have none.
    email: user % 4 === 0 ? "" : `digest-${user % 9}`,
  }));

beforeAll(async () => {
  service = await startService({ now: "2024-03-10T12:00:00Z" });
  shop = service.world.granted.advertisable;
  const rows = memberships.map((each) => `${each.day},${each.segment},${each.cookie},${each.email}`);
  const loaded = await loadFile(service, "segment-memberships", shop, ["date,segment,cookie,emailDigest", ...rows]);
  expect(loaded.loaded).toBe(true);
  await loadFile(service, "segment-memberships", service.world.other.advertisable, [
    "date,segment,cookie",
    `2024-02-01,${testEid("segmentother")},x`,
  ]);
});
afterAll(async () => await service.close());

interface List {
  eid: string;
  duration: number;
}

interface Question {
  start: string;
  end: string;
  lists: List[];
  excluded: List[];
  countOn: "cookie" | "email";
}

interface Sizes {
  current_visitors: number;
  current_visitors_in_date_range: number;
  new_visitors: number;
  total_visitors: number;
}

/** The sizes of one list by going through every row. */
function sizesOf(list: List, { start, end, excluded, countOn }: Question): Sizes {
  const member = (each: Membership): string => (countOn === "email" ? each.email : each.cookie);
  const rows = memberships.filter((each) => member(each) !== "");
  const out = new Set(
    rows
      .filter((each) => {
        const by = excluded.find((other) => other.eid === each.segment);
        return (
          by !== undefined &&
          eachDay({ start, end }).some((day) => each.day <= day && day < addDays(each.day, by.duration))
        );
      })
      .map(member),
  );
  const inList = rows.filter((each) => each.segment === list.eid && each.day < end && !out.has(member(each)));
  const count = (some: Membership[]): number => new Set(some.map(member)).size;
  const current = inList.filter((each) => end <= addDays(each.day, list.duration));
  const before = new Set(rows.filter((each) => each.segment === list.eid && each.day < start).map(member));
  return {
    current_visitors: count(current),
    current_visitors_in_date_range: count(current.filter((each) => each.day >= start)),
    new_visitors: count(inList.filter((each) => !before.has(member(each)))),
    total_visitors: count(inList),
  };
}

function add(all: Sizes[]): Sizes {
  const zero = { current_visitors: 0, current_visitors_in_date_range: 0, new_visitors: 0, total_visitors: 0 };
  return all.reduce(
    (sum, each) => ({
      current_visitors: sum.current_visitors + each.current_visitors,
      current_visitors_in_date_range: sum.current_visitors_in_date_range + each.current_visitors_in_date_range,
      new_visitors: sum.new_visitors + each.new_visitors,
      total_visitors: sum.total_visitors + each.total_visitors,
    }),
    zero,
  );
}

/** Each segment once, with its largest duration. */
function largest(lists: List[]): List[] {
  return SEGMENTS.flatMap((eid) => {
    const durations = lists.filter((list) => list.eid === eid).map((list) => list.duration);
    return durations.length === 0 ? [] : [{ eid, duration: Math.max(...durations) }];
  });
}

const PATH = "/reportsvc/v1/userlists/segment";

function queryOf({ start, end, lists, excluded, countOn }: Question): string {
  const list = (all: List[], name: string, durations: string): string =>
    all.length === 0
      ? ""
      : `&${name}=${all.map((each) => each.eid).join(",")}&${durations}=${all.map((each) => each.duration).join(",")}`;
  return `advertisable_eid=${shop}&breakdowns=summary,entity,date&start_date=${start}&end_date=${end}&count_on=${countOn}${list(lists, "segment_eids", "durations")}${list(excluded, "excluded_segment_eids", "excluded_durations")}`;
}

async function get(url: string, as: "granted" | "admin" | "foreign" = "granted"): Promise<Answer> {
  return await service.request({ as, method: "GET", url });
}

interface Results {
  results: {
    summary: Sizes;
    entity: (Sizes & { entity: string; duration: number })[];
    date: (Sizes & { date: string })[];
  };
}

const QUESTION: Question = {
  start: "2024-02-10",
  end: "2024-03-02",
  lists: [
    { eid: ONE, duration: 5 },
    { eid: ONE, duration: 20 },
    { eid: TWO, duration: 1 },
  ],
  excluded: [],
  countOn: "cookie",
};

describe("lists of segments", () => {
  test.each<[string, Partial<Question>]>([
    ["several durations of a segment", {}],
    ["a list longer than the range", { start: "2024-02-28", end: "2024-03-01", lists: [{ eid: ONE, duration: 540 }] }],
    ["excluded segments", { excluded: [{ eid: THREE, duration: 4 }] }],
    [
      "two excluded segments, one of them asked for",
      {
        excluded: [
          { eid: THREE, duration: 2 },
          { eid: TWO, duration: 3 },
        ],
      },
    ],
    ["counted on the e-mail address", { countOn: "email", excluded: [{ eid: THREE, duration: 3 }] }],
    ["a range before all data", { start: "2023-02-01", end: "2023-02-03" }],
    ["an empty range", { start: "2024-02-10", end: "2024-02-10" }],
    ["a range into the future", { start: "2024-03-01", end: "2024-03-20" }],
  ])("%s", async (_name, part) => {
    const question = { ...QUESTION, ...part };
    const answer = await get(`${PATH}?${queryOf(question)}`);
    expect(answer.status).toBe(200);
    const { summary, entity, date } = (answer.json as Results).results;
    expect(entity).toEqual(
      question.lists.map((list) => ({ entity: list.eid, duration: list.duration, ...sizesOf(list, question) })),
    );
    const counted = largest(question.lists);
    expect(summary).toEqual(add(counted.map((list) => sizesOf(list, question))));
    expect(date).toEqual(
      eachDay(question).map((day) => ({
        date: day,
        ...add(counted.map((list) => sizesOf(list, { ...question, start: day, end: addDays(day, 1) }))),
      })),
    );
    if (question.excluded.length === 0)
      expect(date.reduce((total, day) => total + day.new_visitors, 0)).toBe(summary.new_visitors);
  });

  test("POST with integer arrays answers like GET, and the graph has the same numbers", async () => {
    const question: Question = { ...QUESTION, excluded: [{ eid: THREE, duration: 4 }] };
    const got = await get(`${PATH}?${queryOf(question)}`);
    const payload = {
      advertisable_eid: shop,
      breakdowns: ["summary", "entity", "date"],
      start_date: question.start,
      end_date: question.end,
      segment_eids: question.lists.map((list) => list.eid),
      durations: question.lists.map((list) => list.duration),
      excluded_segment_eids: [THREE],
      excluded_durations: [4],
      count_on: "cookie",
    };
    expect((await service.request({ as: "granted", method: "POST", url: PATH, payload })).json).toEqual(got.json);
    const { data, errors } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!, $lists: [UserListInput!]!, $excluded: [UserListInput!]!) { advertisable(eid: $eid) {
        userLists(range: $range, lists: $lists, excluded: $excluded) { summary { current new total currentInRange } byDate { date sizes { new } } } } }`,
      {
        eid: shop,
        range: { between: { start: question.start, endExclusive: question.end } },
        lists: question.lists,
        excluded: question.excluded,
      },
      "granted",
    );
    expect(errors).toBeUndefined();
    const { summary } = (got.json as Results).results;
    expect(data).toMatchObject({
      advertisable: {
        userLists: {
          summary: {
            current: summary.current_visitors,
            currentInRange: summary.current_visitors_in_date_range,
            new: summary.new_visitors,
            total: summary.total_visitors,
          },
        },
      },
    });
  });

  test("lists that don't fit: 400 with the field, and what they should be", async () => {
    const base = `${PATH}?advertisable_eid=${shop}&breakdowns=summary`;
    for (const [query, field] of [
      [`segment_eids=${ONE},${TWO}&durations=5`, "durations"],
      [`segment_eids=${ONE}&durations=0`, "durations"],
      [`segment_eids=${ONE}&durations=541`, "durations"],
      [`segment_eids=${ONE}`, "durations"],
      [`durations=5`, "segment_eids"],
      [`segment_eids=${ONE}&durations=5&excluded_segment_eids=${TWO}`, "excluded_durations"],
      [
        `segment_eids=${ONE}&durations=5&excluded_segment_eids=${TWO},${TWO}&excluded_durations=1,2`,
        "excluded_segment_eids",
      ],
      [`segment_eids=${ONE}&durations=5&count_on=phone`, "count_on"],
    ] as const) {
      const answer = await get(`${base}&${query}`);
      expect([query, answer.status, answer.json]).toMatchObject([query, 400, { errors: [{ field }] }]);
    }
    const twice = `excluded_segment_eids=${TWO},${TWO}&excluded_durations=1,2`;
    expect((await get(`${base}&segment_eids=${ONE}&durations=5&${twice}`)).json).toMatchObject({
      errors: [{ message: "Each segment must be named once, with exactly one duration." }],
    });
  });

  test("an unknown segment, or one of another advertisable, asked for or excluded: 404", async () => {
    const base = `${PATH}?advertisable_eid=${shop}&breakdowns=summary`;
    for (const eid of [testEid("nosegment"), testEid("segmentother")]) {
      expect((await get(`${base}&segment_eids=${ONE},${eid}&durations=1,1`, "admin")).status).toBe(404);
      const excluded = `&excluded_segment_eids=${eid}&excluded_durations=1`;
      expect((await get(`${base}&segment_eids=${ONE}&durations=1${excluded}`, "admin")).status).toBe(404);
    }
    expect((await get(`${base}&segment_eids=${ONE}&durations=1`, "foreign")).status).toBe(404);
  });
});

describe("the list of an advertisable", () => {
  test("holds each user of its segments once", async () => {
    const [start, end, duration] = ["2024-02-10", "2024-03-02", 7];
    const url = `/reportsvc/v1/userlists/advertisable?advertisable_eid=${shop}&breakdowns=summary,entity,date&start_date=${start}&end_date=${end}`;
    const answer = await get(`${url}&duration=${duration}`);
    const count = (some: Membership[]): number => new Set(some.map((each) => each.cookie)).size;
    const upTo = memberships.filter((each) => each.day < end);
    const current = upTo.filter((each) => end <= addDays(each.day, duration));
    const total_visitors = count(upTo);
    const summary = {
      current_visitors: count(current),
      current_visitors_in_date_range: count(current.filter((each) => each.day >= start)),
      new_visitors: total_visitors - count(memberships.filter((each) => each.day < start)),
      total_visitors,
    };
    const { results } = answer.json as Results;
    expect(results.summary).toEqual(summary);
    expect(results.entity).toEqual([{ entity: shop, duration, ...summary }]);
    expect(results.date.at(-1)).toMatchObject({ current_visitors: summary.current_visitors, total_visitors });
    expect(results.date.reduce((total, day) => total + day.new_visitors, 0)).toBe(summary.new_visitors);
    expect((await get(`${url}&duration=0`)).status).toBe(400);
    expect((await get(url, "foreign")).status).toBe(404);
  });
});

describe("lists of whom ad groups and ads address", () => {
  let adGroups: string[];
  const RANGE = { start: "2024-02-10", end: "2024-03-02" };

  beforeAll(async () => {
    const { adGroup, campaign, ad } = service.world.granted;
    const second = await create(service.gateway, "createAdGroup", "CreateAdGroupInput", "adGroup", {
      campaignEid: campaign,
      name: "Second",
      adEids: [ad],
    });
    adGroups = [adGroup, second];
    const { owner } = service.db;
    await owner.query("update entities.ad_group set positive_segments = $2 where eid = $1", [adGroup, [ONE, TWO]]);
    await owner.query("update entities.ad_group set positive_segments = $2 where eid = $1", [second, [THREE, TWO]]);
  });

  /** The sizes of several segments as one list, by going through every row. */
  function together(segments: readonly string[], duration: number, { start, end } = RANGE): Sizes {
    const rows = memberships.filter((each) => segments.includes(each.segment) && each.day < end);
    const count = (some: Membership[]): number => new Set(some.map(({ cookie }) => cookie)).size;
    const current = rows.filter((each) => end <= addDays(each.day, duration));
    const total_visitors = count(rows);
    return {
      current_visitors: count(current),
      current_visitors_in_date_range: count(current.filter((each) => each.day >= start)),
      new_visitors: total_visitors - count(rows.filter((each) => each.day < start)),
      total_visitors,
    };
  }

  function urlOf(path: string, eids: readonly string[], durations: readonly number[]): string {
    return `/reportsvc/v1/userlists/${path}?advertisable_eid=${shop}&breakdowns=summary,entity,date&start_date=${RANGE.start}&end_date=${RANGE.end}&${path}_eids=${eids.join(",")}&durations=${durations.join(",")}`;
  }

  test("each user of an ad group's segments counts once, by day too", async () => {
    const answer = await get(urlOf("adgroup", [...adGroups, ...adGroups.slice(0, 1)], [5, 20, 9]));
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const { summary, entity, date } = (answer.json as Results).results;
    const [first = "", second = ""] = adGroups;
    expect(entity).toEqual([
      { entity: first, duration: 5, ...together([ONE, TWO], 5) },
      { entity: second, duration: 20, ...together([TWO, THREE], 20) },
      { entity: first, duration: 9, ...together([ONE, TWO], 9) },
    ]);
    expect(summary).toEqual(add([together([ONE, TWO], 9), together([TWO, THREE], 20)]));
    for (const { date: day, ...sizes } of date) {
      const range = { start: day, end: addDays(day, 1) };
      expect([day, sizes]).toEqual([day, add([together([ONE, TWO], 9, range), together([TWO, THREE], 20, range)])]);
    }
  });

  test("an ad addresses whom its ad groups address, each user once", async () => {
    const answer = await get(urlOf("ad", [service.world.granted.ad], [7]));
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect((answer.json as Results).results.summary).toEqual(together([ONE, TWO, THREE], 7));
  });

  test("one that is not the advertisable's: 404; durations that don't fit: 400", async () => {
    const { other } = service.world;
    for (const [path, own, foreign] of [
      ["adgroup", adGroups[0] ?? "", other.adGroup],
      ["ad", service.world.granted.ad, other.ad],
    ] as const) {
      expect((await get(urlOf(path, [own, foreign], [1, 1]), "admin")).status).toBe(404);
      expect((await get(urlOf(path, [testEid("nothing")], [1]), "admin")).status).toBe(404);
      expect((await get(urlOf(path, [own], [1]), "foreign")).status).toBe(404);
      for (const durations of [[], [1, 2], [0], [541]]) {
        const { status, json } = await get(urlOf(path, [own], durations));
        expect([path, durations, status, json]).toMatchObject([
          path,
          durations,
          400,
          { errors: [{ field: "durations" }] },
        ]);
      }
    }
  });

  test("a segment that nobody was put into has zeros, in every report that names segments", async () => {
    const empty = await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", {
      advertisableEid: shop,
      name: "Nobody",
      type: "CUSTOM",
      duration: 30,
    });
    const zeros = add([]);
    const lists = await get(`${PATH}?advertisable_eid=${shop}&breakdowns=summary&segment_eids=${empty}&durations=30`);
    expect([lists.status, lists.json]).toEqual([200, { results: { summary: zeros } }]);
    const delivered = await get(
      `/reportsvc/v1/segment-deliveries/segment?advertisable_eid=${shop}&breakdowns=entity&segment_eids=${empty}`,
    );
    expect([delivered.status, delivered.json]).toEqual([
      200,
      { results: { entity: [{ entity: empty, impressions: 0, clicks: 0, cost: 0 }] } },
    ]);
    const foreign = await get(
      `/reportsvc/v1/userlists/segment?advertisable_eid=${service.world.other.advertisable}&breakdowns=summary&segment_eids=${empty}&durations=30`,
      "admin",
    );
    expect(foreign.status).toBe(404);
  });
});
