import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleAnswer, exampleRequest } from "../../gateway/docs/route-example.js";
import { routeId } from "../../gateway/rest/life-cycle.js";
import { REPORTING_QUERY } from "../../gateway/rest/reporting-query/route.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { fixedClock } from "../../lib/clock.js";
import { startService, TEST_NOW, type TestService } from "../kit/service.js";

interface Operation {
  operationId: string;
  deprecated?: boolean;
  parameters: { name: string; in: string; required: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { example: string | object | undefined }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

let service: TestService;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  service = await startService();
  const { status, json } = await service.request({ url: "/openapi.json" });
  expect(status).toBe(200);
  document = json as typeof document;
});
afterAll(async () => await service.close());

function operations(): [string, string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [method, path, operation]),
  );
}

test("it is OpenAPI 3.1, and has every route once", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(
    operations()
      .map(([, , { operationId }]) => operationId)
      .toSorted(),
  ).toEqual([...ROUTES, REPORTING_QUERY].map(routeId).toSorted());
});

test("every route has an example that it takes (else: gateway/docs/own-inputs.ts) and an example of its answer", () => {
  const clock = fixedClock(TEST_NOW);
  const untaken = ROUTES.filter((route) => {
    try {
      return route.bind(exampleRequest(route), clock) === undefined;
    } catch {
      return true;
    }
  });
  expect(untaken.map(routeId)).toEqual([]);
  const unanswered = ROUTES.filter((route) => exampleAnswer(route, service.gateway.ownSchema, clock) === undefined);
  expect(unanswered.map(routeId)).toEqual([]);
});

test("a documented request is understood by the service: no input of it is refused as such", async () => {
  const refused: string[] = [];
  for (const [method, path, operation] of operations()) {
    const url = new URL(
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const parameter = operation.parameters.find((each) => each.in === "path" && each.name === name);
        return encodeURIComponent(String(parameter?.example));
      }),
      "http://x",
    );
    for (const { in: place, name, example } of operation.parameters)
      if (place === "query" && example !== undefined) url.searchParams.set(name, String(example));
    const bodies = Object.entries(operation.requestBody?.content ?? {});
    const [type, sent] = bodies.find(([each]) => each === "application/json") ?? bodies.at(0) ?? [];
    const payload = sent?.example;
    const answer = await service.request({
      as: "staff",
      method: METHODS.find((each) => each.toLowerCase() === method) ?? "OPTIONS",
      url: url.pathname + url.search,
      ...(payload !== undefined && { payload, headers: { "content-type": type } }),
    });
    // What is wrong then is that the example's objects are not there, or a rule about them.
    if ([401, 405, 415, 500].includes(answer.status) || /is required|must be an? /.test(answer.text))
      refused.push(`${method} ${path} ${answer.status} ${answer.text.slice(0, 200)}`);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["401"]));
  }
  expect(refused).toEqual([]);
}, 180_000);

test("a deprecated route is marked", () => {
  const marked = operations().flatMap(([method, path, { deprecated }]) =>
    deprecated === true ? [`${method} ${path}`] : [],
  );
  expect(marked).toContain("get /reportsvc/v1/assisted-granular-attributions");
  expect(marked.length).toBeLessThan(5);
});

test("the old reporting query's example is answered without errors", async () => {
  const { path, method } = REPORTING_QUERY;
  const example = document.paths[path]?.["post"]?.requestBody?.content["application/json"]?.example;
  const { status, json } = await service.request({ as: "admin", method, url: path, payload: example });
  expect([status, json]).toEqual([200, { data: { user: { advertisables: expect.any(Array) } } }]);
});
