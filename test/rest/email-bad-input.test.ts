import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "../../gateway/rest/routes.js";
import { emailOf, emailValues, fillEmail, refillEmail } from "../auth/email-objects.js";
import { refusal } from "../kit/email.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await fillEmail(service, service.world.granted);
});
afterAll(async () => await service.close());

const EMAIL_ROUTES = ROUTES.filter((route) => route.area === "email");

/** A request that is right but for the fields that are given; `body` is sent in the place of all of them. */
async function send(route: (typeof EMAIL_ROUTES)[number], wrong: Record<string, unknown>, body?: { value: unknown }) {
  const good = emailValues(route, service.world.granted);
  const inPath = (name: string): boolean => route.path.includes(`{${name}}`);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_part, name: string) => good[name] ?? name);
  const names = Object.keys(route.parameters).filter((name) => !inPath(name));
  const fields = Object.entries({ ...Object.fromEntries(names.map((name) => [name, good[name]])), ...wrong }).filter(
    ([name, value]) => value !== undefined && !inPath(name),
  );
  if (route.method === "GET") {
    const query = new URLSearchParams(
      fields.map(([name, value]): [string, string] => [
        name,
        typeof value === "string" ? value.toWellFormed() : JSON.stringify(value),
      ]),
    );
    return await service.request({ as: "admin", method: "GET", url: `${path}?${query}` });
  }
  return await service.request({
    as: "admin",
    method: route.method,
    url: path,
    payload: JSON.stringify(body === undefined ? Object.fromEntries(fields) : body.value),
    headers: { "content-type": "application/json" },
  });
}

const VALUE = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom<unknown>(
    null,
    "",
    [],
    {},
    [null],
    [{ body: null }],
    [{ cta_destination: "javascript:0" }],
    ["a@example.com", "none"],
    "\0",
    1e300,
    -0,
    "2023-02-30",
    "0001-01-01T00:00:00",
    "+275760-09-13T00:00:00.000Z",
    "9999-12-31T23:59:59",
    "a\r\nBcc: x@example.com",
    "💥",
  ),
);

test("whatever JSON holds, the answer is in the area's form, never a 500, and tells nothing internal", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...EMAIL_ROUTES),
      fc.array(fc.tuple(fc.nat(40), VALUE), { minLength: 1, maxLength: 4 }),
      fc.option(
        VALUE.map((value) => ({ value })),
        { nil: undefined, freq: 5 },
      ),
      async (route, pairs, body) => {
        const names = Object.keys(route.parameters);
        const wrong = Object.fromEntries(pairs.map(([index, each]) => [names[index % names.length] ?? "x", each]));
        const answer = await send(route, wrong, body);
        expect([200, 400, 413, 416, 422]).toContain(answer.status);
        if (answer.status >= 400) refusal(answer);
        expect(answer.text).not.toMatch(/select |node_modules|\.ts:|postgres|ECONN/i);
      },
    ),
    { numRuns: 300 },
  );
}, 120_000);

test("what is missing is named, on every route that requires something", async () => {
  for (const route of EMAIL_ROUTES) {
    for (const [name, { required }] of Object.entries(route.parameters)) {
      if (!required || route.path.includes(`{${name}}`)) continue;
      const answer = await send(route, { [name]: undefined });
      expect([route.method, route.path, ...refusal(answer)]).toEqual([route.method, route.path, 400, [name]]);
    }
  }
});

test("a path that names no EID is refused, and one that names nothing is nobody's", async () => {
  await refillEmail(service, service.world.granted);
  const { campaign } = emailOf(service.world.granted);
  for (const path of [
    "advertisables/x/settings",
    "advertisables/x/messages",
    "campaigns/x/emails",
    "x/activation_status",
  ]) {
    const answer = await service.request({ as: "admin", method: "GET", url: `/mailer/api/v1/${path}` });
    expect([path, refusal(answer)[0]]).toEqual([path, 400]);
  }
  // A campaign is no advertisable.
  const wrongKind = `/mailer/api/v1/advertisables/${campaign}/messages`;
  expect(refusal(await service.request({ as: "admin", method: "GET", url: wrongKind }))[0]).toBe(403);
  const unknown = await service.request({ as: "admin", method: "GET", url: "/mailer/api/v1/nothing" });
  expect(unknown.json).toMatchObject({ errors: [{ code: "apiproxy:11" }] });
});
