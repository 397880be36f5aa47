import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answeredMethods } from "../../gateway/rest/methods.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { startService, type TestService } from "../kit/service.js";
import { APIKEY, testEid } from "../kit/world.js";

let service: TestService;
beforeAll(async () => {
  service = await startService({ restPrefixAliases: new Map([["/old/reports", "/reportsvc/v1"]]) });
});
afterAll(async () => await service.close());

const NOWHERE = testEid("nowhere");

function own(): string {
  return service.world.granted.advertisable;
}

async function get(url: string) {
  return await service.request({ as: "admin", method: "GET", url });
}

async function post(url: string, payload: string | object, headers: Record<string, string> = {}) {
  return await service.request({ as: "admin", method: "POST", url, payload, headers });
}

describe("/api/v1", () => {
  test("a missing parameter: 400, code 64, with its field", async () => {
    expect(await get("/api/v1/campaign/get")).toMatchObject({
      status: 400,
      json: { errors: [{ message: "campaign is required.", field: "campaign", code: 64 }] },
    });
    expect(await get("/api/v1/report/campaign?past_days=3")).toMatchObject({
      status: 400,
      json: { errors: [{ field: "advertisable", code: 64 }] },
    });
  });

  test("an EID that is none: 400 with its field; an unknown one: 404, code 16", async () => {
    for (const eid of [
      "x",
      "a".repeat(23),
      "x".repeat(21) + "é",
      "'; drop table x; --xxxx",
      '{"$ne":1}',
      "%00".repeat(22),
    ]) {
      expect(await get(`/api/v1/ad/get?ad=${eid.startsWith("%") ? eid : encodeURIComponent(eid)}`)).toMatchObject({
        status: 400,
        json: { errors: [{ field: "ad" }] },
      });
    }
    expect(await get(`/api/v1/ad/get?ad=${NOWHERE}`)).toMatchObject({
      status: 404,
      json: { errors: [{ message: expect.any(String), code: 16 }] },
    });
  });

  test("values that a parameter does not take: 400 that says which it takes", async () => {
    for (const [query, field, says] of [
      ["is_active=maybe", "is_active", "true or false"],
      ["statuses=approved,nonsense", "statuses", "admin_review"],
      ["statuses=approved,,paused", "statuses", "list"],
      ["statuses[]=approved", "statuses", "without brackets"],
      ["types=1", "types", "retargeting"],
      ["page=0", "page", "whole number"],
      ["page=1.5", "page", "whole number"],
      ["per_page=101", "per_page", "1 to 100"],
      ["per_page=1e19", "per_page", "whole number"],
    ] as const) {
      const answer = await get(`/api/v1/advertisable/get_campaigns?advertisable=${own()}&${query}`);
      expect(answer).toMatchObject({
        status: 400,
        json: { errors: [{ field, message: expect.stringContaining(says) }] },
      });
    }
  });

  test("dates that are none, and an end before its start: 400 that names them", async () => {
    for (const [query, field] of [
      ["start_date=2023-02-30", "start_date"],
      ["start_date=13-40-2023", "start_date"],
      ["end_date=300000-01-01", "end_date"],
      ["start_date=2023-08-02&end_date=2023-08-01", "start_date"],
      ["past_days=-1", "past_days"],
      ["past_days=1e9", "past_days"],
      ["start_date=1990-01-01&end_date=2023-01-01", "end_date"],
      ["currency=usd", "currency"],
    ] as const) {
      expect(await get(`/api/v1/report/ad?advertisable=${own()}&${query}`)).toMatchObject({
        status: 400,
        json: { errors: [{ field }] },
      });
    }
  });

  test("a campaign of another advertisable than the one that is asked about: 404", async () => {
    const { granted, other } = service.world;
    const url = `/api/v1/report/campaign?advertisable=${granted.advertisable}&past_days=2`;
    for (const format of ["entity", "date", "summary"]) {
      expect((await get(`${url}&campaigns=${other.campaign}&data_format=${format}`)).status).toBe(404);
      expect((await get(`${url}&campaigns=${granted.campaign}&data_format=${format}`)).status).toBe(200);
    }
  });

  test("a list comes repeated or with commas, and pages past the end are empty", async () => {
    const all = await get(`/api/v1/advertisable/get_ads?advertisable=${own()}&statuses=approved&statuses=paused`);
    expect((all.json as { results: unknown[] }).results).toHaveLength(1);
    expect((await get(`/api/v1/advertisable/get_ads?advertisable=${own()}&page=9&per_page=5`)).json).toEqual({
      results: [],
    });
    expect((await get(`/api/v1/advertisable/get_ads?advertisable=${own()}&nobody=knows`)).status).toBe(200);
  });
});

describe("/reportsvc/v1", () => {
  const path = "/reportsvc/v1/deliveries/campaign";

  test("a missing or unknown breakdown, a bad date, a bad currency: 400 with the field", async () => {
    for (const [query, field] of [
      ["", "breakdowns"],
      ["breakdowns=hourly", "breakdowns"],
      ["breakdowns=date&start_date=yesterday", "start_date"],
      ["breakdowns=date&currency=EURO", "currency"],
      ["breakdowns=date&campaign_eids=x", "campaign_eids"],
    ] as const) {
      expect(await get(`${path}?advertisable_eid=${own()}&${query}`)).toMatchObject({
        status: 400,
        json: { errors: [{ message: expect.any(String), field }] },
      });
    }
  });

  test("more days than a report answers: 400 that names a parameter of the old interface", async () => {
    for (const report of ["granular-attributions", "assisted-granular-attributions"]) {
      expect(await get(`/reportsvc/v1/${report}?advertisable_eid=${own()}&past_days=91`)).toMatchObject({
        status: 400,
        json: {
          errors: [{ message: "Ask for at most 90 days of single conversions at once.", field: "start_date" }],
        },
      });
    }
  });

  test("no breakdown at all is one that is missing", async () => {
    const answer = await post(path, { advertisable_eid: own(), breakdowns: [] });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: "breakdowns" }] } });
  });

  test("a currency without rates: 400", async () => {
    expect(await get(`${path}?advertisable_eid=${own()}&breakdowns=summary&currency=ABC`)).toMatchObject({
      status: 400,
      json: { errors: [{ field: "currency" }] },
    });
  });

  test("an unknown advertisable and a foreign or unknown campaign in the filter: 404", async () => {
    const { foreign, other } = service.world;
    expect((await get(`${path}?advertisable_eid=${NOWHERE}&breakdowns=date`)).status).toBe(404);
    // The other one is the caller's own, but of another advertisable.
    for (const eid of [foreign.campaign, other.campaign, testEid("nocampaign")]) {
      expect(await get(`${path}?advertisable_eid=${own()}&breakdowns=date&campaign_eids=${eid}`)).toMatchObject({
        status: 404,
        json: { errors: [{ message: expect.stringContaining(eid) }] },
      });
    }
  });

  test("a parameter with one value in the query and another in the body: 400, neither is used", async () => {
    const answer = await post(`${path}?advertisable_eid=${own()}`, {
      advertisable_eid: service.world.other.advertisable,
      breakdowns: ["date"],
    });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: "advertisable_eid" }] } });
    expect(
      (await post(`${path}?advertisable_eid=${own()}`, { advertisable_eid: own(), breakdowns: ["summary"] })).status,
    ).toBe(200);
  });

  test("bodies that are not what they should be: 400, in the area's form", async () => {
    for (const body of [
      "{",
      "",
      '{"breakdowns": ["date"],}',
      "[1, 2]",
      '"text"',
      "[".repeat(5_000),
      `{"advertisable_eid": {"$ne": 1}, "breakdowns": ["date"]}`,
      '{"__proto__": {"polluted": 1}}',
    ]) {
      const answer = await post(path, body, { "content-type": "application/json" });
      expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), 400]);
      expect(answer.json).toMatchObject({ errors: [{ message: expect.any(String) }] });
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("a body over 1 MiB: 413; of another type: 415", async () => {
    expect(await post(path, `{"a": "${"x".repeat(1_048_577)}"}`, { "content-type": "application/json" })).toMatchObject(
      { status: 413, json: { errors: [{ message: expect.stringContaining("1 MiB") }] } },
    );
    for (const type of ["text/plain", "application/xml", "application/json garbage", "application/jsonx", ""]) {
      expect(await post(path, "{}", { "content-type": type })).toMatchObject({
        status: 415,
        json: { errors: [{ message: expect.any(String) }] },
      });
    }
    expect(
      (
        await post(path, JSON.stringify({ advertisable_eid: own(), breakdowns: ["date"] }), {
          "content-type": "APPLICATION/JSON; charset=utf-8",
        })
      ).status,
    ).toBe(200);
  });

  test("an older prefix answers like the one that it stands for", async () => {
    expect((await get(`/old/reports/deliveries/campaign?advertisable_eid=${own()}&breakdowns=summary`)).json).toEqual({
      results: { summary: { impressions: 0, clicks: 0, cost: 0 } },
    });
    expect(await get("/old/reports/deliveries/campaign")).toMatchObject({
      status: 400,
      json: { errors: [{ field: "advertisable_eid" }, { field: "breakdowns" }] },
    });
  });
});

/** A path without the names of its parts: paths that differ in these alone are one. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "{}");
}

describe("every route", () => {
  test.each([...new Set(ROUTES.map((route) => route.path))])(
    "%s: another method is 405 and says which are right",
    async (path) => {
      const { routes, allow } = answeredMethods(
        ROUTES.filter((route) => shapeOf(route.path) === shapeOf(path)),
        false,
      );
      const answered: string[] = allow.split(", ");
      expect(answered.filter((method) => method !== "HEAD")).toEqual([...routes.keys()]);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"]) {
        if (answered.includes(method)) continue;
        // Even with a body that nobody could read.
        const answer = await service.request({
          as: "admin",
          method,
          url: path,
          ...(!["GET", "HEAD", "TRACE"].includes(method) && { payload: "x", headers: { "content-type": "image/png" } }),
        });
        expect([method, answer.status]).toEqual([method, 405]);
        expect(answer.headers["allow"]).toBe(allow);
      }
    },
  );

  test("an unknown path: 404 with the code apiproxy:11, below a known prefix too", async () => {
    for (const url of [
      "/",
      "/nope",
      "/api/v1/nope",
      "/api/v2/user/get",
      "/reportsvc/v1/deliveries",
      "/api/v1/user/get/",
      "/API/V1/user/get",
      "/api/v1//user/get",
      "/api/v1/user%2fget",
    ]) {
      expect(await get(url)).toMatchObject({ status: 404, json: { errors: [{ code: "apiproxy:11" }] } });
    }
  });

  test("a URL that is none: 404 in the same form, and nothing of it comes back", async () => {
    const answer = await service.app.inject({ method: "GET", url: "/api/v1/%zz?apikey=secret-apikey" });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ errors: [{ code: "apiproxy:11" }] });
    expect(answer.body).not.toContain("secret-apikey");
  });

  test("credentials: a missing or unknown apikey is apiproxy:3, two of them 400, two Authorization headers 400", async () => {
    const { tokens } = service.world;
    const headers = { authorization: `Token ${tokens.admin}` };
    expect(await service.request({ method: "GET", url: "/api/v1/organization/get", headers })).toMatchObject({
      status: 401,
      json: { errors: [{ code: "apiproxy:3" }] },
    });
    expect(
      await service.request({ method: "GET", url: "/api/v1/organization/get?apikey=unknown", headers }),
    ).toMatchObject({ status: 401, json: { errors: [{ code: "apiproxy:3" }] } });
    expect(
      (await service.request({ method: "GET", url: `/api/v1/organization/get?apikey=${APIKEY}&apikey=other`, headers }))
        .status,
    ).toBe(400);
  });

  test("whatever is sent, the answer is never a 500 and holds nothing internal", async () => {
    // The objects that a request may well name, so that it gets further than a look-up.
    const objects = Object.values(service.world.granted);
    const text = fc.oneof(
      fc.string({ unit: "binary" }).map((each) => each.toWellFormed()),
      fc.constantFrom(
        "2023-08-01",
        "0001-01-01",
        "9999-12-31",
        "2023-08-01T25:00:00",
        "-1",
        "0",
        "1",
        "99999999999.99",
      ),
      fc.constantFrom("1e400", "NaN", "true", "USD", "__proto__", "constructor", "a,b", "\0", "💥", "https://[::1]/"),
      fc.constantFrom(...objects),
    );
    const value: fc.Arbitrary<unknown> = fc.oneof(
      { weight: 4, arbitrary: text },
      fc.constantFrom(null, true, 0, -1, 1.5, 1e19, Number.MAX_SAFE_INTEGER, {}, [], [null], [[]], [{}]),
      fc.array(text, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("id", "eid", "email", "name", "__proto__", "country"), text, { maxKeys: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ROUTES),
        fc.array(fc.tuple(fc.nat(40), value), { maxLength: 12 }),
        fc.constantFrom(...objects),
        async (route, pairs, object) => {
          const names = [...Object.keys(route.parameters), "__proto__", "constructor", "apikey[]"];
          const fields = Object.fromEntries(pairs.map(([index, given]) => [names[index % names.length], given]));
          const url = route.path.replaceAll(/\{\w+\}/g, object);
          const query = new URLSearchParams(
            Object.entries(fields).map(([name, given]): [string, string] => [
              name,
              typeof given === "string" ? given : JSON.stringify(given),
            ]),
          );
          const answer =
            route.method === "GET" && !route.mutates
              ? await get(`${url}?${query}`)
              : await service.request({
                  as: "admin",
                  method: route.method === "GET" ? "POST" : route.method,
                  url,
                  payload: JSON.stringify(fields),
                  headers: { "content-type": "application/json" },
                });
          expect([200, 204, 400, 403, 404, 409, 413, 416, 422, 423]).toContain(answer.status);
          expect(answer.text).not.toMatch(/select |node_modules|\.ts:|postgres|ECONN/i);
        },
      ),
      { numRuns: 400 },
    );
  });
});
