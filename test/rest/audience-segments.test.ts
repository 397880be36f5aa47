import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "../kit/entity-client.js";
import { type Answer, startService, TEST_NOW, type TestService } from "../kit/service.js";
import { ALPHA, createTree, testEid, type Tree, type UserName } from "../kit/world.js";

/** The segments of /audience/v1: document 3, part A; decisions, sections 2, 3 and 7. */
let service: TestService;
let tree: Tree;
beforeAll(async () => {
  service = await startService();
  tree = await createTree(service.gateway, ALPHA, "Shop");
});
afterAll(async () => await service.close());

type Method = "GET" | "POST" | "DELETE";
type Fields = Record<string, unknown>;

async function call(method: Method, path: string, payload?: object, as: UserName = "admin"): Promise<Answer> {
  return await service.request({ as, method, url: `/audience/v1/${path}`, ...(payload && { payload }) });
}

/** The segment of a good answer. */
function segmentOf(answer: Answer): Fields {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  const { result, segment } = answer.json as { result: string; segment: Fields };
  expect(result).toBe("success");
  return segment;
}

async function newSegment(more: object = {}): Promise<string> {
  const body = { advertiser_id: tree.advertisable, name: "Buyers", type: "crm", duration: 30, ...more };
  return String(segmentOf(await call("POST", "segments", body))["segment_id"]);
}

const users = (...emails: string[]) => emails.map((email, index) => ({ email, id: `user-${index}` }));

test("a segment is created, read, changed and deleted; its users are counted and never shown", async () => {
  const created = segmentOf(
    await call("POST", "segments", {
      advertiser_id: tree.advertisable,
      name: "Customers",
      type: "crm",
      duration: 30,
      is_conversion: true,
      conversion_value: 12.5,
      data: users("a@example.com", "B@example.com ", "b@example.com"),
    }),
  );
  const record = {
    segment_id: expect.stringMatching(/^[A-Z2-7]{22}$/),
    advertiser_id: tree.advertisable,
    name: "Customers",
    type: "crm",
    duration: 30,
    is_active: true,
    is_conversion: true,
    conversion_value: 12.5,
    created_date: Date.parse(TEST_NOW),
    source: "upload",
    emails: 2,
  };
  expect(created).toEqual(record);
  const path = `segments/${String(created["segment_id"])}`;
  expect(segmentOf(await call("GET", path))).toEqual(record);
  expect(segmentOf(await call("POST", path, { name: "Clients", duration: 540, conversion_value: 3 }))).toEqual({
    ...record,
    name: "Clients",
    duration: 540,
    conversion_value: 3,
  });
  expect(segmentOf(await call("POST", path, { conversion_value: null }))).toMatchObject({ conversion_value: null });
  expect(segmentOf(await call("POST", path, { data: users("c@example.com") }))).toMatchObject({ emails: 1 });
  const more = { data: users("c@example.com", "d@example.com") };
  expect(segmentOf(await call("POST", `${path}?append=true`, more))).toMatchObject({ emails: 2 });
  expect(segmentOf(await call("POST", path, { data: [] }))).toMatchObject({ emails: 0, name: "Clients" });
  expect(segmentOf(await call("DELETE", path))).toMatchObject({ is_active: false });
  expect(segmentOf(await call("GET", path))).toMatchObject({ is_active: false });
});

test("a list of segments, of one type or all, without the fields that are to be left out", async () => {
  const { advertisable } = await createTree(service.gateway, ALPHA, "Listed");
  const mine = { advertiser_id: advertisable };
  const crm = await newSegment({ ...mine, name: "crm" });
  const events = await newSegment({ ...mine, name: "events", type: "user_events", data: [{ id: "c1" }, { id: "c2" }] });
  const gone = await newSegment({ ...mine, name: "gone" });
  await call("DELETE", `segments/${gone}`);
  const list = async (query: string): Promise<unknown> =>
    (await call("GET", `segments?advertiser_id=${advertisable}${query}`)).json;
  expect(await list("")).toMatchObject({
    segments: expect.arrayContaining(
      [{ segment_id: crm }, { segment_id: events }].map((each) => expect.objectContaining(each)),
    ),
  });
  expect(((await list("")) as { segments: object[] }).segments).toHaveLength(2);
  expect(await list("&type=user_events")).toMatchObject({
    segments: [{ segment_id: events, ids: 2, source: "upload" }],
  });
  const { segments } = (await list("&type=crm&omit_fields=emails,created_date,source")) as { segments: Fields[] };
  expect(segments.map((segment) => Object.keys(segment))).toEqual([
    ["segment_id", "advertiser_id", "name", "type", "duration", "is_active", "is_conversion", "conversion_value"],
  ]);
  expect(await list("&type=impression")).toEqual({ segments: [] });
});

test("advertisers are the advertisables that the caller sees", async () => {
  const seen = (await call("GET", "advertisers", undefined, "granted")).json;
  expect(seen).toEqual({ data: [{ advertiser_id: service.world.granted.advertisable }] });
  expect((await call("GET", "advertisers", undefined, "ungranted")).json).toEqual({ data: [] });
  const { data } = (await call("GET", "advertisers", undefined, "foreign")).json as { data: object[] };
  expect(data).toEqual([{ advertiser_id: service.world.foreign.advertisable }]);
});

test("an audience can look like an active segment of customers or visitors with 100 users, and else it is said why not", async () => {
  const { advertisable } = await createTree(service.gateway, ALPHA, "Lookalike");
  const mine = { advertiser_id: advertisable };
  const many = users(...Array.from({ length: 100 }, (_, index) => `u${index}@example.com`));
  const big = await newSegment({ ...mine, name: "big", data: many });
  const small = await newSegment({ ...mine, name: "small", data: many.slice(1) });
  const custom = await newSegment({ ...mine, name: "custom", type: "custom", data: many });
  const visitors = await newSegment({ ...mine, name: "visitors", type: "user_events", duration: 10 });
  const lost = await newSegment({ ...mine, name: "lost", type: "user_events", duration: 10 });
  const uploaded = await newSegment({ ...mine, name: "uploaded", type: "user_events", data: many });
  const both = await newSegment({ ...mine, name: "both", type: "user_events", data: many.slice(30) });
  const gone = await newSegment({ ...mine, name: "gone", data: many });
  await call("DELETE", `segments/${gone}`);
  await service.db.owner.query(
    "create table if not exists reporting.segment_membership_2023_08 partition of reporting.segment_membership for values from ('2023-08-01') to ('2023-09-01')",
  );
  // A hundred came within its ten days, and a hundred to the other one a day too early.
  for (const [segment, day] of [
    [visitors, "2023-08-23"],
    [lost, "2023-08-22"],
    [both, "2023-08-23"],
  ]) {
    await service.db.owner.query(
      "insert into reporting.segment_membership select $1, $2::date, $3, 'c' || n, '', 1 from generate_series(1, $4) n",
      [advertisable, day, segment, segment === both ? 60 : 100],
    );
    await service.db.owner.query(
      "insert into reporting.segment_member select $1, $3, 'COOKIE', 'c' || n, $2::date from generate_series(1, $4) n",
      [advertisable, day, segment, segment === both ? 60 : 100],
    );
  }
  const answer = await call("GET", `crosschannel_lal_segments/valid-segments?advertiser_id=${advertisable}`);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  const { valid_segments: valid, invalid_segments: invalid } = answer.json as Record<string, Fields[]>;
  const told = (segments: Fields[] | undefined) =>
    Object.fromEntries((segments ?? []).map((each) => [String(each["segment_id"]), [each["users"], each["reason"]]]));
  expect(told(valid)).toEqual({
    [big]: [100, undefined],
    [visitors]: [100, undefined],
    [uploaded]: [100, undefined],
  });
  expect(told(invalid)).toEqual({
    [small]: [99, "too_few_users"],
    [custom]: [0, "wrong_type"],
    [lost]: [0, "too_few_users"],
    // Of 70 uploaded ids and 60 visitors there are 70 people at least.
    [both]: [70, "too_few_users"],
    [gone]: [100, "not_active"],
  });
  expect(invalid?.every((each) => typeof each["message"] === "string" && each["message"] !== "")).toBe(true);
});

describe("several segments at once", () => {
  const item = (name: string, more: object = {}) => ({
    advertiser_id: tree.advertisable,
    name,
    type: "crm",
    duration: 30,
    ...more,
  });
  const bulk = async (items: unknown, path = "segments_bulk/put"): Promise<Fields[]> => {
    const answer = await call("POST", path, items as object);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json as Fields[];
  };

  test("each is changed or created, and answered in the order of the request", async () => {
    const kept = await newSegment({ name: "Bulk kept", conversion_value: 7, data: users("old@example.com") });
    const results = await bulk([
      item("Bulk new", { data: users("a@example.com", "b@example.com"), is_conversion: true }),
      item("Bulk kept", { duration: 90, data: users("new@example.com", "newer@example.com") }),
      item("Bulk other", { type: "custom", data: [{ id: "1" }] }),
    ]);
    expect(results).toMatchObject([
      { result: "success", segment: { name: "Bulk new", emails: 2, is_conversion: true } },
      { result: "success", segment: { segment_id: kept, duration: 90, emails: 2, conversion_value: 7 } },
      { result: "success", segment: { name: "Bulk other", ids: 1 } },
    ]);
    expect(await auditOf(service, kept)).toMatchObject([
      { action: "createSegment" },
      { action: "putSegments", before: { duration: 30 }, after: { duration: 90, users: { added: 2, removed: 1 } } },
    ]);
    // The same again, under the older name: nothing is new, and nothing has changed.
    const again = await bulk([item("Bulk kept", { duration: 90 })], "segments/bulk");
    expect(again).toMatchObject([{ segment: { segment_id: kept, emails: 2 } }]);
    expect(await auditOf(service, kept)).toHaveLength(2);
  });

  test("bad and foreign ones are refused where they stand, and spoil no other", async () => {
    const results = await bulk([
      item("Good one", { data: users("a@example.com") }),
      item("Foreign", { advertiser_id: service.world.foreign.advertisable }),
      item("Missing", { advertiser_id: testEid("nowhere") }),
      item("Bad duration", { duration: 541 }),
      item("Bad user", { data: users("a@example.com", "broken") }),
      item("Bad type", { type: "odd" }),
      "no segment",
      item(" "),
      item("Good one"),
      item("Good two", { conversion_value: "3.50" }),
      item("Bad value", { conversion_value: -1 }),
    ]);
    const told = results.map((each) => [
      each["result"],
      (each["errors"] as { field?: string }[] | undefined)?.map((error) => error.field),
    ]);
    expect(told).toEqual([
      ["success", undefined],
      ["error", ["advertiser_id"]],
      ["error", ["advertiser_id"]],
      ["error", ["duration"]],
      ["error", ["data.1"]],
      ["error", ["type"]],
      ["error", [undefined]],
      ["error", ["name"]],
      ["error", ["name"]],
      ["success", undefined],
      ["error", ["conversion_value"]],
    ]);
    const words = (at: number) => JSON.stringify(results[at]).replaceAll(/[A-Z0-9_]{22}/g, "EID");
    expect(words(1)).toBe(words(2));
    expect(JSON.stringify(results)).not.toContain("broken");
  });

  test("no segments at all have no results", async () => {
    expect(await bulk([])).toEqual([]);
  });

  test("isConversion of a segment that is there can't change", async () => {
    await newSegment({ name: "Frozen" });
    expect(await bulk([item("Frozen", { is_conversion: true }), item("Free")])).toMatchObject([
      { result: "error", errors: [{ field: "is_conversion" }] },
      { result: "success" },
    ]);
  });

  test("two who put overlapping segments at once leave one of each", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Overlap ${index}`);
    const results = await Promise.all([
      bulk(names.map((name) => item(name, { duration: 1, data: users("one@example.com") }))),
      bulk(
        names.toReversed().map((name) => item(name, { duration: 2, data: users("two@example.com", "2@example.com") })),
      ),
    ]);
    expect(results.flat().every((each) => each["result"] === "success")).toBe(true);
    const { rows } = await service.db.owner.query<{ name: string; duration: number; told: number; people: number }>(
      `select s.name, s.duration, s.records_count as told,
         (select count(*)::int from audience.segment_record r where r.segment_eid = s.eid) as people
       from audience.segment s where s.name like 'Overlap %'`,
    );
    expect(rows).toHaveLength(20);
    const duration = rows[0]?.duration ?? 0;
    expect([1, 2]).toContain(duration);
    for (const row of rows) expect(row).toMatchObject({ duration, told: duration, people: duration });
  });

  test("as many statements for a hundred as for two", async () => {
    const count = async (size: number): Promise<number> => {
      const before = service.db.statements.length;
      const items = Array.from({ length: size }, (_, index) =>
        item(`Counted ${size} ${index}`, { data: users(`u${index}@example.com`) }),
      );
      expect((await bulk(items)).every((each) => each["result"] === "success")).toBe(true);
      expect((await bulk(items.map((each) => ({ ...each, duration: 60 })))).length).toBe(size);
      return service.db.statements.length - before;
    };
    expect(await count(100)).toBe(await count(2));
  });
});

describe("bad input and access", () => {
  test("each bad input is named, and nothing is changed", async () => {
    const segment = await newSegment({ name: "Kept", data: users("a@example.com") });
    const path = `segments/${segment}`;
    const create = { advertiser_id: tree.advertisable, name: "N", type: "crm", duration: 30 };
    for (const [method, url, body, field] of [
      ["POST", "segments", { ...create, advertiser_id: undefined }, "advertiser_id"],
      ["POST", "segments", { ...create, name: "" }, "name"],
      ["POST", "segments", { ...create, type: "odd" }, "type"],
      ["POST", "segments", { ...create, duration: undefined }, "duration"],
      ["POST", "segments", { ...create, duration: 0 }, "duration"],
      ["POST", "segments", { ...create, conversion_value: 1.005 }, "conversion_value"],
      ["POST", "segments", { ...create, is_conversion: "maybe" }, "is_conversion"],
      ["POST", "segments", { ...create, data: "a@example.com" }, "data"],
      ["POST", "segments", { ...create, data: [{ email: 5 }] }, "data"],
      ["POST", path, { data: [{ email: "a@example.com\tb" }] }, "data"],
      ["POST", path, { data: users("b@example.com", "b") }, "data.1"],
      ["POST", path, { data: [null] }, "data"],
      ["POST", path, { data: { email: "b@example.com" } }, "data"],
      ["POST", path, { data: "" }, "data"],
      ["POST", path, { name: "" }, "name"],
      ["POST", path, { duration: "" }, "duration"],
      ["POST", path, { name: null }, "name"],
      ["POST", `${path}?append=`, { data: users("b@example.com") }, "append"],
      ["POST", "segments", { ...create, data: { email: "b@example.com" } }, "data"],
      ["POST", "segments_bulk/put", {}, "segments"],
      ["POST", "segments_bulk/put", { segments: create }, "segments"],
      ["POST", path, { data: [{ id: "1" }] }, "data.0"],
      ["POST", path, { duration: 541 }, "duration"],
      ["POST", `${path}?append=maybe`, { data: [] }, "append"],
      ["GET", "segments", undefined, "advertiser_id"],
      ["GET", `segments?advertiser_id=${tree.advertisable}&type=odd`, undefined, "type"],
      ["GET", `segments?advertiser_id=${tree.advertisable}&omit_fields=odd`, undefined, "omit_fields"],
      ["GET", "crosschannel_lal_segments/valid-segments?advertiser_id=x", undefined, "advertiser_id"],
    ] as const) {
      const answer = await call(method, url, body);
      expect([url, body, answer.status, answer.json]).toMatchObject([
        url,
        body,
        400,
        { errors: [{ field, message: expect.any(String) }] },
      ]);
    }
    expect(segmentOf(await call("GET", path))).toMatchObject({ emails: 1, duration: 30 });
    expect(await auditOf(service, segment)).toHaveLength(1);
  });

  test("a list that is too large, or too long, is refused", async () => {
    const segment = await newSegment({ name: "Large" });
    const large = await service.request({
      as: "admin",
      method: "POST",
      url: `/audience/v1/segments/${segment}`,
      headers: { "content-type": "application/json" },
      payload: `{"data": [${" ".repeat(60 * 1_048_576)}]}`,
    });
    expect(large).toMatchObject({ status: 413, json: { errors: [{ message: expect.stringContaining("16 MiB") }] } });
    const long = await call("POST", `segments/${segment}`, { data: Array.from({ length: 100_001 }, () => ({})) });
    expect(long).toMatchObject({ status: 400, json: { errors: [{ field: "data" }] } });
  });

  test("a foreign and a missing segment are the same 404", async () => {
    const foreign = await service.gateway.ask(
      "mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment { eid } } }",
      { input: { advertisableEid: service.world.foreign.advertisable, name: "F", type: "CRM", duration: 1 } },
      {
        viewer: { userEid: "", organizationEid: "", role: "STAFF", advertisables: "ALL", apiClient: null },
        requestId: "x",
      },
    );
    const { eid } = (foreign.data as { createSegment: { segment: { eid: string } } }).createSegment.segment;
    for (const segment of [eid, testEid("nosegment")]) {
      for (const [method, body] of [
        ["GET", undefined],
        ["POST", { data: users("a@example.com") }],
        ["DELETE", undefined],
      ] as const) {
        const answer = await call(method, `segments/${segment}`, body);
        expect([method, answer.status]).toEqual([method, 404]);
        expect(answer.text.replaceAll(segment, "EID")).toBe(
          '{"errors":[{"message":"There is no segment EID that you can see."}]}',
        );
      }
    }
  });
});
