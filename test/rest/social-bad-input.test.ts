import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../gateway/rest/routes.js";

import { fillSocial, socialOf, socialValues } from "../auth/social-objects.js";
import { sendAnything } from "../kit/send-anything.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await fillSocial(service, service.world.granted.advertisable);
});
afterAll(async () => await service.close());

const SOCIAL_ROUTES = ROUTES.filter((route) => route.area === "social");

/** A request that is right but for the fields that are given. */
async function send(route: (typeof SOCIAL_ROUTES)[number], wrong: Record<string, unknown>) {
  const good = socialValues(route, service.world.granted);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_part, name: string) => good[name] ?? name);
  const fields = Object.fromEntries(Object.keys(route.parameters).map((name) => [name, good[name]]));
  const payload = Object.fromEntries(
    Object.entries({ ...fields, ...wrong }).filter(([, value]) => value !== undefined),
  );
  return await sendAnything(service, route.method, path, payload);
}

test("whatever JSON holds in place of a parameter, the answer is in the area's form, never a 500, and tells nothing internal", async () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom<unknown>(
      null,
      "",
      [],
      {},
      [null],
      "\0",
      1e300,
      -0,
      "2023-02-30",
      "9".repeat(40),
      ["a", { eid: 1 }],
      "💥",
    ),
    fc.constant<unknown>(socialOf(service.world.granted).ad),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SOCIAL_ROUTES),
      fc.array(fc.tuple(fc.nat(40), value), { minLength: 1, maxLength: 4 }),
      async (route, pairs) => {
        const names = Object.keys(route.parameters);
        const wrong = Object.fromEntries(pairs.map(([index, each]) => [names[index % names.length] ?? "x", each]));
        const answer = await send(route, wrong);
        expect([200, 204, 400, 404, 409]).toContain(answer.status);
        if (answer.status >= 400)
          expect(answer.json).toEqual({
            code: expect.stringMatching(/^ERROR_[A-Z_]+$/),
            error: expect.any(String),
            subcode: answer.status === 400 ? expect.toSatisfy(isSubcode) : null,
          });
        expect(answer.text).not.toMatch(/select |node_modules|\.ts:|postgres|ECONN/i);
        // Names of the graph are none of this interface's.
        if (answer.status >= 400) expect(answer.text).not.toMatch(/\b[a-z]+[A-Z][a-z]/);
      },
    ),
    { numRuns: 400 },
  );
}, 60_000);

function isSubcode(subcode: unknown): boolean {
  return subcode === null || (typeof subcode === "string" && /^[A-Z_]+$/.test(subcode));
}

test("what is missing is named, on every route that requires something", async () => {
  for (const route of SOCIAL_ROUTES) {
    for (const [name, { required }] of Object.entries(route.parameters)) {
      if (!required || route.path.includes(`{${name}}`)) continue;
      const answer = await send(route, { [name]: undefined });
      expect([route.method, route.path, answer.status, answer.json]).toEqual([
        route.method,
        route.path,
        400,
        { code: "ERROR_MISSING_PARAMETER", error: `${name} is required.`, subcode: "MISSING" },
      ]);
    }
  }
});
