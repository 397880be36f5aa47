import formbody from "@fastify/formbody";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { authenticate } from "../../gateway/auth/authenticate.js";
import type { AuthDeps } from "../../gateway/auth/auth-deps.js";
import type { IssuedTokens } from "../../gateway/auth/issue-tokens.js";
import { tokenRoute } from "../../gateway/auth/token-route.js";
import { APIKEY, type AuthWorld, createAuthWorld, eid, PASSWORD, SECRET } from "./auth-world.js";

const DAY = 86_400_000;
const CLIENT = { client_id: APIKEY, client_secret: SECRET };
const PASSWORD_GRANT = { grant_type: "password", ...CLIENT, username: "user", password: PASSWORD };

let world: AuthWorld;
let deps: AuthDeps;
let server: FastifyInstance;

beforeAll(async () => {
  world = await createAuthWorld();
});
beforeEach(async () => {
  deps = world.restart();
  server = fastify();
  await server.register(formbody);
  await server.register(tokenRoute, { deps });
});
afterEach(async () => await server.close());
afterAll(async () => await world.drop());

async function post(form: Record<string, string>) {
  return await server.inject({
    method: "POST",
    url: "/auth/token",
    headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" },
    payload: new URLSearchParams(form).toString(),
  });
}

async function signIn(): Promise<IssuedTokens> {
  const answer = await post(PASSWORD_GRANT);
  expect(answer.statusCode).toBe(200);
  return answer.json<IssuedTokens>();
}

async function refresh(token: string, client = CLIENT) {
  return await post({ grant_type: "refresh_token", ...client, refresh_token: token });
}

/** Whether an access token is accepted. */
async function isGood(accessToken: string): Promise<boolean> {
  return await authenticate({ authorization: `Bearer ${accessToken}`, apikey: undefined }, deps).then(
    () => true,
    () => false,
  );
}

test("the grant password gives an access token for 24 hours and a refresh token, not to be stored", async () => {
  const answer = await post(PASSWORD_GRANT);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", pragma: "no-cache" });
  expect(answer.json()).toEqual({
    access_token: expect.stringMatching(/^aga_/),
    token_type: "Bearer",
    expires_in: 86_400,
    refresh_token: expect.stringMatching(/^agr_/),
  });
});

test("an access token is the user's and the client's, and good for 24 hours", async () => {
  const { access_token: token } = await signIn();
  expect(await authenticate({ authorization: `Bearer ${token}`, apikey: APIKEY }, deps)).toMatchObject({
    userEid: eid("user"),
    apiClient: APIKEY,
  });
  world.advance(DAY - 1);
  expect(await isGood(token)).toBe(true);
  world.advance(1);
  expect(await isGood(token)).toBe(false);
});

test("tokens are stored as digests only", async () => {
  const { access_token: access, refresh_token: refreshToken } = await signIn();
  const { rows } = await world.owner.query("select * from platform.access_token");
  expect(JSON.stringify(rows)).not.toContain(access.slice(4));
  expect(JSON.stringify(rows)).not.toContain(refreshToken.slice(4));
});

test("each refresh gives a new pair, and the access token before it stays good", async () => {
  const first = await signIn();
  const second = (await refresh(first.refresh_token)).json<IssuedTokens>();
  const third = (await refresh(second.refresh_token)).json<IssuedTokens>();
  expect(new Set([first, second, third].flatMap((pair) => [pair.access_token, pair.refresh_token])).size).toBe(6);
  for (const pair of [first, second, third]) expect(await isGood(pair.access_token)).toBe(true);
});

test("a refresh token that is used again revokes its whole family, and no other", async () => {
  const other = await signIn();
  const first = await signIn();
  const second = (await refresh(first.refresh_token)).json<IssuedTokens>();
  const reuse = await refresh(first.refresh_token);
  expect(reuse.statusCode).toBe(400);
  expect(reuse.json()).toMatchObject({ error: "invalid_grant" });
  expect(await isGood(first.access_token)).toBe(false);
  expect(await isGood(second.access_token)).toBe(false);
  expect((await refresh(second.refresh_token)).json()).toMatchObject({ error: "invalid_grant" });
  expect(await isGood(other.access_token)).toBe(true);
  expect((await refresh(other.refresh_token)).statusCode).toBe(200);
});

test.each([1, 2, 3])(
  "20 uses of one refresh token at once give one pair, which the others revoke (round %i)",
  async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)));
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ statusCode, body }) => statusCode === 400 && body.includes('"invalid_grant"'));
    expect(lost).toHaveLength(19);
    const pair = won[0]?.json<IssuedTokens>();
    expect(await isGood(first.access_token)).toBe(false);
    expect(await isGood(pair?.access_token ?? "")).toBe(false);
    expect((await refresh(pair?.refresh_token ?? "")).statusCode).toBe(400);
  },
);

test("a refresh token lasts one year, and leaving it unused revokes nothing", async () => {
  const { refresh_token: token } = await signIn();
  world.advance(365 * DAY - 1);
  expect((await refresh(token)).statusCode).toBe(200);
  const { refresh_token: late, access_token: access } = await signIn();
  world.advance(365 * DAY);
  expect((await refresh(late)).json()).toMatchObject({ error: "invalid_grant" });
  expect(await isGood(access)).toBe(false);
});

test("a refresh token of another client is invalid_grant and stays unused", async () => {
  const { refresh_token: token } = await signIn();
  const stolen = await refresh(token, { ...CLIENT, client_id: "app-two" });
  expect(stolen.json()).toMatchObject({ error: "invalid_grant" });
  expect((await refresh(token)).statusCode).toBe(200);
});

test("a deactivated user can't refresh, and can again when active again", async () => {
  const { refresh_token: token } = await signIn();
  await world.owner.query(`update platform."user" set is_active = false where eid = $1`, [eid("user")]);
  expect((await refresh(token)).json()).toMatchObject({ error: "invalid_grant" });
  await world.owner.query(`update platform."user" set is_active = true where eid = $1`, [eid("user")]);
  expect((await refresh(token)).statusCode).toBe(200);
});

test.each([
  ["a wrong password", { password: "wrong" }, 400, "invalid_grant"],
  ["an unknown user", { username: "nobody" }, 400, "invalid_grant"],
  ["an inactive user", { username: "gone" }, 400, "invalid_grant"],
  ["NUL in the user name", { username: "us\0er" }, 400, "invalid_grant"],
  ["no password", { password: "" }, 400, "invalid_request"],
  ["no user name", { username: "" }, 400, "invalid_request"],
  ["no grant type", { grant_type: "" }, 400, "invalid_request"],
  ["another grant type", { grant_type: "client_credentials" }, 400, "unsupported_grant_type"],
  ["a refresh without its token", { grant_type: "refresh_token" }, 400, "invalid_request"],
  ["a text that is no refresh token", { grant_type: "refresh_token", refresh_token: "x" }, 400, "invalid_grant"],
  ["a wrong secret", { client_secret: "wrong" }, 401, "invalid_client"],
  ["no secret", { client_secret: "" }, 401, "invalid_client"],
  ["an unknown client", { client_id: "unknown" }, 401, "invalid_client"],
  ["an inactive client", { client_id: "app-gone" }, 401, "invalid_client"],
  ["NUL in the client id", { client_id: "app\0" }, 401, "invalid_client"],
])("%s is refused in the form of RFC 6749, and not to be stored", async (_what, change, status, error) => {
  const answer = await post({ ...PASSWORD_GRANT, ...change });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["www-authenticate"] !== undefined).toBe(status === 401);
  expect(answer.json()).toEqual({ error, error_description: expect.any(String) as unknown });
});

test("unknown user and wrong password have one answer", async () => {
  const [unknown, wrong] = [
    await post({ ...PASSWORD_GRANT, username: "nobody" }),
    await post({ ...PASSWORD_GRANT, password: "wrong" }),
  ];
  expect(unknown.body).toBe(wrong.body);
});

test("a field that comes twice is invalid_request", async () => {
  const payload = `${new URLSearchParams(PASSWORD_GRANT).toString()}&username=admin`;
  const answer = await server.inject({
    method: "POST",
    url: "/auth/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload,
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: "invalid_request" });
});

test("a JSON body is 415", async () => {
  const answer = await server.inject({ method: "POST", url: "/auth/token", payload: PASSWORD_GRANT });
  expect(answer.statusCode).toBe(415);
  expect(answer.json()).toMatchObject({ error: "invalid_request" });
});

test("the limit of wrong passwords holds here too: 429 with Retry-After", async () => {
  for (let i = 0; i < 10; i += 1) await post({ ...PASSWORD_GRANT, password: `wrong ${i}` });
  const answer = await post(PASSWORD_GRANT);
  expect(answer.statusCode).toBe(429);
  expect(answer.headers["retry-after"]).toBe("300");
  expect(answer.json()).toMatchObject({ error: "temporarily_unavailable" });
  await expect(
    authenticate(
      { authorization: `Basic ${Buffer.from(`user:${PASSWORD}`).toString("base64")}`, apikey: APIKEY },
      deps,
    ),
  ).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
  });
});

test("a body over 8 KB, and a defect, go to the server's own error handler", async () => {
  const seen: unknown[] = [];
  const defect = new Error("a defect");
  const other = fastify();
  other.setErrorHandler((error, _request, reply) => {
    seen.push(error);
    void reply.code(500).send("masked");
  });
  await other.register(formbody);
  await other.register(tokenRoute, {
    deps: {
      ...deps,
      newEid: () => {
        throw defect;
      },
    },
  });
  const form = {
    method: "POST",
    url: "/auth/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  } as const;
  expect((await other.inject({ ...form, payload: new URLSearchParams(PASSWORD_GRANT).toString() })).body).toBe(
    "masked",
  );
  expect((await other.inject({ ...form, payload: "x".repeat(9_000) })).body).toBe("masked");
  expect(seen).toEqual([defect, expect.objectContaining({ code: "FST_ERR_CTP_BODY_TOO_LARGE" })]);
  await other.close();
});
