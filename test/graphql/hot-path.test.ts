import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../lib/clock.js";
import { systemRandom } from "../../lib/eid.js";
import { DEFAULT_LIMITS } from "../../lib/operation-limits.js";
import { createLog } from "../../lib/log.js";
import { buildServer } from "../../gateway/http/server.js";
import { startService, TEST_NOW, type TestService } from "../kit/service.js";
import { APIKEY } from "../kit/world.js";

let service: TestService;
let app: FastifyInstance;
/** How often Apollo Server has handed an operation to the engine. */
let viaApollo = 0;

beforeAll(async () => {
  service = await startService();
  const { gateway } = service;
  app = await serve({
    ...gateway,
    prepare: (document, operationName) => {
      viaApollo += 1;
      return gateway.prepare(document, operationName);
    },
  });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

async function serve(
  gateway: TestService["gateway"],
  introspection: "signed-in" | "staff" = "signed-in",
): Promise<FastifyInstance> {
  const server = await buildServer({
    gateway,
    database: service.db.database,
    clock: fixedClock(TEST_NOW),
    random: systemRandom,
    log: createLog("silent"),
    config: {
      restPrefixAliases: new Map(),
      restGetMutations: false,
      routeSunsets: new Map(),
      subgraphSecret: null,
      introspection,
      limits: DEFAULT_LIMITS,
      registeredOperations: "off" as const,
      registeredLimits: DEFAULT_LIMITS,
    },
    explorer: { seed: null, operations: [] },
    development: true,
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  return server;
}

interface Asked {
  payload: unknown;
  /** In place of the payload, as it is sent. */
  text?: string;
  headers?: Record<string, string>;
  as?: keyof TestService["world"]["tokens"];
}

/** What a client sees of an answer, but for what differs in every request. */
async function ask({ payload, text, headers = {}, as = "admin" }: Asked, server = app) {
  const answer = await request(`${server.listeningOrigin}/graphql?apikey=${APIKEY}`, {
    method: "POST",
    body: text ?? JSON.stringify(payload),
    headers: {
      "content-type": "application/json",
      authorization: `Token ${service.world.tokens[as]}`,
      ...headers,
    },
  });
  const body = await answer.body.text();
  const { date: _date, "x-request-id": requestId, ...rest } = answer.headers;
  return { status: answer.statusCode, headers: rest, body: body.replaceAll(String(requestId), "<requestId>") };
}

/** Sends a body in pieces that arrive one by one; in chunks when its length is not told. */
async function sendPieces(pieces: readonly string[], length: number | undefined) {
  const { port } = new URL(app.listeningOrigin);
  const sent = httpRequest({
    port,
    method: "POST",
    path: `/graphql?apikey=${APIKEY}`,
    headers: {
      "content-type": "application/json",
      authorization: `Token ${service.world.tokens.admin}`,
      ...(length !== undefined && { "content-length": length }),
    },
  });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  for (const piece of pieces) {
    sent.write(piece);
    await sleep(20);
  }
  sent.end();
  const [answer] = await answered;
  return { status: answer.statusCode, body: await readText(answer) };
}

/** Any header of ours but the one for statements. */
const THROUGH_APOLLO = { "adgraph-nothing": "1" };

/**
 * Asks through Apollo Server, then often enough to be compiled, then through Apollo Server again.
 * Gives back the answer, and how many of the repetitions Apollo Server was not needed for.
 */
async function askBothWays(asked: Asked) {
  const first = await ask(asked);
  const before = viaApollo;
  const repeated = [await ask(asked), await ask(asked), await ask(asked)];
  const hot = repeated.length - (viaApollo - before);
  for (const answer of repeated) expect(answer).toEqual(first);
  expect(await ask({ ...asked, headers: { ...asked.headers, ...THROUGH_APOLLO } })).toEqual(first);
  return { ...first, hot };
}

const CAMPAIGNS = `query Campaigns($first: Int, $eid: ID!, $more: Boolean = false, $less: Boolean! = false) {
  advertisable(eid: $eid) {
    named: name
    __typename
    campaigns(first: $first, orderBy: [{field: NAME}]) {
      nodes { id ...Parts eid @skip(if: $less) deliveries(range: {pastDays: 3}) @include(if: $more) { summary { impressions cost { amount } ctr } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}
fragment Parts on Campaign { name status made: createdAt }`;

describe("a known operation is answered with the same status, headers and bytes as through Apollo Server", () => {
  test("with variables, fragments, aliases, and every choice of @skip and @include", async () => {
    const eid = service.world.granted.advertisable;
    for (const variables of [
      { eid },
      { eid, first: 1 },
      { eid, more: true },
      { eid, less: true },
      { eid, more: true, less: true, first: 2 },
      { eid: "AAAAAAAAAAAAAAAAAAAAAA", more: true },
      { eid: service.world.foreign.advertisable },
    ]) {
      const { status, hot } = await askBothWays({ payload: { query: CAMPAIGNS, variables }, as: "granted" });
      expect([status, hot]).toEqual([200, 3]);
    }
  });

  test("partial data with errors, codes and request id in them", async () => {
    const query = `query ($eid: ID!) { viewer { username } campaign(eid: $eid) { eid } also: node(id: "nothing") { id } }`;
    const answer = await askBothWays({ payload: { query, variables: { eid: "BBBBBBBBBBBBBBBBBBBBBB" } } });
    expect(answer).toMatchObject({ status: 200, hot: 3 });
    expect(answer.body).toMatch(/^\{"errors":\[.*"NOT_FOUND".*"<requestId>".*"data":\{"viewer":\{/);
  });

  test("variables that do not fit are left to Apollo Server: 400", async () => {
    const fits = { query: CAMPAIGNS, variables: { eid: "x" } };
    await ask({ payload: fits });
    for (const variables of [{}, null, { eid: { a: 1 } }, { eid: "x", first: "y" }, { eid: null, more: 3 }]) {
      const { status, hot } = await askBothWays({ payload: { ...fits, variables } });
      expect([status, hot]).toEqual([400, 0]);
    }
  });

  test("variables that do not fit get 200 from who accepts application/json and nothing newer", async () => {
    const payload = { query: CAMPAIGNS, variables: { eid: { a: 1 } } };
    const statusFor = async (accept: string) => (await askBothWays({ payload, headers: { accept } })).status;
    expect(await statusFor("application/json")).toBe(200);
    expect(await statusFor("application/graphql-response+json, application/json")).toBe(400);
  });

  test("any Accept header, and the count of statements where it was asked for", async () => {
    const payload = { query: "{ viewer { username role } }", variables: null, operationName: null };
    for (const accept of [
      undefined,
      "*/*",
      "application/json",
      "application/graphql-response+json",
      "application/graphql-response+json, application/json;q=0.9",
      "application/graphql-response+json;q=0.5, application/json;q=0.9",
      "application/json; charset=utf-8",
    ]) {
      const headers = { ...(accept !== undefined && { accept }), "adgraph-statements": "count" };
      const { status, body, hot } = await askBothWays({ payload, headers });
      expect([accept, status, hot]).toEqual([accept, 200, 3]);
      expect(body).toMatch(/^\{"data":\{"viewer":\{.*\},"extensions":\{"statements":\d+\}\}\n$/);
    }
    expect(await askBothWays({ payload, headers: { accept: "image/png" } })).toMatchObject({ status: 406, hot: 0 });
  });

  test("one of several operations, by its name; a name that is not there is refused as ever", async () => {
    const query = "query A { viewer { username } } query B { viewer { role } }";
    const answers = new Set<string>();
    for (const operationName of ["A", "B"])
      answers.add((await askBothWays({ payload: { query, operationName } })).body);
    expect(answers.size).toBe(2);
    for (const operationName of ["C", "", undefined])
      expect(await askBothWays({ payload: { query, operationName } })).toMatchObject({ status: 400 });
    const only = "{ viewer { username } }";
    await askBothWays({ payload: { query: only } });
    for (const operationName of ["C", ""])
      expect(await askBothWays({ payload: { query: only, operationName } })).toMatchObject({ status: 400, hot: 0 });
  });

  test("a mutation does its work each time", async () => {
    const query = `mutation ($eid: ID!, $name: String!) { editCampaign(input: {eid: $eid, name: $name}) { campaign { name } } }`;
    const eid = service.world.granted.campaign;
    const before = viaApollo;
    for (const name of ["One", "Two", "Three", "Four"]) {
      const { status, body } = await ask({ payload: { query, variables: { eid, name } } });
      expect([status, body]).toEqual([200, `{"data":{"editCampaign":{"campaign":{"name":"${name}"}}}}\n`]);
      expect(await ask({ payload: { query: `{ campaign(eid: "${eid}") { name } }` } })).toMatchObject({
        body: `{"data":{"campaign":{"name":"${name}"}}}\n`,
      });
    }
    expect(viaApollo - before).toBe(2);
  });

  test("characters that JSON or UTF-8 write in another way, and names of JavaScript's own", async () => {
    const eid = service.world.granted.campaign;
    const name = `"quoted" \\ tab\t Zürich 東京 😀 \u2028 ${"long ".repeat(15)}é`;
    const query = `mutation ($eid: ID!, $name: String!) { editCampaign(input: {eid: $eid, name: $name}) { campaign { name } } }`;
    expect(await ask({ payload: { query, variables: { eid, name } } })).toMatchObject({ status: 200 });
    const answer = await askBothWays({
      payload: { query: `{ __proto__: campaign(eid: "${eid}") { constructor: name toString: eid __typename } }` },
    });
    expect(answer.hot).toBe(3);
    expect(answer.body).toBe(
      `{"data":{"__proto__":{"constructor":${JSON.stringify(name)},"toString":"${eid}","__typename":"Campaign"}}}\n`,
    );
  });
});

describe("a known operation opens nothing", () => {
  const query = "{ viewer { username } }";

  test("to a stranger: 401 before the document is looked at", async () => {
    await ask({ payload: { query } });
    expect(await ask({ payload: { query }, headers: { authorization: "Token agp_wrong" } })).toMatchObject({
      status: 401,
    });
  });

  test("to a form or a text body, which any page may send", async () => {
    await ask({ payload: { query } });
    expect(
      await ask({ payload: { query }, headers: { "content-type": "application/x-www-form-urlencoded" } }),
    ).toMatchObject({ status: 400 });
    expect(await ask({ payload: { query }, headers: { "content-type": "text/plain" } })).toMatchObject({ status: 415 });
    expect(await ask({ payload: [{ query }] })).toMatchObject({ status: 400 });
    expect(await ask({ payload: { query, extensions: "x" } })).toMatchObject({ status: 400 });
    expect(await ask({ payload: { query, variables: "{}" } })).toMatchObject({ status: 400 });
    expect(await ask({ payload: { query, operationName: 5 } })).toMatchObject({ status: 400 });
    expect(await ask({ payload: undefined, headers: { "content-length": "0" } })).toMatchObject({ status: 400 });
  });

  test("about the schema: what staff have asked before is still refused to others", async () => {
    const strict = await serve(service.gateway, "staff");
    try {
      const hidden = "query A { viewer { username } } query B { __schema { queryType { name } } }";
      for (const operationName of ["A", "B"]) {
        const payload = { query: hidden, operationName };
        for (let again = 0; again < 3; again += 1) {
          expect(await ask({ payload, as: "staff" }, strict)).toMatchObject({ status: 200 });
          expect(await ask({ payload, as: "admin" }, strict)).toMatchObject({ status: 400 });
        }
      }
    } finally {
      await strict.close();
    }
  });

  test("to a wrong password, which counts once", async () => {
    const headers = { authorization: `Basic ${Buffer.from("somebody@test.test:wrong").toString("base64")}` };
    await askBothWays({ payload: { query } });
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await ask({ payload: { query }, headers })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test("to a key that would change what objects inherit, written plainly or with escapes", async () => {
    const named = `query ($eid: ID!) { campaign(eid: $eid) { eid } }`;
    const eid = service.world.granted.campaign;
    expect(await askBothWays({ payload: { query: named, variables: { eid } } })).toMatchObject({ status: 200, hot: 3 });
    for (const key of ["__proto__", "\\u005f_proto__", "__pr\\u006fto__"]) {
      const text = `{"query":${JSON.stringify(named)},"variables":{"eid":"${eid}","${key}":{"polluted":1}}}`;
      expect(await ask({ payload: undefined, text })).toMatchObject({ status: 400 });
    }
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("to a stranger who wants it to be busy: a megabyte of escapes is refused as fast as any other body", async () => {
    await askBothWays({ payload: { query } });
    const began = performance.now();
    const text = `{"query":"${"\\u0041".repeat(170_000)}`;
    const stranger = { authorization: "Token agp_wrong" };
    expect(await ask({ payload: undefined, text, headers: stranger })).toMatchObject({ status: 400 });
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test("to a body that ends early or comes in pieces: whole ones are answered however they come", async () => {
    const body = JSON.stringify({ query });
    await askBothWays({ payload: { query } });
    const pieces = [body.slice(0, 5), body.slice(5, 9), body.slice(9)];
    for (const isChunked of [false, true]) {
      const answer = await sendPieces(pieces, isChunked ? undefined : Buffer.byteLength(body));
      expect(answer).toMatchObject({ status: 200, body: `{"data":{"viewer":{"username":"admin"}}}\n` });
    }
    expect(await sendPieces([`{"query": "{ viewer`, ` }`], 20)).toMatchObject({ status: 400 });
  });

  test("of another viewer's objects", async () => {
    const payload = { query: "{ advertisables { nodes { eid } } viewer { username } }" };
    const admin = await askBothWays({ payload, as: "admin" });
    const user = await askBothWays({ payload, as: "granted" });
    expect(user.body).not.toBe(admin.body);
    expect([user.hot, admin.hot]).toEqual([3, 3]);
  });
});
