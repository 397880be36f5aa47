import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate, type Credentials } from "../../gateway/auth/authenticate.js";
import { newToken } from "../../gateway/auth/token.js";
import { systemRandom } from "../../lib/eid.js";
import { APIKEY, type AuthWorld, basic, createAuthWorld, eid, START } from "./auth-world.js";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld();
});
afterAll(async () => await world.drop());

/** Limiter and caches are fresh for each question, so that no test depends on another. */
async function ask(authorization: string | undefined, apikey?: Credentials["apikey"]) {
  return await authenticate({ authorization, apikey }, world.restart());
}

/** What a client sees of the refusal. */
async function refusal(authorization: string | undefined, apikey?: Credentials["apikey"]): Promise<unknown> {
  return await ask(authorization, apikey).then(
    (viewer) => viewer,
    (error: unknown) => error,
  );
}

const WRONG = {
  message: "The credentials are missing, wrong, expired or revoked.",
  extensions: { code: "UNAUTHENTICATED", reason: "CREDENTIALS" },
};
const NO_APIKEY = { extensions: { code: "UNAUTHENTICATED", reason: "APIKEY" } };

test("Basic takes the user name, and the e-mail in any case", async () => {
  const viewer = await ask(basic("admin"), APIKEY);
  expect(viewer.userEid).toBe(eid("admin"));
  expect(await ask(basic("Admin@Example.COM"), APIKEY)).toEqual(viewer);
  expect(await refusal(basic("ADMIN"), APIKEY)).toMatchObject(WRONG);
});

test("an admin sees all that the organization owns, in order", async () => {
  expect(await ask(basic("admin"), APIKEY)).toEqual({
    userEid: eid("admin"),
    organizationEid: eid("north"),
    role: "ADMIN",
    advertisables: [eid("north a"), eid("north b"), eid("north c")],
    apiClient: APIKEY,
  });
});

test("a user sees what was granted, as long as the organization owns it, in order", async () => {
  expect(await ask(basic("user"), APIKEY)).toMatchObject({
    role: "USER",
    advertisables: [eid("north a"), eid("north c")],
  });
  expect(await ask(basic("ungranted"), APIKEY)).toMatchObject({ role: "USER", advertisables: [] });
});

test("staff see everything", async () => {
  expect(await ask(basic("staff"), APIKEY)).toMatchObject({ role: "STAFF", advertisables: "ALL" });
});

test("a user name that is someone's e-mail does not take that e-mail", async () => {
  const { owner } = world;
  await owner.query(`update platform."user" set username = 'user@example.com' where eid = $1`, [eid("ungranted")]);
  for (const last of ["ungranted", "user"]) {
    // The row that was written last stands last in the table, where luck would have it.
    await owner.query(`update platform."user" set first_name = 'Other' where eid = $1`, [eid(last)]);
    expect(await ask(basic("user@example.com"), APIKEY)).toMatchObject({ userEid: eid("user") });
  }
  await owner.query(`update platform."user" set username = 'ungranted' where eid = $1`, [eid("ungranted")]);
});

test("Token takes a personal access token of an apikey", async () => {
  const token = await world.storeToken("PERSONAL", eid("user"));
  expect(await ask(`Token ${token}`, APIKEY)).toMatchObject({ userEid: eid("user"), apiClient: APIKEY });
  expect(await ask(`token  ${token}`, "app-two")).toMatchObject({ userEid: eid("user"), apiClient: "app-two" });
});

test("Bearer takes an access token, whose client is the viewer's, with its apikey or none", async () => {
  const token = await world.storeToken("ACCESS", eid("admin"), { clientId: APIKEY });
  const viewer = await ask(`Bearer ${token}`);
  expect(viewer).toMatchObject({ userEid: eid("admin"), role: "ADMIN", apiClient: APIKEY });
  expect(await ask(`bEARER ${token}`, APIKEY)).toEqual(viewer);
  expect(await ask(`Bearer ${token}`, "")).toEqual(viewer);
});

test("who is let in is found out by one statement, each time anew: what was withdrawn is out at once", async () => {
  const personal = await world.storeToken("PERSONAL", eid("user"));
  const access = await world.storeToken("ACCESS", eid("user"), { clientId: APIKEY });
  const deps = world.restart();
  for (const authorization of [basic("user"), `Token ${personal}`, `Bearer ${access}`]) {
    const before = world.statements.length;
    const viewer = await authenticate({ authorization, apikey: APIKEY }, deps);
    expect(world.statements.length - before).toBe(1);
    expect(viewer.advertisables).toContain(eid("north c"));
    await world.owner.query("delete from platform.access where user_eid = $1 and advertisable_eid = $2", [
      eid("user"),
      eid("north c"),
    ]);
    const after = await authenticate({ authorization, apikey: APIKEY }, deps);
    expect(after.advertisables).toEqual([eid("north a")]);
    await world.owner.query("update platform.api_client set is_active = false where client_id = $1", [APIKEY]);
    await expect(authenticate({ authorization, apikey: APIKEY }, deps)).rejects.toMatchObject({
      extensions: { code: "UNAUTHENTICATED" },
    });
    await world.owner.query("update platform.api_client set is_active = true where client_id = $1", [APIKEY]);
    await world.owner.query(
      "insert into platform.access (user_eid, advertisable_eid, granted_at) values ($1, $2, now())",
      [eid("user"), eid("north c")],
    );
  }
});

test("another app's apikey with a token is refused", async () => {
  const access = await world.storeToken("ACCESS", eid("admin"), { clientId: APIKEY });
  const personal = await world.storeToken("PERSONAL", eid("admin"), { clientId: APIKEY });
  expect(await refusal(`Bearer ${access}`, "app-two")).toMatchObject(NO_APIKEY);
  expect(await refusal(`Bearer ${access}`, "unknown")).toMatchObject(NO_APIKEY);
  expect(await refusal(`Token ${personal}`, "app-two")).toMatchObject(NO_APIKEY);
});

test.each([undefined, "", [], "unknown", "app-gone", "nul\0", "x".repeat(65), "APP-ONE"])(
  "without a known apikey (%j) neither Basic nor Token is accepted",
  async (apikey) => {
    const token = await world.storeToken("PERSONAL", eid("user"));
    for (const authorization of [basic("admin"), basic("admin", "wrong"), `Token ${token}`]) {
      expect(await refusal(authorization, apikey)).toMatchObject(NO_APIKEY);
    }
  },
);

test("two apikeys are BAD_USER_INPUT, also equal ones", async () => {
  expect(await refusal(basic("admin"), [APIKEY, APIKEY])).toMatchObject({
    extensions: { code: "BAD_USER_INPUT", violations: [{ path: ["apikey"], code: "REPEATED" }] },
  });
  expect(await ask(basic("admin"), [APIKEY])).toMatchObject({ userEid: eid("admin") });
});

test.each([
  ["an unknown user", basic("nobody")],
  ["a wrong password", basic("admin", "wrong")],
  ["an empty password", basic("admin", "")],
  ["an inactive user", basic("gone")],
  ["an empty name", basic("")],
  ["no colon", `Basic ${Buffer.from("admin").toString("base64")}`],
  ["bad base64", "Basic YWRtaW4*"],
  ["10 KB", basic("admin", "x".repeat(10_240))],
  ["NUL in the name", basic("ad\0min")],
  ["CRLF in the password", basic("admin", "x\r\nx")],
  ["an unknown token", `Token ${newToken("PERSONAL", systemRandom)}`],
  ["an unknown access token", `Bearer ${newToken("ACCESS", systemRandom)}`],
  ["a text that is no token", "Bearer x"],
  ["a scheme without a value", "Basic "],
  ["another scheme", "Digest abc"],
  ["no credentials", undefined],
])("%s is UNAUTHENTICATED with one and the same message", async (_what, authorization) => {
  const error = await refusal(authorization, APIKEY);
  expect(error).toMatchObject(WRONG);
});

test("no credentials at all lack the apikey first", async () => {
  expect(await refusal(undefined)).toMatchObject(NO_APIKEY);
});

test("tokens that are revoked, expired, of an inactive user or client, or of another kind are refused", async () => {
  const revoked = await world.storeToken("PERSONAL", eid("user"), { revokedAt: START });
  const expired = await world.storeToken("PERSONAL", eid("user"), { expiresAt: START });
  const inactive = await world.storeToken("PERSONAL", eid("gone"));
  for (const token of [revoked, expired, inactive])
    expect(await refusal(`Token ${token}`, APIKEY)).toMatchObject(WRONG);

  const clientGone = await world.storeToken("ACCESS", eid("user"), { clientId: "app-gone" });
  const personal = await world.storeToken("PERSONAL", eid("user"), { clientId: APIKEY });
  const refresh = await world.storeToken("REFRESH", eid("user"), { clientId: APIKEY });
  for (const token of [clientGone, personal, refresh]) expect(await refusal(`Bearer ${token}`)).toMatchObject(WRONG);
  expect(await refusal(`Token ${await world.storeToken("ACCESS", eid("user"))}`, APIKEY)).toMatchObject(WRONG);
});

test("a token is good up to its expiry and not from then on", async () => {
  const token = await world.storeToken("ACCESS", eid("user"), {
    clientId: APIKEY,
    expiresAt: "2026-11-28T09:00:00.001Z",
  });
  expect(await ask(`Bearer ${token}`)).toMatchObject({ userEid: eid("user") });
  world.advance(1);
  expect(await refusal(`Bearer ${token}`)).toMatchObject(WRONG);
});

test("a user or client that is deactivated is out with the next request", async () => {
  const { owner } = world;
  const token = await world.storeToken("ACCESS", eid("ungranted"), { clientId: "app-two" });
  await ask(`Bearer ${token}`);
  await owner.query("update platform.api_client set is_active = false where client_id = 'app-two'");
  expect(await refusal(`Bearer ${token}`)).toMatchObject(WRONG);
  await owner.query("update platform.api_client set is_active = true where client_id = 'app-two'");
  await owner.query(`update platform."user" set is_active = false where eid = $1`, [eid("ungranted")]);
  expect(await refusal(`Bearer ${token}`)).toMatchObject(WRONG);
});
