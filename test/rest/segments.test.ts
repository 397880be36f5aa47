import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditOf, callEntities, type Method, recordOf, resultsOf } from "../kit/entity-client.js";
import { type Answer, startService, TEST_NOW, type TestService } from "../kit/service.js";
import { ALPHA, create, createTree, testEid, type Tree, type UserName } from "../kit/world.js";

let service: TestService;
let tree: Tree;
// Each look is a moment later, so that what was made first is known to be older.
let now = Date.parse(TEST_NOW);
const clock = { now: () => (now += 1) };
beforeAll(async () => {
  service = await startService({ clock });
  tree = await createTree(service.gateway, ALPHA, "Shop");
});
afterAll(async () => await service.close());

async function call(method: Method, verb: string, fields: object, as: UserName = "admin"): Promise<Answer> {
  return await callEntities(service, method, verb, fields, as);
}

async function newSegment(name: string, more: object = {}, advertisableEid = tree.advertisable): Promise<string> {
  const input = { advertisableEid, name, type: "CRM", duration: 30, ...more };
  return await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", input);
}

async function segmentsOf(fields: object): Promise<string[]> {
  const answer = await call("GET", "advertisable/get_segments", { advertisable: tree.advertisable, ...fields });
  return (resultsOf(answer) as { eid: string }[]).map((segment) => segment.eid);
}

test("a segment is created in the graph and read by the old interface", async () => {
  const segment = await newSegment("Buyers", {
    displayName: "All buyers",
    conversionValue: "12.5",
    isConversion: true,
  });
  expect(recordOf(await call("GET", "segment/get", { segment }))).toEqual({
    eid: segment,
    advertisable_eid: tree.advertisable,
    name: "Buyers",
    display_name: "All buyers",
    type: "crm",
    duration: 30,
    duration_sec: 2_592_000,
    conversion_value: "12.50",
    is_active: true,
    is_conversion: true,
    pattern: null,
    rule: null,
    created_date: "2023-09-01T12:00:00+0000",
  });
  expect(await auditOf(service, segment)).toMatchObject([{ action: "createSegment", before: null }]);
});

test("segment/edit changes what is given, once, and says so in the audit", async () => {
  const segment = await newSegment("Visitors", { conversionValue: "3" });
  const edited = recordOf(await call("PUT", "segment/edit", { segment, duration: 540 }));
  expect(edited).toMatchObject({ duration: 540, conversion_value: "3.00", name: "Visitors" });
  const again = recordOf(await call("POST", "segment/edit", { segment, conversion_value: "4.50", duration: 540 }));
  expect(again).toMatchObject({ duration: 540, conversion_value: "4.50" });
  await call("PUT", "segment/edit", { segment, conversion_value: "4.50" });
  expect((await auditOf(service, segment)).map(({ action }) => action)).toEqual([
    "createSegment",
    "editSegment",
    "editSegment",
  ]);
});

test("get_segments lists those that are not deleted, in pages on request", async () => {
  const before = await segmentsOf({});
  const made = [await newSegment("One"), await newSegment("Two"), await newSegment("Three")];
  expect((await segmentsOf({})).toSorted()).toEqual([...before, ...made].toSorted());
  const whole = await segmentsOf({});
  expect(await segmentsOf({ page: "2", per_page: "2" })).toEqual(whole.slice(2, 4));
  expect(await segmentsOf({ page: "99" })).toEqual([]);
  const deleted = made[0] ?? "";
  const answer = await service.graphql(
    `mutation { deleteSegment(input: { eid: "${deleted}" }) { segment { isActive } } }`,
  );
  expect(answer.data).toEqual({ deleteSegment: { segment: { isActive: false } } });
  expect(await segmentsOf({})).toEqual(whole.filter((eid) => eid !== deleted));
  expect(recordOf(await call("GET", "segment/get", { segment: deleted }))).toMatchObject({ is_active: false });
});

test("an advertisable's segments, filtered and in order, lead back to it", async () => {
  const { advertisable } = await createTree(service.gateway, ALPHA, "Ordered");
  await newSegment("b", { type: "IMPRESSION" }, advertisable);
  await newSegment("a", { type: "USER_EVENTS" }, advertisable);
  await newSegment("c", { type: "CUSTOM" }, advertisable);
  const { data } = await service.graphql(`{ advertisable(eid: "${advertisable}") {
    segments(filter: { type: { in: [IMPRESSION, USER_EVENTS] } }, orderBy: [{ field: NAME }]) {
      nodes { name conversionValue { amount currency } advertisable { name } } } } }`);
  expect(data).toEqual({
    advertisable: {
      segments: {
        nodes: ["a", "b"].map((name) => ({ name, conversionValue: null, advertisable: { name: "Ordered" } })),
      },
    },
  });
});

test("rule/get_segments and pixel/get_segments give the segments of rules, each once, without deleted ones", async () => {
  const { advertisable, pixel, rule } = await createTree(service.gateway, ALPHA, "Ruled");
  const buyers = await newSegment("Buyers", {}, advertisable);
  const gone = await newSegment("Gone", {}, advertisable);
  const readers = await newSegment("Readers", {}, advertisable);
  const second = recordOf(await call("POST", "rule/create", { pixel, name: "Second", pattern: "*/b" }))["eid"];
  const fill = async (eid: unknown, segmentEids: string[]) =>
    await service.graphql(
      "mutation ($input: EditRuleInput!) { editRule(input: $input) { rule { segmentEids segments { eid } } } }",
      { input: { eid, segmentEids } },
    );
  expect((await fill(rule, [readers, gone])).data).toEqual({
    editRule: { rule: { segmentEids: [readers, gone], segments: [{ eid: readers }, { eid: gone }] } },
  });
  await fill(second, [buyers, readers]);
  // The oldest of the rules that fill a segment is the segment's.
  expect(recordOf(await call("GET", "segment/get", { segment: readers }))).toMatchObject({ rule, pattern: "*" });
  expect(recordOf(await call("GET", "segment/get", { segment: buyers }))).toMatchObject({
    rule: second,
    pattern: "*/b",
  });
  // What is there already stays, a deleted one too; nothing foreign, deleted or unknown comes in.
  const theirs = await newSegment("Theirs", {}, service.world.foreign.advertisable);
  const elsewhere = await newSegment("Elsewhere");
  await service.graphql(`mutation { deleteSegment(input: { eid: "${gone}" }) { segment { eid } } }`);
  for (const wrong of [theirs, elsewhere, testEid("nosegment")])
    expect((await fill(rule, [readers, wrong])).errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  expect((await fill(second, [buyers, readers, gone])).errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  expect((await fill(rule, [readers, gone])).errors).toBeUndefined();
  for (const wrong of [["x"], [buyers, buyers], Array.from({ length: 1_001 }, (_, n) => testEid(`s${n}`))])
    expect((await fill(second, wrong)).errors).toMatchObject([
      { extensions: { code: expect.stringMatching(/BAD_USER_INPUT|MAX_LIST_ITEMS_LIMIT/) } },
    ]);

  expect((await call("GET", "rule/get_segments", { rule })).json).toMatchObject({
    segments: [{ eid: readers, name: "Readers", advertisable_eid: advertisable }],
  });
  expect(resultsOf(await call("GET", "pixel/get_segments", { pixel }))).toMatchObject([
    { eid: readers },
    { eid: buyers },
  ]);
  expect(resultsOf(await call("GET", "pixel/get_segments", { pixel, page: "2", per_page: "1" }))).toMatchObject([
    { eid: buyers },
  ]);
  expect((await call("GET", "rule/get_segments", { rule: tree.rule })).json).toEqual({ segments: [] });
  for (const [verb, fields] of [
    ["rule/get_segments", { rule: service.world.foreign.rule }],
    ["pixel/get_segments", { pixel: service.world.foreign.pixel }],
  ] as const) {
    expect(await call("GET", verb, fields)).toMatchObject({ status: 404, json: { errors: [{ code: 16 }] } });
    expect(await call("GET", verb, {})).toMatchObject({ status: 400, json: { errors: [{ code: 64 }] } });
  }
});

describe("bad input", () => {
  test("the old interface names the parameter and changes nothing", async () => {
    const segment = await newSegment("Kept");
    for (const [field, value] of [
      ["duration", 0],
      ["duration", 541],
      ["duration", "1.5"],
      ["conversion_value", "-1"],
      ["conversion_value", "1.005"],
      ["conversion_value", "x"],
    ] as const) {
      expect(await call("PUT", "segment/edit", { segment, [field]: value })).toMatchObject({
        status: 400,
        json: { errors: [{ field, message: expect.stringContaining(field) }] },
      });
    }
    expect(await call("PUT", "segment/edit", { duration: 3 })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "segment", code: 64 }] },
    });
    expect(await auditOf(service, segment)).toHaveLength(1);
  });

  test("the graph names the input's path", async () => {
    for (const [field, value] of [
      ["name", ""],
      ["name", "a\u0000b"],
      ["name", "x".repeat(256)],
      ["displayName", "   "],
      ["duration", 0],
      ["duration", 541],
      ["conversionValue", "-0.01"],
      ["conversionValue", "0.001"],
      ["conversionValue", "1000000000000"],
    ] as const) {
      const input = { advertisableEid: tree.advertisable, name: "N", type: "CRM", duration: 1, [field]: value };
      const { errors } = await service.graphql(
        "mutation Create($input: CreateSegmentInput!) { createSegment(input: $input) { segment { eid } } }",
        { input },
      );
      expect([field, value, errors?.[0]?.extensions]).toMatchObject([field, value, { code: "BAD_USER_INPUT" }]);
    }
  });

  test("a foreign and a missing segment are the same 404, to read and to edit", async () => {
    const foreign = await newSegment("Theirs", {}, service.world.foreign.advertisable);
    for (const segment of [foreign, testEid("nosegment")]) {
      expect(await call("GET", "segment/get", { segment })).toMatchObject({
        status: 404,
        json: { errors: [{ code: 16 }] },
      });
      expect(await call("PUT", "segment/edit", { segment, duration: 3 })).toMatchObject({ status: 404 });
    }
    expect(
      await call("GET", "advertisable/get_segments", { advertisable: service.world.foreign.advertisable }),
    ).toMatchObject({ status: 404 });
    expect(await auditOf(service, foreign)).toHaveLength(1);
  });
});
