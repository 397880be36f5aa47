import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await startService({ logTo: { write: (line) => void lines.push(line) } });
});
afterAll(async () => await service.close());

async function post(payload: string | object, headers: Record<string, string> = {}) {
  return await service.request({ as: "admin", method: "POST", url: "/graphql", payload, headers });
}

/** Status and code of the first error; every error must name its request and hold nothing internal. */
async function refusal(payload: string | object, headers: Record<string, string> = {}): Promise<string> {
  const answer = await post(payload, headers);
  const { errors } = answer.json as { errors: { message: string; extensions: { code: string; requestId: string } }[] };
  for (const error of errors) expect(error.extensions.requestId).toBe(answer.headers["x-request-id"]);
  expect(answer.text).not.toMatch(/stacktrace|node_modules|Did you mean|\.ts:/);
  return `${answer.status} ${errors[0]?.extensions.code}`;
}

describe("POST /graphql", () => {
  test("what is no GraphQL, or does not fit the schema: 400 with its code", async () => {
    expect(await refusal({ query: "{" })).toBe("400 GRAPHQL_PARSE_FAILED");
    expect(await refusal({ query: "{ advertisble(eid: 1) { eid } }" })).toBe("400 GRAPHQL_VALIDATION_FAILED");
    expect(await refusal({ query: "{ _entities(representations: []) { __typename } }" })).toBe(
      "400 GRAPHQL_VALIDATION_FAILED",
    );
    expect(await refusal({ query: "{ _service { sdl } }" })).toBe("400 GRAPHQL_VALIDATION_FAILED");
    expect(await refusal({ query: "query A { viewer { eid } } query B { viewer { eid } }" })).toBe(
      "400 BAD_USER_INPUT",
    );
    expect(await refusal({ query: "subscription { x }" })).toBe("400 GRAPHQL_VALIDATION_FAILED");
    expect(await refusal({})).toBe("400 BAD_USER_INPUT");
    expect(await refusal([{ query: "{ viewer { eid } }" }])).toBe("400 BAD_USER_INPUT");
  });

  test("variables that do not fit: 400 that says why, before anything runs", async () => {
    const query =
      "query ($eid: ID!, $first: Int, $range: DateRangeInput!) { advertisable(eid: $eid) { campaigns(first: $first) { nodes { eid } } deliveries(range: $range) { start } } }";
    const eid = service.world.granted.advertisable;
    for (const variables of [
      {},
      { eid, range: {} },
      { eid, range: { pastDays: 1, between: { start: "2023-01-01", endExclusive: "2023-01-02" } } },
      { eid, range: { pastDays: "x" } },
      { eid, first: 2 ** 31, range: { pastDays: 1 } },
      { eid: { $ne: 1 }, range: { pastDays: 1 } },
    ]) {
      expect(await refusal({ query, variables })).toBe("400 BAD_USER_INPUT");
    }
  });

  test("values that only the area can judge: 200, null and an error with its path", async () => {
    const { granted } = service.world;
    for (const args of [
      `range: {between: {start: "2023-02-30", endExclusive: "2023-03-01"}}`,
      `range: {between: {start: "2023-03-02", endExclusive: "2023-03-01"}}`,
      "range: {pastDays: -1}",
      `range: {pastDays: 1}, currency: "XXX"`,
    ]) {
      const { status, data, errors } = await service.graphql(
        `{ advertisable(eid: "${granted.advertisable}") { name deliveries(${args}) { summary { impressions } } } }`,
      );
      expect([args, status === 200 ? data : null, errors?.[0]?.extensions.code]).toEqual([
        args,
        status === 200 ? { advertisable: { name: "Granted", deliveries: null } } : null,
        errors?.[0]?.extensions.code === "GRAPHQL_VALIDATION_FAILED" ? "GRAPHQL_VALIDATION_FAILED" : "BAD_USER_INPUT",
      ]);
    }
  });

  test("values that no column can hold are bad input wherever they stand, never a failure of ours", async () => {
    const { advertisable, campaign } = service.world.granted;
    for (const [query, variables] of [
      ["query ($x: String) { campaigns(filter: { name: { contains: $x } }) { nodes { eid } } }", { x: "a\0b" }],
      ["query ($x: [String!]) { campaigns(filter: { eid: { in: $x } }) { nodes { eid } } }", { x: ["\0"] }],
      ["query ($x: ID!) { user(eid: $x) { eid } }", { x: "\0" }],
      [
        `query ($x: [ID!]) { advertisable(eid: "${advertisable}") { deliveries(range: { pastDays: 1 }, filter: { adEids: $x }) { summary { clicks } } } }`,
        { x: ["\0"] },
      ],
      [
        `mutation ($x: String) { editCampaign(input: { eid: "${campaign}", name: $x }) { campaign { eid } } }`,
        { x: "half \ud800 a pair" },
      ],
      [
        `mutation ($x: Date) { editCampaign(input: { eid: "${campaign}", startDate: $x }) { campaign { eid } } }`,
        { x: "0000-01-01" },
      ],
      [
        `mutation ($x: Date) { editCampaign(input: { eid: "${campaign}", endDate: $x }) { campaign { eid } } }`,
        { x: "2023-02-30" },
      ],
      [
        "query ($x: [CampaignOrder!]) { campaigns(orderBy: $x) { nodes { eid } } }",
        { x: Array.from({ length: 120 }, () => ({ field: "NAME" })) },
      ],
    ] as const) {
      const { errors } = await service.graphql(query, variables);
      expect([query, errors?.[0]?.extensions.code]).toEqual([query, "BAD_USER_INPUT"]);
    }
  });

  test("null where a default stands for what is not given, and a currency in small letters, are bad input", async () => {
    const eid = service.world.granted.advertisable;
    const withNull = `query ($c: CurrencyCode = "EUR") { advertisable(eid: "${eid}") { deliveries(currency: $c, range: { pastDays: 1 }) { start } } }`;
    expect((await service.graphql(withNull, { c: null })).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    const small = 'mutation { createAdvertisable(input: { name: "Small", currency: "usd" }) { advertisable { eid } } }';
    expect((await service.graphql(small)).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });

  test("bodies: malformed 400, over 1 MiB 413, another type 415", async () => {
    for (const body of ["{", "", "null", '"text"'])
      expect(await refusal(body, { "content-type": "application/json" })).toBe("400 BAD_USER_INPUT");
    expect(await refusal({ query: `# ${"x".repeat(1_048_577)}\n{ viewer { eid } }` })).toBe("413 REQUEST_TOO_LARGE");
    for (const type of ["text/plain", "application/graphql", "multipart/form-data; boundary=x"])
      expect(await refusal("x", { "content-type": type })).toBe("415 UNSUPPORTED_MEDIA_TYPE");
    // A form can be sent by any page: it is refused whatever it holds.
    expect(await refusal("query=%7Bviewer%7Beid%7D%7D", { "content-type": "application/x-www-form-urlencoded" })).toBe(
      "400 BAD_USER_INPUT",
    );
  });

  test("names that JavaScript objects have of their own are ordinary names", async () => {
    const { data } = await service.graphql(
      "query ($toString: Boolean!) { __proto__: viewer { constructor: username @include(if: $toString) toString: eid } }",
      { toString: true },
    );
    expect(JSON.stringify(data)).toMatch(/"__proto__":\{"constructor":"admin","toString":"USERADMIN/);
    expect(({} as { username?: string }).username).toBeUndefined();
  });
});

describe("GET /graphql", () => {
  const url = `/graphql?query=${encodeURIComponent("{ viewer { username } }")}`;

  test("a query with the preflight header is answered; without it, it is refused", async () => {
    const answered = await service.request({
      as: "admin",
      method: "GET",
      url,
      headers: { "apollo-require-preflight": "1" },
    });
    expect(answered).toMatchObject({ status: 200, json: { data: { viewer: { username: "admin" } } } });
    const refused = await service.request({ as: "admin", method: "GET", url });
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ extensions: { code: "BAD_USER_INPUT", requestId: refused.headers["x-request-id"] } }] },
    });
  });

  test("a mutation is 405", async () => {
    const mutation = `/graphql?query=${encodeURIComponent('mutation { pauseAd(input: {eid: "x"}) { ad { eid } } }')}`;
    const answer = await service.request({
      as: "admin",
      method: "GET",
      url: mutation,
      headers: { "apollo-require-preflight": "1" },
    });
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "POST"]);
    expect(answer.json).toMatchObject({
      errors: [{ extensions: { code: "METHOD_NOT_ALLOWED", requestId: answer.headers["x-request-id"] } }],
    });
  });

  test("a client that takes no JSON is told so", async () => {
    const headers = { accept: "image/png", "apollo-require-preflight": "1" };
    const answer = await service.request({ as: "admin", method: "GET", url, headers });
    expect(answer).toMatchObject({ status: 406, json: { errors: [{ extensions: { code: "NOT_ACCEPTABLE" } }] } });
  });

  test("a browser gets the explorer without signing in", async () => {
    const page = await service.request({ method: "GET", url: "/graphql", headers: { accept: "text/html,*/*" } });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  });
});

test("other methods are 405 and name the right ones", async () => {
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
    const answer = await service.request({ as: "admin", method, url: "/graphql" });
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, HEAD, POST"]);
  }
});

test("a failure of ours is masked: a code and the request's id, nothing else; the log has the rest", async () => {
  await service.db.owner.query("alter table entities.campaign rename column name to hidden_name");
  try {
    lines.length = 0;
    const { status, data, errors } = await service.graphql(
      `{ viewer { username } campaign(eid: "${service.world.granted.campaign}") { eid } }`,
    );
    expect([status, data]).toEqual([200, { viewer: { username: "admin" }, campaign: null }]);
    expect(errors).toEqual([
      {
        message: "Something went wrong on our side.",
        path: ["campaign"],
        extensions: { code: "INTERNAL_SERVER_ERROR", requestId: expect.any(String) },
      },
    ]);
    const rest = await service.request({
      as: "admin",
      method: "GET",
      url: `/api/v1/campaign/get?campaign=${service.world.granted.campaign}`,
    });
    expect(rest).toMatchObject({
      status: 500,
      json: { errors: [{ message: "Something went wrong on our side.", code: 8 }] },
    });
    expect(lines.join("")).toContain("column t.name does not exist");
  } finally {
    await service.db.owner.query("alter table entities.campaign rename column hidden_name to name");
  }
});

test("no credential, apikey or e-mail address reaches the log", async () => {
  lines.length = 0;
  await service.graphql("{ viewer { email } }");
  await service.request({ as: "admin", method: "GET", url: "/api/v1/organization/get" });
  await service.request({
    method: "GET",
    url: "/api/v1/organization/get?apikey=secret-key",
    headers: { authorization: "Basic c2VjcmV0OnNlY3JldA==" },
  });
  await service.request({
    method: "POST",
    url: "/auth/token",
    payload: "grant_type=password&username=a@secret.test&password=secret-word&client_id=x&client_secret=y",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const log = lines.join("");
  expect(log).toContain("/api/v1/organization/get?apikey=***");
  expect(log).not.toMatch(/secret-key|c2VjcmV0|secret-word|secret\.test|test-apikey|example\.test|agp_/);
});

test("health: live and ready, without signing in", async () => {
  expect(await service.request({ method: "GET", url: "/health/live" })).toMatchObject({
    status: 200,
    json: { status: "live" },
  });
  expect(await service.request({ method: "GET", url: "/health/ready" })).toMatchObject({
    status: 200,
    json: { status: "ready" },
  });
});

test("introspection answers those who are signed in", async () => {
  const { data } = await service.graphql(
    '{ __schema { queryType { name } } __type(name: "DateRangeInput") { kind isOneOf } }',
  );
  expect(data).toEqual({ __schema: { queryType: { name: "Query" } }, __type: { kind: "INPUT_OBJECT", isOneOf: true } });
});
