import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLES } from "../../gateway/examples.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

interface Refusal {
  status: number;
  code: string | undefined;
}

/**
 * Sends a document and gives its status with the code of the first error. Whatever it is: the answer
 * is short, tells nothing of the inside, and a normal request is answered right after.
 */
async function send(query: string, variables?: object, more: object = {}): Promise<Refusal> {
  const answer = await service.request({
    as: "admin",
    method: "POST",
    url: "/graphql",
    payload: JSON.stringify({ query, variables, ...more }),
    headers: { "content-type": "application/json" },
  });
  expect(answer.text.length).toBeLessThan(4_096);
  expect(answer.text).not.toMatch(/Did you mean|stacktrace|node_modules|\.ts:/);
  const after = await service.graphql("{ viewer { username } }");
  expect(after.data).toEqual({ viewer: { username: "admin" } });
  const body = answer.json as { errors?: { extensions: { code: string; requestId: string } }[] };
  for (const error of body.errors ?? []) expect(error.extensions.requestId).toBe(answer.headers["x-request-id"]);
  return { status: answer.status, code: body.errors?.[0]?.extensions.code };
}

const refused = (code: string, status = 400): Refusal => ({ status, code });
const OK: Refusal = { status: 200, code: undefined };

const times = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, n) => each(n)).join(" ");

/** A query of exactly `depth` levels: advertisable, campaigns, nodes, advertisable and so on, and a leaf. */
function nested(depth: number): string {
  const one = 'advertisable(eid: "A") { ';
  const names = ["campaigns(first: 1) { ", "nodes { ", "advertisable { "];
  const levels = Array.from({ length: depth - 2 }, (_, index) => names[index % 3] ?? "");
  return `{ ${one}${levels.join("")}__typename ${"}".repeat(depth)}`;
}

/** Fragments of which each spreads the next one twice. */
function fanOut(depth: number): string {
  return `{ viewer { ...F0 } } ${times(depth, (n) => `fragment F${n} on User { ...F${n + 1} ...F${n + 1} }`)} fragment F${depth} on User { eid }`;
}

describe("each limit has its code, and what is just within it is answered", () => {
  test("GRAPHQL_PARSE_FAILED: tokens", async () => {
    // 23 tokens around the names.
    const named = (count: number): string =>
      `{ advertisables(filter: {name: {in: [${times(count, () => '"x"')}]}}) { nodes { eid } } }`;
    expect(await send(named(977))).toEqual(OK);
    expect(await send(named(978))).toEqual(refused("GRAPHQL_PARSE_FAILED"));
    expect(await send(`{ viewer { eid } } # ${"x".repeat(100_000)}`)).toEqual(refused("REQUEST_TOO_LARGE", 413));
    expect(await send(`${" ".repeat(1_000_000)}{ viewer { eid } }`)).toEqual(refused("REQUEST_TOO_LARGE", 413));
  });

  test("MAX_DEPTH_LIMIT: levels; `edges { node }` is one, fragments are none", async () => {
    expect((await send(nested(10))).code).toBe("NOT_FOUND");
    expect(await send(nested(11))).toEqual(refused("MAX_DEPTH_LIMIT"));
    for (const depth of [2_000, 8_000]) expect(await send(nested(depth))).toEqual(refused("MAX_DEPTH_LIMIT"));
    const edges =
      "advertisables(first: 1) { edges { node { campaigns(first: 1) { edges { node { deliveries(range: {pastDays: 1}) { byEntity(level: AD) { edges { node { metrics { cost { amount } } } } } } } } } } } }";
    expect(await send(`{ ${edges} }`)).toEqual(OK);
    expect(await send(`{ ... { ... on Query { ... { ${edges} } } } }`)).toEqual(OK);
    expect(
      await send(`{ advertisable(eid: "A") { ...A } } fragment A on Advertisable { campaigns(first: 1) { nodes { ...C } } }
        fragment C on Campaign { advertisable { campaigns(first: 1) { nodes { advertisable { ...D } } } } }
        fragment D on Advertisable { campaigns(first: 1) { nodes { advertisable { eid } } } }`),
    ).toEqual(refused("MAX_DEPTH_LIMIT"));
  });

  test("MAX_ALIASES_LIMIT: aliases, also of __typename and in fragments", async () => {
    expect(await send(`{ viewer { ${times(30, (n) => `a${n}: __typename`)} } }`)).toEqual(OK);
    expect(await send(`{ viewer { ${times(31, (n) => `a${n}: __typename`)} } }`)).toEqual(refused("MAX_ALIASES_LIMIT"));
    const fragment = `fragment F on User { ${times(16, (n) => `a${n}: eid`)} }`;
    expect(await send(`{ viewer { ...F ... { ...F } } } ${fragment}`)).toEqual(refused("MAX_ALIASES_LIMIT"));
  });

  test("MAX_ROOT_FIELDS_LIMIT: root fields, above all those of a mutation that is repeated", async () => {
    expect(await send(`{ ${times(10, (n) => `a${n}: viewer { eid }`)} }`)).toEqual(OK);
    expect(await send(`{ ${times(11, (n) => `a${n}: viewer { eid }`)} }`)).toEqual(refused("MAX_ROOT_FIELDS_LIMIT"));
    expect(await send(`{ ...F } fragment F on Query { ${times(11, (n) => `a${n}: viewer { eid }`)} }`)).toEqual(
      refused("MAX_ROOT_FIELDS_LIMIT"),
    );
    expect(await send(`mutation { ${times(50, (n) => `a${n}: pauseAd(input: {eid: "x"}) { ad { eid } }`)} }`)).toEqual(
      refused("MAX_ROOT_FIELDS_LIMIT"),
    );
  });

  test("MAX_EXPANDED_SELECTIONS: fields and fragments, fragments written out", async () => {
    expect(await send(fanOut(6))).toEqual(OK);
    for (const depth of [8, 12, 16, 30, 80])
      expect(await send(fanOut(depth))).toEqual(refused("MAX_EXPANDED_SELECTIONS"));
    expect(await send(`{ viewer { ${"eid ".repeat(500)} } }`)).toEqual(refused("MAX_EXPANDED_SELECTIONS"));
  });

  test("MAX_DIRECTIVES_LIMIT: directives", async () => {
    expect(
      await send(`query ($on: Boolean!) { viewer { ${times(50, () => "eid @include(if: $on)")} } }`, { on: true }),
    ).toEqual(OK);
    expect(
      await send(`query ($on: Boolean!) { viewer { ${times(51, () => "eid @include(if: $on)")} } }`, { on: true }),
    ).toEqual(refused("MAX_DIRECTIVES_LIMIT"));
    expect((await send(`{ viewer { eid ${"@skip(if: false) ".repeat(500)} } }`)).status).toBe(400);
    expect(await send("{ viewer { eid @unknown } }")).toEqual(refused("GRAPHQL_VALIDATION_FAILED"));
  });

  test("MAX_LIST_ITEMS_LIMIT: items of a list", async () => {
    const query = "query ($names: [String!]!) { advertisables(filter: {name: {in: $names}}) { nodes { eid } } }";
    const names = (count: number): string[] => Array.from({ length: count }, () => "x");
    expect(await send(query, { names: names(1_001) })).toEqual(refused("MAX_LIST_ITEMS_LIMIT"));
    expect(await send(query, { names: names(1_000) })).toEqual(OK);
  });

  test("BAD_USER_INPUT: first is from 1 to 100, and 25 when not given", async () => {
    for (const first of ["0", "-1", "101", "1000000000"]) {
      expect(await send(`{ advertisables(first: ${first}) { nodes { eid } } }`)).toEqual(refused("BAD_USER_INPUT"));
      expect(
        await send("query ($n: Int) { advertisables(first: $n) { nodes { eid } } }", { n: Number(first) }),
      ).toEqual(refused("BAD_USER_INPUT"));
    }
    expect(await send("query ($n: Int = 101) { advertisables(first: $n) { nodes { eid } } }")).toEqual(
      refused("BAD_USER_INPUT"),
    );
    // What another operation of the document asks for is that one's affair.
    const two =
      "query A { viewer { eid } } query B($n: Int) { advertisables(first: 101) { nodes { eid } } ads(first: $n) { nodes { eid } } }";
    expect(await send(two, { n: 0 }, { operationName: "A" })).toEqual(OK);
    expect(await send(two, {}, { operationName: "B" })).toEqual(refused("BAD_USER_INPUT"));
    for (const first of ["(first: null)", "", "(first: 1)", "(first: 100)"])
      expect(await send(`{ advertisables${first} { nodes { eid } } }`)).toEqual(OK);
  });

  test("COST_ESTIMATED_TOO_EXPENSIVE: what lists multiply to, also when variables say how long they are", async () => {
    const lists = (first: string): string =>
      `{ advertisables(first: ${first}) { nodes { campaigns(first: ${first}) { nodes { adGroups(first: ${first}) { nodes { eid } } } } } } }`;
    expect(await send(lists("100"))).toEqual(refused("COST_ESTIMATED_TOO_EXPENSIVE"));
    expect(await send(lists("9"))).toEqual(OK);
    expect(await send("{ advertisables { nodes { campaigns { nodes { adGroups { nodes { eid } } } } } } }")).toEqual(
      refused("COST_ESTIMATED_TOO_EXPENSIVE"),
    );
    // The second time the operation is known; what the variables say is looked at all the same.
    const query = `query ($n: Int) ${lists("$n")}`;
    for (const [n, expected] of [
      [5, OK],
      [100, refused("COST_ESTIMATED_TOO_EXPENSIVE")],
      [5, OK],
      [undefined, refused("COST_ESTIMATED_TOO_EXPENSIVE")],
    ] as const)
      expect(await send(query, { n })).toEqual(expected);
  });
});

test("the examples of the explorer and the README are within the limits", async () => {
  for (const { document, ...example } of EXAMPLES) {
    expect(await send(document, "variables" in example ? JSON.parse(example.variables) : undefined)).toEqual(OK);
  }
});

test("the cost is told to whoever asks for it", async () => {
  async function costOf(query: string, variables = {}): Promise<unknown> {
    const answer = await service.request({
      as: "granted",
      method: "POST",
      url: "/graphql",
      payload: { query, variables },
      headers: { "adgraph-cost": "1" },
    });
    return (answer.json as { extensions?: { cost?: number } }).extensions?.cost;
  }
  const page =
    "query ($n: Int = 3) { advertisables(first: $n) { nodes { name campaigns { edges { cursor node { eid } } } } } }";
  // A page, its 3 items, and of each a page of 25.
  expect(await costOf(page)).toBe(1 + 3 * (1 + 1 + 25));
  expect(await costOf(page, { n: 1 })).toBe(1 + 1 * (1 + 1 + 25));
  expect(await costOf("{ viewer { username organization { name } } }")).toBe(2);
  expect(await costOf(page, { n: 100 })).toBe(2_701);
});

describe("what is not GraphQL as it should be", () => {
  test("fragments that go in circles", async () => {
    for (const query of [
      "{ viewer { ...A } } fragment A on User { ...B } fragment B on User { ...A }",
      "{ viewer { ...A } } fragment A on User { ...A }",
    ])
      expect(await send(query)).toEqual(refused("GRAPHQL_VALIDATION_FAILED"));
  });

  test("hundreds of overlapping fragments or unknown fields", async () => {
    const fragments = times(400, (n) => `fragment F${n} on User { eid }`);
    expect((await send(`{ viewer { ${times(400, (n) => `...F${n}`)} } } ${fragments}`)).status).toBe(400);
    expect(await send(`{ viewer { ${times(400, (n) => `unknown${n}`)} } }`)).toEqual(
      refused("GRAPHQL_VALIDATION_FAILED"),
    );
    expect(await send(`{ ${"unknown".repeat(10_000)} }`)).toEqual(refused("GRAPHQL_VALIDATION_FAILED"));
  });

  test("variables that are no values of their types, and too many that are of none", async () => {
    const query = "query ($eid: ID!, $n: Int) { advertisable(eid: $eid) { campaigns(first: $n) { nodes { eid } } } }";
    const eid = service.world.granted.advertisable;
    let deep: unknown = 1;
    for (let level = 0; level < 200; level += 1) deep = { deep };
    for (const variables of [
      { eid: 1.5 },
      { eid, n: "1" },
      {},
      { eid, n: "NaN" },
      { eid, n: 2 ** 53 },
      { eid: deep },
      { eid, ...Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`v${index}`, index])) },
      { eid: "a\0b" },
      { eid: "a\ud800b" },
      { eid: "x".repeat(1_000_000) },
    ])
      expect(await send(query, variables)).toEqual(refused("BAD_USER_INPUT"));
    // Relay sends variables that only the client knows.
    expect(await send(query, { eid, connections: ["x"] })).toEqual(OK);
    expect(await send('{ advertisable(eid: "a\\u0000b") { eid } }')).toEqual(refused("BAD_USER_INPUT"));
    const answer = await service.request({
      as: "admin",
      method: "POST",
      url: "/graphql",
      payload: `{"query": ${JSON.stringify(query)}, "variables": {"eid": "x", "n": 1e400}}`,
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(400);
  });

  test("operation names that fit none", async () => {
    const query = "query A { viewer { eid } } query B { viewer { eid } }";
    for (const operationName of [undefined, "a", "x".repeat(10_000), "__proto__"])
      expect(await send(query, {}, { operationName })).toEqual(refused("BAD_USER_INPUT"));
    expect(await send(query, {}, { operationName: "B" })).toEqual(OK);
  });

  test("marks, line ends and signs of any kind", async () => {
    for (const query of [
      "\ufeff{ viewer { eid } }",
      "{ viewer\r\n{\reid\n} }",
      "{ viewer { eid } } # \u202e \u{1f600}",
    ])
      expect(await send(query)).toEqual(OK);
    expect(await send("{ viewer { \u202eeid } }")).toEqual(refused("GRAPHQL_PARSE_FAILED"));
  });

  test("names of what JavaScript objects have of their own", async () => {
    for (const name of ["constructor", "prototype", "toString", "hasOwnProperty"]) {
      const query = `query ${name}($${name}: ID!) { ${name}: advertisable(eid: $${name}) { ${name}: eid } }`;
      const eid = service.world.granted.advertisable;
      expect((await service.graphql(query, { [name]: eid })).data).toEqual({ [name]: { [name]: eid } });
    }
    expect(await send('query ($__proto__: ID = "x") { advertisable(eid: $__proto__) { eid } }')).toEqual(
      refused("BAD_USER_INPUT"),
    );
    expect(({} as { eid?: string }).eid).toBeUndefined();
  });

  test("bodies that are not plain JSON in UTF-8: 415", async () => {
    const payload = JSON.stringify({ query: "{ viewer { eid } }" });
    async function statusOf(headers: Record<string, string>): Promise<number> {
      const answer = await service.request({ as: "admin", method: "POST", url: "/graphql", payload, headers });
      return answer.status;
    }
    for (const type of [
      "application/json; charset=utf-7",
      "application/json; charset=utf-16",
      "application/json garbage",
      "application/jsonx",
      "application/json;;",
    ])
      expect([type, await statusOf({ "content-type": type })]).toEqual([type, 415]);
    for (const type of ["APPLICATION/JSON", "application/json; charset=UTF-8", 'application/json;charset="utf-8"'])
      expect([type, await statusOf({ "content-type": type })]).toEqual([type, 200]);
    for (const encoding of ["gzip", "gzip, gzip", "br"])
      expect(await statusOf({ "content-type": "application/json", "content-encoding": encoding })).toBe(415);
    const get = await service.request({
      as: "admin",
      method: "GET",
      url: `/graphql?query=${encodeURIComponent("{ viewer { eid } }")}`,
      headers: { "content-type": "text/plain", "apollo-require-preflight": "1" },
    });
    expect(get.status).toBe(415);
  });

  test("several operations in one body: batching is off", async () => {
    for (const count of [2, 1_000]) {
      const payload = Array.from({ length: count }, () => ({ query: "{ viewer { eid } }" }));
      const answer = await service.request({ as: "admin", method: "POST", url: "/graphql", payload });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("batching disabled")]);
    }
  });

  test("10,000 bodies of random bytes: refused, and nothing else happens", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const answer = await service.app.inject({
          method: "POST",
          url: "/graphql",
          payload: Buffer.from(bytes),
          headers: { "content-type": "application/json" },
        });
        return answer.statusCode >= 400 && answer.statusCode < 500;
      }),
      { numRuns: 10_000 },
    );
    expect(await send("{ viewer { eid } }")).toEqual(OK);
  }, 120_000);
});
