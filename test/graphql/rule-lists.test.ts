import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mutate, newPixel, newRule, reorder, violationsOf } from "../kit/pixels.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

describe("lists of rules", () => {
  let pixel: string;
  beforeAll(async () => {
    pixel = await newPixel(service);
    for (const name of ["Banana", "Apple", "Date", "Cherry"]) await newRule(service, pixel, name);
    await mutate(
      service,
      "createRule",
      { pixelEid: pixel, name: "Elder", pattern: "*", source: "CRM_DATA" },
      "rule { eid }",
    );
  });

  async function list(args: string) {
    const { data, errors } = await service.graphql(
      `{ pixel(eid: "${pixel}") { rules${args} { nodes { name } pageInfo { hasNextPage endCursor } } } }`,
    );
    const found = (
      data as {
        pixel: { rules: { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } | null;
      } | null
    )?.pixel?.rules;
    return {
      names: found?.nodes.map((node) => node.name) ?? [],
      next: found?.pageInfo.hasNextPage === true ? found.pageInfo.endCursor : null,
      code: errors?.[0]?.extensions.code,
    };
  }

  test("filters", async () => {
    expect((await list(`(filter: {name: {startsWith: "a"}})`)).names).toEqual(["Apple"]);
    expect((await list("(filter: {source: {in: [CRM_DATA]}})")).names).toEqual(["Elder"]);
    expect((await list(`(filter: {createdAt: {from: "2024-01-01T00:00:00Z"}})`)).names).toEqual([]);
    const { data } = await service.graphql(
      `{ rules(filter: {pixelEid: {in: ["${pixel}"]}, name: {contains: "an"}}) { nodes { name } } }`,
    );
    expect(data).toEqual({ rules: { nodes: [{ name: "Banana" }] } });
  });

  test("pages follow each other in every order", async () => {
    for (const [orderBy, expected] of [
      ["", ["Banana", "Apple", "Date", "Cherry", "Elder"]],
      ["orderBy: [{field: ORDER, direction: DESC}]", ["Elder", "Cherry", "Date", "Apple", "Banana"]],
      ["orderBy: [{field: NAME}]", ["Apple", "Banana", "Cherry", "Date", "Elder"]],
    ] as const) {
      const collected: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `(first: 2, ${after === null ? "" : `after: "${after}",`} ${orderBy})`,
        );
        collected.push(...page.names);
        after = page.next;
      } while (after !== null);
      expect(collected).toEqual(expected);
    }
    for (const args of ["(first: 0)", "(first: 101)", '(after: "nonsense")']) {
      expect((await list(args)).code).toBe("BAD_USER_INPUT");
    }
  });
});

describe("statements", () => {
  /** Rules behind the service's back. */
  async function addRules(pixelEid: string, count: number): Promise<void> {
    await service.db.owner.query(
      `insert into entities.rule select advertisable_eid, rpad('R' || n || 'N' || substr(eid, 12), 22, 'X'), eid, 'R' || n, null, '*', 'COOKIE',
         n, '{}', true, now(), now() from entities.pixel, generate_series(1, $2) n where eid = $1`,
      [pixelEid, count],
    );
  }

  test("do not grow with pixels and rules", async () => {
    const counts: number[] = [];
    const query = `query ($eids: [String!]) { advertisables(first: 10, filter: { eid: { in: $eids } }) { nodes {
      pixel { code rules(first: 10) { nodes { name pixel { eid } advertisable { name } } } }
    } } }`;
    const pixels: string[] = [];
    for (let made = 0; made < 10; made += 1) {
      const pixel = await newPixel(service);
      await addRules(pixel, 10);
      pixels.push(pixel);
    }
    const { rows } = await service.db.owner.query<{ eid: string }>(
      "select advertisable_eid as eid from entities.pixel where eid = any($1)",
      [pixels],
    );
    for (const size of [1, 10]) {
      const answer = await service.graphql(query, { eids: rows.slice(0, size).map(({ eid }) => eid) });
      expect(answer.errors).toBeUndefined();
      expect(JSON.stringify(answer.data).match(/"R\d+"/g)).toHaveLength(size * 10);
      counts.push(answer.statements);
    }
    expect(counts).toEqual([counts[0], counts[0]]);
  });

  test("nor does an order of 1,000 rules, which are as many as a pixel takes", async () => {
    const counts: number[] = [];
    for (const size of [2, 1_000]) {
      const pixel = await newPixel(service);
      await addRules(pixel, size);
      const { rows } = await service.db.owner.query<{ eid: string }>(
        "select eid from entities.rule where pixel_eid = $1 order by position desc",
        [pixel],
      );
      const answer = await reorder(
        service,
        pixel,
        rows.map(({ eid }) => eid),
      );
      expect(answer.errors).toBeUndefined();
      counts.push(answer.statements);
      const { rows: last } = await service.db.owner.query<{ eid: string }>(
        "select eid from entities.rule where pixel_eid = $1 order by position desc limit 1",
        [pixel],
      );
      expect(last[0]?.eid).toBe(rows.at(-1)?.eid);
      if (size < 1_000) continue;
      const oneMore = await mutate(
        service,
        "createRule",
        { pixelEid: pixel, name: "More", pattern: "*" },
        "rule { eid }",
      );
      expect(violationsOf(oneMore)).toMatchObject([{ path: ["input", "pixelEid"], code: "TOO_MANY" }]);
    }
    expect(counts).toEqual([counts[0], counts[0]]);
  });
});
