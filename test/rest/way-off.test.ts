import { Kind, parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routeId, routeName } from "../../gateway/rest/life-cycle.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { checkVariables } from "../../gateway/planning/operation-rules.js";
import { createOperationGate } from "../../gateway/planning/operation-gate.js";
import { DEFAULT_LIMITS } from "../../lib/operation-limits.js";
import { startService, type TestService } from "../kit/service.js";

const ASSISTED = "/reportsvc/v1/assisted-granular-attributions";

let service: TestService;
beforeAll(async () => {
  service = await startService({
    restPrefixAliases: new Map([["/old", "/api/v1"]]),
    routeSunsets: new Map([[`GET ${ASSISTED}`, "2027-06-30"]]),
  });
});
afterAll(async () => await service.close());

interface Successor {
  route: string;
  operation: string;
  variables: Record<string, unknown>;
  notForClients: string | null;
  example: string | null;
  deprecated: string | null;
  sunset: string | null;
}

/** What a client finds who follows the link of an answer. */
async function follow(link: unknown): Promise<Successor> {
  const [, target = ""] = /^<(\/operations\/[^>]+)>; rel="successor-version"$/.exec(String(link)) ?? [];
  const { status, json } = await service.request({ url: target });
  expect([target, status]).toEqual([target, 200]);
  return json as Successor;
}

test("every answer of every route, whoever asks, leads to its operation, which a client may ask as it stands", async () => {
  expect(new Set(ROUTES.map(routeId)).size).toBe(ROUTES.length);
  const gate = createOperationGate(service.gateway.ownSchema, DEFAULT_LIMITS);
  const few = new Set<string>();
  for (const route of ROUTES) {
    const url = route.path.replaceAll(/\{\w+\}/g, "AAAAAAAAAAAAAAAAAAAAAA");
    for (const as of [null, "admin"] as const) {
      const { headers, status } = await service.request({ as, method: route.method, url });
      expect([routeName(route), status, typeof headers["link"]]).toEqual([routeName(route), status, "string"]);
      const successor = await follow(headers["link"]);
      expect(successor.route).toBe(routeName(route));
      const rules = gate.rulesOf(parse(successor.operation), undefined);
      const refusals = rules === undefined ? [] : checkVariables(rules, successor.variables);
      const [operation] = parse(successor.operation).definitions;
      const needed = operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
      const missing = needed.filter(
        ({ variable, type, defaultValue }) =>
          type.kind === Kind.NON_NULL_TYPE &&
          defaultValue === undefined &&
          successor.variables[variable.name.value] == null,
      );
      const isAskable = gate.refusalOf(successor.operation) === undefined && refusals.length === 0;
      if (!isAskable || missing.length > 0 || successor.notForClients !== null) few.add(successor.route);
    }
  }
  expect([...few]).toEqual([]);
}, 120_000);

describe("the link of a request leads to its own variables, which give what the route gives", () => {
  test("of a query and of a path, under an older prefix too; the apikey is not in it", async () => {
    const { campaign } = service.world.granted;
    const answer = await service.request({ as: "granted", url: `/old/campaign/get?campaign=${campaign}` });
    expect(String(answer.headers["link"])).not.toContain("apikey");
    const { operation, variables, example } = await follow(answer.headers["link"]);
    expect(example).toBeNull();
    const { data } = await service.graphql(operation, variables, "granted");
    const name = "Granted campaign";
    expect(data).toMatchObject({ found: { name } });
    expect(answer.json).toMatchObject({ results: { name } });
  });

  test("of a list: its first page", async () => {
    const { advertisable } = service.world.granted;
    const answer = await service.request({
      as: "granted",
      url: `/api/v1/advertisable/get_campaigns?advertisable=${advertisable}`,
    });
    const { operation, variables } = await follow(answer.headers["link"]);
    expect(variables).toMatchObject({ after: null });
    expect((await service.graphql(operation, variables, "granted")).errors).toBeUndefined();
  });

  test("what is no whole request gets an example's and says so; a very long one gets no inputs", async () => {
    const none = await service.request({ as: "admin", url: "/api/v1/campaign/get" });
    expect(await follow(none.headers["link"])).toMatchObject({ example: "campaign is required." });
    const long = await service.request({ as: "admin", url: `/api/v1/campaign/get?campaign=${"x".repeat(5_000)}` });
    expect(long.headers["link"]).toBe('</operations/get-api-v1-campaign-get>; rel="successor-version"');
    const hostile = await service.request({
      as: "admin",
      url: `/api/v1/campaign/get?campaign=${encodeURIComponent('a>; rel="x"\r\nset-cookie: a')}`,
    });
    expect(hostile.headers["set-cookie"]).toBeUndefined();
    expect(String(hostile.headers["link"])).toMatch(/^<[^<>\s]+>; rel="successor-version"$/);
  });

  test("a page for browsers, in which no input is markup; an unknown id is 404", async () => {
    const url = `/operations/get-api-v1-campaign-get?campaign=${encodeURIComponent("<script>alert(1)</script>")}`;
    const page = await service.request({ url, headers: { accept: "text/html,*/*" } });
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.text).toContain("In place of <code>GET /api/v1/campaign/get</code>");
    expect(page.text).not.toContain("<script");
    expect(await service.request({ url: "/operations/nothing" })).toMatchObject({ status: 404 });
    expect(await service.request({ url: "/operations/__proto__" })).toMatchObject({ status: 404 });
  });
});

test("a route that the documents call deprecated says since when, and when it goes where that is configured", async () => {
  const asked = await service.request({ as: "admin", url: ASSISTED });
  expect(asked.headers).toMatchObject({ deprecation: "@1526947200", sunset: "Wed, 30 Jun 2027 00:00:00 GMT" });
  expect(await follow(asked.headers["link"])).toMatchObject({ deprecated: "2018-05-22", sunset: "2027-06-30" });
  const other = await service.request({ as: "admin", url: "/api/v1/campaign/get" });
  expect(other.headers).not.toHaveProperty("deprecation");
  expect(other.headers).not.toHaveProperty("sunset");
});

test("a sunset of a route that there is not stops the start", async () => {
  const wrong = startService({ routeSunsets: new Map([["GET /api/v1/nothing", "2027-06-30"]]) });
  await expect(wrong).rejects.toThrow("ROUTE_SUNSETS names GET /api/v1/nothing, which is no route.");
});
