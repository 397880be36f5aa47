import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, startService, type TestService } from "../kit/service.js";
import { ALPHA, APIKEY, createTree, testEid, type Tree } from "../kit/world.js";

let service: TestService;
let tree: Tree;
beforeAll(async () => {
  service = await startService();
  tree = await createTree(service.gateway, ALPHA, "Shop");
});
afterAll(async () => await service.close());

type Fields = Record<string, string | number | string[]>;

async function get(path: string, fields: Record<string, string>): Promise<Answer> {
  return await service.request({ as: "admin", method: "GET", url: `/api/v1/${path}?${new URLSearchParams(fields)}` });
}

async function send(method: "POST" | "PUT", path: string, payload: Fields): Promise<Answer> {
  return await service.request({ as: "admin", method, url: `/api/v1/${path}`, payload });
}

async function newRule(name: string, pixel = tree.pixel): Promise<string> {
  const { json } = await send("POST", "rule/create", { pixel, name, pattern: "*" });
  return (json as { results: { eid: string } }).results.eid;
}

async function rulesOf(pixel: string): Promise<string[]> {
  const { json } = await get("pixel/get_rules", { pixel });
  return (json as { results: { eid: string }[] }).results.map((rule) => rule.eid);
}

async function writes(): Promise<number> {
  const { rows } = await service.db.owner.query("select 1 from platform.audit_entry");
  return rows.length;
}

test("a pixel, by its own EID and by its advertisable's", async () => {
  const expected = {
    status: 200,
    json: {
      results: {
        eid: tree.pixel,
        advertisable: tree.advertisable,
        status: "unverified",
        code: expect.stringMatching(/^<script>[^]*<\/script>$/),
        is_consistent: true,
      },
    },
  };
  const answer = await get("pixel/get", { pixel: tree.pixel });
  expect(answer).toMatchObject(expected);
  expect(Object.keys((answer.json as { results: object }).results)).toHaveLength(5);
  expect(await get("advertisable/get_pixel", { advertisable: tree.advertisable })).toMatchObject(expected);
});

describe("rules", () => {
  test("are created with POST or PUT, from JSON, a form or the query, and read back", async () => {
    const fields = { pixel: tree.pixel, name: "Shoes", display_name: "All shoes", pattern: "*/shoes/*", source: "m" };
    const record = (eid: string, order: number) => ({
      eid,
      pixel: tree.pixel,
      name: "Shoes",
      display_name: "All shoes",
      pattern: "*/shoes/*",
      source: "m",
      order,
      segments: [],
      created_date: "2023-09-01T12:00:00+0000",
    });
    const form = new URLSearchParams(fields).toString();
    const answers = [
      await send("POST", "rule/create", fields),
      await send("PUT", "rule/create", fields),
      await service.request({
        as: "admin",
        method: "POST",
        url: "/api/v1/rule/create",
        payload: form,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
      await service.request({ as: "admin", method: "PUT", url: `/api/v1/rule/create?${form}` }),
    ];
    for (const [index, { status, json }] of answers.entries()) {
      const { eid } = (json as { results: { eid: string } }).results;
      expect(status).toBe(200);
      expect(json).toEqual({ results: record(eid, index + 2) });
      expect((await get("rule/get", { rule: eid })).json).toEqual({ results: record(eid, index + 2) });
    }
    const plain = await send("POST", "rule/create", { pixel: tree.pixel, name: "Plain", pattern: "*" });
    expect(plain.json).toMatchObject({ results: { display_name: null, source: "c", order: 6 } });
  });

  test("come as a whole list in their order, or in pages", async () => {
    const all = await rulesOf(tree.pixel);
    expect(all).toHaveLength(6);
    const paged = await get("pixel/get_rules", { pixel: tree.pixel, page: "2", per_page: "4" });
    expect((paged.json as { results: { eid: string }[] }).results.map((rule) => rule.eid)).toEqual(all.slice(4));
    expect((await get("pixel/get_rules", { pixel: tree.pixel, page: "9" })).json).toEqual({ results: [] });
  });

  test("are edited with PUT or POST; what is not given stays, and the others make room", async () => {
    const rule = await newRule("Before");
    const [first = ""] = await rulesOf(tree.pixel);
    const edited = await send("PUT", "rule/edit", { rule, order: 1, pattern: "*/hats/*", source: "d", name: "After" });
    expect(edited).toMatchObject({
      status: 200,
      json: { results: { eid: rule, name: "After", display_name: null, pattern: "*/hats/*", source: "d", order: 1 } },
    });
    expect((await rulesOf(tree.pixel)).slice(0, 2)).toEqual([rule, first]);
    const again = await send("POST", "rule/edit", { rule, order: 2, pattern: "*", source: "c", display_name: "Hats" });
    expect(again.json).toMatchObject({ results: { name: "After", display_name: "Hats", pattern: "*", order: 2 } });
    expect((await rulesOf(tree.pixel)).slice(0, 2)).toEqual([first, rule]);
  });

  test("take a new order by POST or PUT, as a list or joined by commas; GET is refused and changes nothing", async () => {
    const before = await rulesOf(tree.pixel);
    const turned = before.toReversed();
    const answer = await send("POST", "pixel/reorder_rules", { pixel: tree.pixel, rules: turned });
    expect(answer.status).toBe(200);
    const { results } = answer.json as { results: { eid: string; order: number }[] };
    expect(results.map(({ eid, order }) => [eid, order])).toEqual(turned.map((eid, index) => [eid, index + 1]));
    expect(await rulesOf(tree.pixel)).toEqual(turned);

    const url = `/api/v1/pixel/reorder_rules?pixel=${tree.pixel}&rules=${before.join(",")}`;
    for (const method of ["GET", "HEAD"] as const) {
      const refused = await service.request({ as: "admin", method, url });
      expect(refused).toMatchObject({ status: 405, headers: { allow: "POST, PUT" } });
    }
    expect(await rulesOf(tree.pixel)).toEqual(turned);
    expect((await service.request({ as: "admin", method: "PUT", url })).status).toBe(200);
    expect(await rulesOf(tree.pixel)).toEqual(before);
  });
});

describe("bad input", () => {
  async function refusals(path: string, fields: Fields): Promise<unknown> {
    const before = await writes();
    const { status, json } = await send("POST", path, fields);
    expect([path, status]).toEqual([path, 400]);
    expect(await writes()).toBe(before);
    return (json as { errors: unknown }).errors;
  }

  test("what is missing is named, with code 64", async () => {
    expect(await refusals("rule/create", {})).toEqual(
      ["pixel", "name", "pattern"].map((field) => ({ field, code: 64, message: `${field} is required.` })),
    );
    expect(await refusals("rule/edit", { name: "N" })).toEqual(
      ["rule", "order", "pattern", "source"].map((field) => ({ field, code: 64, message: `${field} is required.` })),
    );
    expect(await refusals("pixel/reorder_rules", { rules: [] })).toMatchObject([
      { field: "pixel" },
      { field: "rules" },
    ]);
    for (const [path, field] of [
      ["pixel/get", "pixel"],
      ["pixel/get_rules", "pixel"],
      ["advertisable/get_pixel", "advertisable"],
      ["rule/get", "rule"],
    ] as const) {
      expect(await get(path, {})).toMatchObject({ status: 400, json: { errors: [{ field, code: 64 }] } });
      expect(await get(path, { [field]: "x" })).toMatchObject({ status: 400, json: { errors: [{ field }] } });
      expect(await get(path, { [field]: testEid("nowhere") })).toMatchObject({
        status: 404,
        json: { errors: [{ code: 16 }] },
      });
    }
  });

  test("what is not accepted is named as the old interface names it", async () => {
    const create = { pixel: tree.pixel, name: "N", pattern: "*" };
    const edit = { rule: tree.rule, order: 1, pattern: "*", source: "c" };
    for (const [path, fields, field, says] of [
      ["rule/create", { ...create, name: " " }, "name", "1 to 255"],
      ["rule/create", { ...create, name: "n".repeat(256) }, "name", "1 to 255"],
      ["rule/create", { ...create, display_name: "d".repeat(256) }, "display_name", "1 to 255"],
      ["rule/create", { ...create, pattern: "a b" }, "pattern", "spaces"],
      ["rule/create", { ...create, pattern: "p".repeat(1_025) }, "pattern", "1 to 1024"],
      ["rule/create", { ...create, source: "x" }, "source", "c, d, m"],
      ["rule/create", { ...create, pixel: "' or 1=1" }, "pixel", "22 characters"],
      ["rule/edit", { ...edit, order: 0 }, "order", "from 1"],
      ["rule/edit", { ...edit, order: "1.5" }, "order", "whole number"],
      ["rule/edit", { ...edit, order: 900 }, "order", "the number of the pixel's rules"],
      ["rule/edit", { ...edit, pattern: "é" }, "pattern", "percent-encoded"],
      ["rule/edit", { ...edit, source: "cookie" }, "source", "c, d, m"],
    ] as const) {
      expect(await refusals(path, fields)).toMatchObject([{ field, message: expect.stringContaining(says) }]);
    }
  });

  test("an order that is not just the pixel's rules is refused as a whole", async () => {
    const rules = await rulesOf(tree.pixel);
    const { granted, foreign } = service.world;
    for (const order of [
      rules.slice(1),
      [...rules, ...rules.slice(0, 1)],
      [...rules, granted.rule],
      [...rules, foreign.rule],
      [...rules, testEid("norule")],
    ]) {
      expect(await refusals("pixel/reorder_rules", { pixel: tree.pixel, rules: order })).toMatchObject([
        { field: "rules", message: expect.any(String) },
      ]);
      expect(await rulesOf(tree.pixel)).toEqual(rules);
    }
    for (const order of [["x"], "a,,b", Array.from({ length: 1_001 }, () => tree.rule)]) {
      expect(await refusals("pixel/reorder_rules", { pixel: tree.pixel, rules: order })).toMatchObject([
        { field: "rules" },
      ]);
    }
  });

  test("what a client may not choose is ignored, and two values of one parameter are refused", async () => {
    const { foreign } = service.world;
    const answer = await send("POST", "rule/create", {
      pixel: tree.pixel,
      name: "Own",
      pattern: "*",
      eid: foreign.rule,
      advertisable: foreign.advertisable,
      segments: [testEid("segment")],
      created_date: "1999-01-01",
    });
    const { results } = answer.json as { results: { eid: string; segments: string[]; created_date: string } };
    expect(results).toMatchObject({ segments: [], created_date: "2023-09-01T12:00:00+0000" });
    expect(results.eid).not.toBe(foreign.rule);
    const both = await service.request({
      as: "admin",
      method: "POST",
      url: `/api/v1/rule/create?apikey=${APIKEY}&pixel=${foreign.pixel}`,
      payload: { pixel: tree.pixel, name: "N", pattern: "*" },
    });
    expect(both).toMatchObject({ status: 400, json: { errors: [{ field: "pixel", code: 2 }] } });
  });
});

test("a list of rules takes as many statements for 1 as for 1,000", async () => {
  const counts: number[] = [];
  for (const size of [1, 1_000]) {
    const { pixel, advertisable } = await createTree(service.gateway, ALPHA, `Size ${size}`);
    await service.db.owner.query(
      `insert into entities.rule select $1, rpad('R' || n || 'N', 22, 'X'), $2, 'R', null, '*', 'COOKIE', n, '{}', true, now(), now()
       from generate_series(2, $3) n`,
      [advertisable, pixel, size],
    );
    const before = service.db.statements.length;
    expect(await rulesOf(pixel)).toHaveLength(size);
    counts.push(service.db.statements.length - before);
  }
  expect(counts).toEqual([counts[0], counts[0]]);
});
