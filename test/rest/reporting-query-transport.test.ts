import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, isObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerTo, dataOf, postQuery, QUERY_PATH, type QueryAnswer } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";
import { APIKEY } from "../kit/world.js";

/** How the old reporting query speaks: 200 for whatever is a GraphQL request, 400 for what is none. */
let service: TestService;
beforeAll(async () => {
  service = await startService({
    introspection: "off",
    restPrefixAliases: new Map([["/old/query", "/reporting/api/v1/query"]]),
    routeSunsets: new Map([["POST /reporting/api/v1/query", "2027-06-30"]]),
  });
});
afterAll(async () => await service.close());

const BUILD = "{ build }";

describe("errors of a GraphQL request are answered with 200", () => {
  test.each([
    ["what is no GraphQL", "{ build", "GRAPHQL_PARSE_FAILED", { line: 1, column: 8 }],
    ["a field that there is not", "{ build nothing }", "GRAPHQL_VALIDATION_FAILED", { line: 1, column: 9 }],
    ["a mutation", "mutation { build }", "GRAPHQL_VALIDATION_FAILED", { line: 1, column: 1 }],
    [
      "a literal that is no day",
      '{ accountMetrics { summary(advertisable: "x", start: "2023-02-30") { cost } } }',
      "GRAPHQL_VALIDATION_FAILED",
      undefined,
    ],
    ["an argument that is missing", "{ campaign { byEID { eid } } }", "GRAPHQL_VALIDATION_FAILED", undefined],
  ])("%s", async (_what, query, code, location) => {
    const { data, errors } = await answerTo(service, query);
    expect(data).toBeUndefined();
    expect(errors?.[0]).toMatchObject({
      message: expect.any(String),
      locations: [location ?? { line: 1, column: expect.any(Number) }],
      extensions: { code, requestId: expect.stringMatching(/^.{22}$/) },
    });
  });

  test("a variable that does not fit", async () => {
    const query = 'query ($day: Date) { accountMetrics { summary(advertisable: "x", start: $day) { cost } } }';
    const { data, errors } = await answerTo(service, query, { day: "soon" });
    expect(data).toBeUndefined();
    expect(errors?.[0]?.message).toContain("A Date must be a day from 1900 to 9998");
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });

  test("a field that cannot be answered: the rest of the data stands, and the path says where", async () => {
    const { data, errors } = await answerTo<object>(
      service,
      `query ($shop: String!) { build
        a: accountMetrics { summary(advertisable: $shop, start: "2023-01-01", end: "2023-03-01") { cost } }
        b: accountMetrics { summary(advertisable: $shop, pastDays: 1, currency: "XXX") { cost } }
        c: accountMetrics { summary(advertisable: $shop, pastDays: -1) { cost } } }`,
      { shop: service.world.granted.advertisable },
    );
    expect(data).toMatchObject({
      build: expect.any(String),
      a: { summary: null },
      b: { summary: null },
      c: { summary: null },
    });
    const found = errors?.map(({ path, extensions }) => [path?.[0], extensions.code]).toSorted();
    expect(found).toEqual([
      ["a", "BAD_USER_INPUT"],
      ["b", "BAD_USER_INPUT"],
      ["c", "BAD_USER_INPUT"],
    ]);
    expect(errors?.find(({ path }) => path?.[0] === "a")?.message).toBe("The range must not be longer than 30 days.");
  });

  test("several operations: operationName says which one is meant", async () => {
    const query = "query A { build } query B { requestId }";
    const nameless = (await postQuery(service, { query })).json as QueryAnswer<object>;
    expect(nameless.errors?.[0]?.message).toBe(
      "The query holds several operations: operationName must say which one is meant.",
    );
    const blank = (await postQuery(service, { query, operationName: "" })).json as QueryAnswer<object>;
    expect(blank.errors?.[0]?.message).toBe(nameless.errors?.[0]?.message);
    const wrong = await postQuery(service, { query, operationName: "C" });
    expect([wrong.status, (wrong.json as QueryAnswer<object>).errors?.[0]?.message]).toEqual([
      200,
      "The query holds no operation named C.",
    ]);
    const named = await postQuery(service, { query, operationName: "A" });
    expect(named.json).toEqual({ data: { build: expect.any(String) } });
    const empty = await postQuery(service, { query: "fragment A on User { eid }" });
    expect([empty.status, "errors" in Object(empty.json)]).toEqual([200, true]);
  });

  test("the limits of the main endpoint", async () => {
    const aliases = Array.from({ length: 31 }, (_, index) => `a${index}: build`).join(" ");
    const deep = `{ user { advertisables ${"{ campaigns { adgroups { ads { metrics { summary ".repeat(2)}{ cost }${" } } } } }".repeat(2)} } }`;
    const ids = Array.from({ length: 1_001 }, () => "x");
    for (const [query, code, variables] of [
      [`{ ${aliases} }`, "MAX_ALIASES_LIMIT", {}],
      [`{ ${"build ".repeat(11)} }`, "MAX_ROOT_FIELDS_LIMIT", {}],
      [deep, "MAX_DEPTH_LIMIT", {}],
      [`{ ${"build ".repeat(1_001)} }`, "GRAPHQL_PARSE_FAILED", {}],
      ["query ($ids: [String!]!) { ad { byEIDs(ads: $ids) { eid } } }", "MAX_LIST_ITEMS_LIMIT", { ids }],
      ["query ($id: String!) { ad { byEID(ad: $id) { eid } } }", "BAD_USER_INPUT", { id: "\u0000" }],
    ] as const) {
      const { data, errors } = await answerTo(service, query, variables);
      expect([data, errors?.map(({ extensions }) => extensions.code)]).toEqual([undefined, [code]]);
    }
  });

  test("what there is to find stays hidden: names of the unified graph are none here", async () => {
    const { errors } = await answerTo(service, "{ advertisables { nodes { eid } } }");
    expect(errors?.[0]?.extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
  });
});

describe("what is no GraphQL request is answered with 400", () => {
  test.each([
    ["an empty object", {}],
    ["a query that is no text", { query: 1 }],
    ["a list", [{ query: BUILD }]],
    ["variables that are no object", { query: BUILD, variables: [1] }],
    ["a name that is no text", { query: BUILD, operationName: 1 }],
    ["an apikey", { query: BUILD, apikey: APIKEY }],
  ])("%s", async (_what, payload) => {
    const { status, json } = await postQuery(service, payload);
    expect([status, json]).toEqual([
      400,
      {
        errors: [
          {
            message: expect.any(String),
            extensions: { code: "BAD_USER_INPUT", requestId: expect.stringMatching(/^.{22}$/) },
          },
        ],
      },
    ]);
  });

  test.each([
    ["not JSON", "{ query", "application/json", 400],
    ["a form", "query=%7B%20build%20%7D", "application/x-www-form-urlencoded", 400],
    ["text", BUILD, "text/plain", 415],
    ["JSON of another charset", JSON.stringify({ query: BUILD }), "application/json; charset=latin1", 415],
    ["nothing", undefined, "application/json", 400],
  ])("%s", async (_what, payload, type, expected) => {
    const { status, json } = await service.request({
      as: "admin",
      method: "POST",
      url: QUERY_PATH,
      headers: { "content-type": type },
      ...(payload !== undefined && { payload }),
    });
    const extensions = { code: expect.any(String), requestId: expect.any(String) };
    expect([status, json]).toEqual([expected, { errors: [{ message: expect.any(String), extensions }] }]);
  });
});

test.each([null, ""])("null variables, and %j as the name, are as good as none", async (operationName) => {
  const answer = await postQuery(service, { query: BUILD, variables: null, operationName, extensions: {} });
  expect([answer.status, answer.json]).toEqual([200, { data: { build: expect.any(String) } }]);
});

test("it answers POST, and under an older path too", async () => {
  for (const method of ["GET", "PUT", "DELETE", "PATCH"] as const) {
    const answer = await service.request({ as: "admin", method, url: QUERY_PATH });
    expect([method, answer.status, answer.headers["allow"]]).toEqual([method, 405, "POST"]);
  }
  const old = await service.request({ as: "admin", method: "POST", url: "/old/query", payload: { query: BUILD } });
  expect([old.status, old.json]).toEqual([200, { data: { build: expect.any(String) } }]);
});

test("the day on which it goes is told by every answer, and in the documentation", async () => {
  const sunset = "Wed, 30 Jun 2027 00:00:00 GMT";
  for (const options of [{ payload: { query: BUILD } }, { payload: {} }, { method: "GET" }] as const) {
    const answer = await service.request({ as: "admin", method: "POST", url: "/old/query", ...options });
    expect([answer.status, answer.headers["sunset"]]).toEqual([answer.status, sunset]);
  }
  const { json } = await service.request({ url: "/openapi.json" });
  expect(json).toMatchObject({
    paths: {
      [QUERY_PATH]: { post: { deprecated: true, description: expect.stringContaining("It goes on 2027-06-30.") } },
    },
  });
});

test("whoever is signed in may ask for the schema, which describes everything", async () => {
  const introspection = await dataOf<IntrospectionQuery>(service, getIntrospectionQuery(), {}, "granted");
  const schema = buildClientSchema(introspection);
  expect(schema.getMutationType() ?? null).toBeNull();
  const undescribed = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__") && !["String", "Boolean", "Int"].includes(name))
    .flatMap((type) => {
      const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
      return [
        ...(type.description ? [] : [type.name]),
        ...fields.filter(({ description }) => !description).map(({ name }) => `${type.name}.${name}`),
        ...fields.flatMap(({ name, args }) =>
          args.filter(({ description }) => !description).map((arg) => `${type.name}.${name}.${arg.name}`),
        ),
      ];
    });
  expect(undescribed).toEqual([]);
});

test("a request has one today, also around midnight", async () => {
  let now = Date.parse("2024-02-28T23:00:00Z");
  // Areas elsewhere would take a request of an hour ago for a replayed one.
  const ticking = await startService({ clock: { now: () => (now += 3_600_000) }, subgraphs: "local" });
  const metrics = Array.from({ length: 25 }, (_, n) => `m${n}: metrics(pastDays: 1) { byDate { date } }`).join(" ");
  const { advertisable } = await dataOf<{ advertisable: { byEID: Record<string, { byDate: { date: string }[] }> } }>(
    ticking,
    `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { ${metrics} } } }`,
    { shop: ticking.world.granted.advertisable },
  );
  const days = Object.values(advertisable.byEID).flatMap(({ byDate }) => byDate.map(({ date }) => date));
  expect([days.length, new Set(days).size]).toEqual([25, 1]);
  await ticking.close();
});
