import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mutate, newPixel, newRule, reorder, violationsOf } from "../kit/pixels.js";
import { startService, type TestService } from "../kit/service.js";
import { APIKEY, testEid, userEid } from "../kit/world.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

interface Audit {
  action: string;
  noun: string;
  user_eid: string;
  client_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** In the order in which they were written: the clock stands still. */
async function auditOf(...eids: string[]): Promise<Audit[]> {
  const { rows } = await service.db.owner.query<Audit>(
    "select * from platform.audit_entry where noun_eid = any($1) order by ctid",
    [eids],
  );
  return rows;
}

/** The names of a pixel's rules in their order, which must be 1, 2, 3 … */
async function namesOf(pixel: string): Promise<string[]> {
  const { data } = await service.graphql(
    "query ($eid: ID!) { pixel(eid: $eid) { rules(first: 100) { nodes { name order } } } }",
    { eid: pixel },
  );
  const { nodes } = (data as { pixel: { rules: { nodes: { name: string; order: number }[] } } }).pixel.rules;
  expect(nodes.map((node) => node.order)).toEqual(nodes.map((_node, index) => index + 1));
  return nodes.map((node) => node.name);
}

describe("a pixel", () => {
  test("is created with its advertisable, in the same transaction, with its own audit row", async () => {
    const { data } = await service.graphql(
      `mutation { createAdvertisable(input: {name: "New"}) { advertisable { eid pixel {
         id eid advertisableEid status code isConsistent createdAt updatedAt advertisable { name } rules { nodes { eid } }
       } } } }`,
    );
    const { advertisable } = (
      data as { createAdvertisable: { advertisable: { eid: string; pixel: { eid: string; code: string } } } }
    ).createAdvertisable;
    const { eid, code } = advertisable.pixel;
    expect(advertisable.pixel).toEqual({
      id: `Pixel_${eid}`,
      eid: expect.stringMatching(/^[A-Z2-7]{22}$/),
      advertisableEid: advertisable.eid,
      status: "UNVERIFIED",
      code: expect.stringContaining("https://pixel.example.com/pixel.js"),
      isConsistent: true,
      createdAt: "2023-09-01T12:00:00.000Z",
      updatedAt: "2023-09-01T12:00:00.000Z",
      advertisable: { name: "New" },
      rules: { nodes: [] },
    });
    expect(code).toContain(eid);
    expect(code).toContain(advertisable.eid);
    expect(await auditOf(eid)).toMatchObject([
      { action: "createAdvertisable", noun: "pixel", user_eid: userEid("admin"), client_id: APIKEY, before: null },
    ]);
  });

  test("is the only one: a second one can't be written", async () => {
    const { advertisable } = service.world.granted;
    const second = service.db.owner.query("insert into entities.pixel values ($1, $2, 'ACTIVE', true, now(), now())", [
      advertisable,
      testEid("second"),
    ]);
    await expect(second).rejects.toThrow("duplicate key");
  });

  test("and its rules are found by their ids, and by nobody who may not see them", async () => {
    const { granted, foreign } = service.world;
    const { data } = await service.graphql(
      "query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on Pixel { advertisable { eid } } ... on Rule { pixel { eid } advertisable { eid } segmentEids } } }",
      {
        ids: [granted.pixel, granted.rule, foreign.pixel, foreign.rule].map(
          (eid, i) => `${i % 2 ? "Rule" : "Pixel"}_${eid}`,
        ),
      },
      "granted",
    );
    const advertisable = { eid: granted.advertisable };
    expect(data?.["nodes"]).toEqual([
      { __typename: "Pixel", advertisable },
      { __typename: "Rule", pixel: { eid: granted.pixel }, advertisable, segmentEids: [] },
      null,
      null,
    ]);
  });
});

describe("rules", () => {
  test("are created at the end, edited and moved; each change leaves its audit rows", async () => {
    const pixel = await newPixel(service);
    const created = await mutate(
      service,
      "createRule",
      { pixelEid: pixel, name: "Shoes", displayName: "All shoes", pattern: "*/shoes/*", source: "MOBILE" },
      "rule { id eid pixelEid name displayName pattern source order segmentEids isActive }",
    );
    const { rule } = (created.data as { createRule: { rule: { eid: string } } }).createRule;
    expect(rule).toEqual({
      id: `Rule_${rule.eid}`,
      eid: rule.eid,
      pixelEid: pixel,
      name: "Shoes",
      displayName: "All shoes",
      pattern: "*/shoes/*",
      source: "MOBILE",
      order: 1,
      segmentEids: [],
      isActive: true,
    });
    for (const name of ["Hats", "Coats", "Everything"]) await newRule(service, pixel, name);

    const edit = async (input: object): Promise<unknown> =>
      (await mutate(service, "editRule", { eid: rule.eid, ...input }, "rule { name displayName pattern source order }"))
        .data;
    // null removes a value where there can be none, and counts as not given elsewhere.
    expect(await edit({ name: null, displayName: null, pattern: "*/boots/*", source: null, order: null })).toEqual({
      editRule: { rule: { name: "Shoes", displayName: null, pattern: "*/boots/*", source: "MOBILE", order: 1 } },
    });
    expect(await edit({ name: "Boots", order: 3 })).toMatchObject({ editRule: { rule: { name: "Boots", order: 3 } } });
    expect(await namesOf(pixel)).toEqual(["Hats", "Coats", "Boots", "Everything"]);
    expect(await edit({ order: 1 })).toMatchObject({ editRule: { rule: { order: 1 } } });
    expect(await namesOf(pixel)).toEqual(["Boots", "Hats", "Coats", "Everything"]);

    const audit = await auditOf(rule.eid);
    expect(audit.map(({ action, before, after }) => [action, before?.["order"], after?.["order"]])).toEqual([
      ["createRule", undefined, 1],
      ["editRule", 1, 1],
      ["editRule", 1, 3],
      ["editRule", 3, 1],
    ]);
    expect(audit[2]).toMatchObject({ user_eid: userEid("admin"), before: { name: "Shoes" }, after: { name: "Boots" } });
    // A move concerns other rules too: the pixel's audit has the whole order.
    const moves = (await auditOf(pixel)).filter(({ action }) => action === "editRule");
    expect(moves).toMatchObject([{ noun: "pixel" }, { noun: "pixel" }]);
    expect(moves[1]?.before).toEqual(moves[0]?.after);
    expect(moves[1]?.after).toEqual(moves[0]?.before);

    // What changes nothing leaves no trace.
    await edit({ name: "Boots", order: 1 });
    expect(await auditOf(rule.eid, pixel)).toHaveLength(audit.length + moves.length + 1);
  });

  test("bad values are refused together, each by its path, and nothing is written", async () => {
    const { rule, pixel } = service.world.granted;
    const before = await auditOf(rule, pixel);
    const bad = { name: " ", displayName: "", pattern: "*/caf\u00e9" };
    const expected = [
      { path: ["input", "name"], code: "LENGTH" },
      { path: ["input", "displayName"], code: "LENGTH" },
      { path: ["input", "pattern"], code: "NOT_A_PATTERN", message: expect.stringContaining("percent-encoded") },
    ];
    const edited = await mutate(service, "editRule", { eid: rule, ...bad }, "rule { eid }");
    expect(edited.data).toEqual({ editRule: null });
    expect(violationsOf(edited)).toMatchObject(expected);
    const created = await mutate(service, "createRule", { pixelEid: pixel, ...bad }, "rule { eid }");
    expect(violationsOf(created)).toMatchObject(expected);
    for (const order of [0, -1, 2, 2_147_483_647]) {
      expect(
        violationsOf(await mutate(service, "editRule", { eid: rule, name: "Other", order }, "rule { eid }")),
      ).toMatchObject([
        { path: ["input", "order"], code: "OUT_OF_RANGE", message: expect.stringContaining("from 1 to 1") },
      ]);
    }
    expect(await auditOf(rule, pixel)).toEqual(before);
    expect(await namesOf(pixel)).toEqual(["Granted rule"]);
  });

  test("take a whole new order, or none", async () => {
    const pixel = await newPixel(service);
    const rules: string[] = [];
    for (const name of ["A", "B", "C"]) rules.push(await newRule(service, pixel, name));
    const [a = "", b = "", c = ""] = rules;
    const { data } = await reorder(service, pixel, [c, a, b]);
    expect(data).toEqual({ reorderRules: { pixel: { rules: { nodes: [{ eid: c }, { eid: a }, { eid: b }] } } } });
    const audit = await auditOf(pixel);
    expect(audit.at(-1)).toMatchObject({
      action: "reorderRules",
      noun: "pixel",
      user_eid: userEid("admin"),
      before: { ruleEids: [a, b, c] },
      after: { ruleEids: [c, a, b] },
    });

    const { granted, foreign } = service.world;
    for (const [order, codes] of [
      [[], ["INCOMPLETE"]],
      [[a, b], ["INCOMPLETE"]],
      [[a, b, c, c], ["REPEATED"]],
      [
        [a, a, b],
        ["REPEATED", "INCOMPLETE"],
      ],
      // Another pixel's, a stranger's, one that is nowhere and no EID at all look the same.
      [[a, b, c, granted.rule], ["UNKNOWN"]],
      [[a, b, c, foreign.rule], ["UNKNOWN"]],
      [[a, b, c, testEid("norule")], ["UNKNOWN"]],
      [[a, b, c, "x"], ["UNKNOWN"]],
      [
        [a, b, pixel],
        ["UNKNOWN", "INCOMPLETE"],
      ],
    ] as const) {
      const answer = await reorder(service, pixel, [...order]);
      expect(answer.errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
      expect(violationsOf(answer)).toMatchObject(codes.map((code) => ({ path: ["input", "ruleEids"], code })));
      expect(await namesOf(pixel)).toEqual(["C", "A", "B"]);
    }
    // The same order again changes nothing.
    expect((await reorder(service, pixel, [c, a, b])).errors).toBeUndefined();
    expect(await auditOf(pixel)).toHaveLength(audit.length);
  });

  test("that are deleted are left out of lists and orders, and keep no place", async () => {
    const pixel = await newPixel(service);
    const [a, b, c] = [
      await newRule(service, pixel, "A"),
      await newRule(service, pixel, "B"),
      await newRule(service, pixel, "C"),
    ];
    await service.db.owner.query("update entities.rule set is_active = false where eid = $1", [b]);
    expect(violationsOf(await reorder(service, pixel, [c, b, a]))).toMatchObject([{ code: "UNKNOWN" }]);
    expect((await reorder(service, pixel, [c, a])).errors).toBeUndefined();
    expect(await namesOf(pixel)).toEqual(["C", "A"]);
    expect((await mutate(service, "editRule", { eid: b, order: 1 }, "rule { eid }")).errors).toMatchObject([
      { extensions: { code: "ILLEGAL_TRANSITION" } },
    ]);
    const { data } = await service.graphql(
      `{ rule(eid: "${b}") { isActive } pixel(eid: "${pixel}") { rules(filter: {isActive: {eq: false}}) { nodes { name } } } }`,
    );
    expect(data).toEqual({ rule: { isActive: false }, pixel: { rules: { nodes: [{ name: "B" }] } } });
  });

  test("orders, edits and new rules at once: each is made as a whole, one after the other", async () => {
    const pixel = await newPixel(service);
    const rules: string[] = [];
    for (const name of ["A", "B", "C", "D", "E", "F"]) rules.push(await newRule(service, pixel, name));
    const rotated = (by: number): string[] => [...rules.slice(by), ...rules.slice(0, by)];
    const orders = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0
          ? reorder(service, pixel, rotated((index / 3 + 1) % 6))
          : mutate(
              service,
              "editRule",
              { eid: rules[index % 6], order: (index % 5) + 1, name: `${index}` },
              "rule { order }",
            ),
      ),
    );
    expect(orders.map((answer) => answer.errors)).toEqual(orders.map(() => undefined));
    expect(await namesOf(pixel)).toHaveLength(6);
    // Each saw the order that another had left: the orders form one chain, from the first to the last.
    const audit = (await auditOf(pixel)).filter((entry) => entry.action !== "createAdvertisable");
    expect(audit.length).toBeGreaterThan(1);
    const { data } = await service.graphql(`{ pixel(eid: "${pixel}") { rules { nodes { eid } } } }`);
    const last = (data as { pixel: { rules: { nodes: { eid: string }[] } } }).pixel.rules.nodes.map(({ eid }) => eid);
    const seen = [...audit.map((entry) => entry.before), { ruleEids: last }].map((order) => JSON.stringify(order));
    const left = [...audit.map((entry) => entry.after), { ruleEids: rules }].map((order) => JSON.stringify(order));
    expect(seen.toSorted()).toEqual(left.toSorted());

    // New rules meanwhile get places of their own; an order that lacks one of them is refused as a whole.
    const mixed = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? mutate(service, "createRule", { pixelEid: pixel, name: `New ${index}`, pattern: "*" }, "rule { order }")
          : reorder(service, pixel, rules),
      ),
    );
    const codes = mixed.map((answer) => answer.errors?.[0]?.extensions.code);
    expect(codes.filter((_code, index) => index % 2 === 0)).toEqual(Array.from({ length: 10 }, () => undefined));
    expect(codes.filter((code) => code !== undefined && code !== "BAD_USER_INPUT")).toEqual([]);
    expect(await namesOf(pixel)).toHaveLength(16);
  });

  test("say which pages are theirs", async () => {
    const pixel = await newPixel(service);
    await newRule(service, pixel, "Shoes", "*/shoes/*");
    await newRule(service, pixel, "Everything");
    const ask = "query ($eid: ID!, $url: String!) { pixel(eid: $eid) { rules { nodes { name matches(url: $url) } } } }";
    const { data } = await service.graphql(ask, { eid: pixel, url: "https://shop.example/hats/1" });
    expect(data).toEqual({
      pixel: {
        rules: {
          nodes: [
            { name: "Shoes", matches: false },
            { name: "Everything", matches: true },
          ],
        },
      },
    });
    const bad = await service.graphql(ask, { eid: pixel, url: "/hats/1" });
    expect(bad.data).toMatchObject({ pixel: { rules: { nodes: [{ matches: null }, { matches: null }] } } });
    expect(bad.errors?.[0]?.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      violations: [{ path: ["url"], code: "NOT_A_URL" }],
    });
  });
});
