import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRemoteQuestions, GATEWAY_NAME, QUESTIONS_PATH } from "../../gateway/remote-questions.js";
import { fixedClock } from "../../lib/clock.js";
import { SIGNATURE_HEADER, signRequest } from "../../lib/signed-request.js";
import type { Viewer } from "../../lib/viewer.js";
import { AREA_SECRET } from "../kit/remote-areas.js";
import { startService, TEST_NOW, type TestService } from "../kit/service.js";
import { ALPHA, APIKEY, BETA, STAFF, userEid } from "../kit/world.js";

const CLOCK = fixedClock(TEST_NOW);
const ENTITIES = "query ($r: [_Any!]!) { _entities(representations: $r) { ... on Campaign { name } } }";

let service: TestService;
beforeAll(async () => {
  service = await startService({ subgraphs: "http" });
});
afterAll(async () => await service.close());

function viewer(role: Viewer["role"], advertisables: readonly string[], organizationEid = ALPHA): Viewer {
  return { userEid: userEid("granted"), organizationEid, role, advertisables, apiClient: APIKEY };
}

function bodyOf(query: string, variables: object, from: unknown): string {
  return JSON.stringify({ query, variables, extensions: { asker: from } });
}

function asker(as: Viewer | null) {
  return { viewer: as, requestId: "request", pageLimit: 100 };
}

/** A request straight to the entities area. */
async function ask(options: InjectOptions) {
  const app = service.areas.servers.get("entities");
  if (app === undefined) throw new Error("the area is not there");
  const answer = await app.inject({ headers: { "content-type": "application/json" }, ...options });
  return { status: answer.statusCode, json: JSON.parse(answer.body) as { data?: unknown; errors?: unknown[] } };
}

async function askSigned(
  body: string,
  { recipient = "entities", secret = AREA_SECRET, clock = CLOCK, path = "/graphql" } = {},
) {
  const headers = {
    "content-type": "application/json",
    [SIGNATURE_HEADER]: signRequest({ recipient, method: "POST", path, body }, secret, clock),
  };
  return await ask({ method: "POST", url: path, payload: body, headers });
}

const REFUSED = { status: 401, json: { errors: [{ extensions: { code: "UNAUTHENTICATED" } }] } };

describe("an area that runs alone", () => {
  test.each([
    "{ __typename }",
    "{ _service { sdl } }",
    "{ __schema { queryType { name } } }",
    "{ advertisables { nodes { name } } }",
  ])("UNAUTHENTICATED without a signature, by POST and by GET: %s", async (query) => {
    expect(await ask({ method: "POST", url: "/graphql", payload: { query } })).toMatchObject(REFUSED);
    expect(await ask({ method: "GET", url: `/graphql?query=${encodeURIComponent(query)}` })).toMatchObject(REFUSED);
    // The viewer inside is worth nothing by itself.
    const body = bodyOf(query, {}, asker(STAFF));
    expect(await ask({ method: "POST", url: "/graphql", payload: body })).toMatchObject(REFUSED);
  });

  test.each(["GET", "PUT", "DELETE", "OPTIONS", "HEAD"] as const)(
    "UNAUTHENTICATED on any path by %s",
    async (method) => {
      for (const url of ["/graphql", "/", "/nothing", "/graphql/"]) {
        const app = service.areas.servers.get("entities");
        expect((await app?.inject({ method, url }))?.statusCode).toBe(401);
        expect((await app?.inject({ method, url, headers: { [SIGNATURE_HEADER]: "t=1,s=x" } }))?.statusCode).toBe(401);
      }
    },
  );

  test("UNAUTHENTICATED: another secret, an old signature, one for another area, body or path", async () => {
    const body = bodyOf("{ __typename }", {}, asker(STAFF));
    expect(await askSigned(body, { secret: "x".repeat(40) })).toMatchObject(REFUSED);
    for (const recipient of ["reporting", "gateway", ""])
      expect(await askSigned(body, { recipient })).toMatchObject(REFUSED);
    for (const seconds of [-26, 6]) {
      const clock = fixedClock(new Date(CLOCK.now() + seconds * 1_000).toISOString());
      expect(await askSigned(body, { clock })).toMatchObject(REFUSED);
    }
    const signature = signRequest(
      { recipient: "entities", method: "POST", path: "/graphql", body },
      AREA_SECRET,
      CLOCK,
    );
    for (const change of [
      { payload: body.replace("USER", "STAFF").replace("100", "101") },
      { url: "/graphql?a=1", payload: body },
    ]) {
      const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
      expect(await ask({ method: "POST", url: "/graphql", headers, ...change })).toMatchObject(REFUSED);
    }
    expect(await askSigned(body)).toMatchObject({ status: 200, json: { data: { __typename: "Query" } } });
  });

  test("UNAUTHENTICATED: a signature without a viewer, or with one that is none", async () => {
    for (const nobody of [asker(null), undefined, {}, { ...asker(STAFF), viewer: { role: "STAFF" } }]) {
      expect(await askSigned(bodyOf("{ __typename }", {}, nobody))).toMatchObject(REFUSED);
    }
  });

  test("NOT_FOUND: with a signature, an object of another tenant, asked for as an entity", async () => {
    const { granted, foreign } = service.world;
    const references = [granted, foreign].map(({ campaign }) => ({ __typename: "Campaign", eid: campaign }));
    const body = bodyOf(ENTITIES, { r: references }, asker(viewer("USER", [granted.advertisable])));
    expect((await askSigned(body)).json).toMatchObject({
      data: { _entities: [{ name: "Granted campaign" }, null] },
      errors: [{ path: ["_entities", 1], extensions: { code: "NOT_FOUND" } }],
    });
    const theirs = asker(viewer("ADMIN", [foreign.advertisable], BETA));
    expect((await askSigned(bodyOf(ENTITIES, { r: references }, theirs))).json).toMatchObject({
      data: { _entities: [null, { name: "Foreign campaign" }] },
    });
  });

  test("what is signed and is no request is refused, and what is too large", async () => {
    expect((await askSigned(bodyOf("{ nothing }", {}, asker(STAFF)))).json).toMatchObject({
      errors: [{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }],
    });
    expect((await askSigned("{")).status).toBe(400);
    expect((await askSigned(bodyOf("{", {}, asker(STAFF)))).status).toBe(400);
    expect((await askSigned(bodyOf("{ __typename }", {}, asker(STAFF)), { path: "/other" })).status).toBe(404);
    const large = bodyOf(`{ __typename } #${"x".repeat(33 * 1_048_576)}`, {}, asker(STAFF));
    expect((await askSigned(large)).status).toBe(413);
  });
});

describe("the service over areas elsewhere", () => {
  test("counts the statements of every area", async () => {
    const query = `query ($eid: ID!) { advertisable(eid: $eid) { name deliveries(range: {pastDays: 3}) { summary { clicks } } } }`;
    const answer = await service.graphql(query, { eid: service.world.granted.advertisable });
    expect(answer.errors).toBeUndefined();
    // The advertisable; rates and the summary.
    expect(answer.statements).toBe(3);
  });

  test("shows the rest of a request what it has just created, in every area", async () => {
    const mutation = `mutation { createAdvertisable(input: {name: "New"}) { advertisable { name deliveries(range: {pastDays: 3}) { summary { clicks } } campaigns { nodes { name } } } } }`;
    const { data, errors } = await service.graphql(mutation);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      createAdvertisable: {
        advertisable: { name: "New", deliveries: { summary: { clicks: 0 } }, campaigns: { nodes: [] } },
      },
    });
  });

  test("answers what an area asks of the whole graph, as the viewer and with the statements that it took", async () => {
    const address = await service.app.listen({ host: "127.0.0.1", port: 0 });
    const questions = createRemoteQuestions(address, { secret: AREA_SECRET, clock: CLOCK });
    const own = viewer("USER", [service.world.granted.advertisable]);
    const context = service.gateway.contextFor({ viewer: own, requestId: "request" });
    const query = `query ($eid: ID!) { advertisable(eid: $eid) { name deliveries(range: {pastDays: 3}) { summary { clicks } } } }`;
    expect(await questions.ask(query, { eid: service.world.granted.advertisable }, context)).toEqual({
      data: { advertisable: { name: "Granted", deliveries: { summary: { clicks: 0 } } } },
    });
    expect(context.statements).toHaveLength(3);
    expect(await questions.ask(query, { eid: service.world.foreign.advertisable }, context)).toMatchObject({
      errors: [{ extensions: { code: "NOT_FOUND" } }],
    });
    await questions.close();
  });

  test("questions of the whole graph that no area signed are UNAUTHENTICATED", async () => {
    const payload = bodyOf("{ advertisables { nodes { name } } }", {}, asker(STAFF));
    const headers = { "content-type": "application/json" };
    const post = { method: "POST", url: QUESTIONS_PATH, payload } as const;
    expect((await service.app.inject({ ...post, headers })).statusCode).toBe(401);
    const message = { method: "POST", path: QUESTIONS_PATH, body: payload };
    for (const wrong of [
      signRequest({ recipient: GATEWAY_NAME, ...message }, "x".repeat(40), CLOCK),
      // What the gateway asked of an area is no question of an area.
      signRequest({ recipient: "entities", ...message }, AREA_SECRET, CLOCK),
    ]) {
      const answer = await service.app.inject({ ...post, headers: { ...headers, [SIGNATURE_HEADER]: wrong } });
      expect(answer.statusCode).toBe(401);
    }
  });

  test("an area that is gone: the fields of the others are there, without an address", async () => {
    await service.areas.servers.get("reporting")?.close();
    const query = `query ($eid: ID!) { advertisable(eid: $eid) { name deliveries(range: {pastDays: 3}) { summary { clicks } } } }`;
    const answer = await service.graphql(query, { eid: service.world.granted.advertisable });
    expect(answer).toMatchObject({
      status: 200,
      data: { advertisable: { name: "Granted", deliveries: null } },
      errors: [{ path: ["advertisable"], extensions: { code: "SERVICE_UNAVAILABLE" } }],
    });
    const rest = await service.request({
      as: "granted",
      method: "GET",
      url: `/reportsvc/v1/deliveries/advertisable?advertisable_eid=${service.world.granted.advertisable}&breakdowns=summary&past_days=3`,
    });
    expect(rest).toMatchObject({ status: 503, json: { errors: [{ message: expect.any(String) as string }] } });
    expect(JSON.stringify([answer, rest.text])).not.toMatch(/127\.0\.0\.1|ECONN/);
  });
});
