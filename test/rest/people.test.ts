import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, BETA, testEid, userEid, type UserName } from "../kit/world.js";

const SIGNED_IN = ["ungranted", "granted", "admin", "foreign", "staff"] as const;
type SignedIn = (typeof SIGNED_IN)[number];

const NOBODY = testEid("nobody");
const COLLEAGUE = testEid("usercolleague");
const CARD = testEid("card");
const TRANSFER = testEid("transfer");
const INVOICE = testEid("invoice");

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { owner } = service.db;
  const now = "2023-07-02T00:00:00Z";
  await owner.query(
    `insert into platform."user" (eid, organization_eid, username, email, first_name, last_name, locale, default_timezone, role, organization_role, is_active, created_at, updated_at)
     values ($1, $2, 'colleague', 'colleague@example.test', 'Cora', 'Colleague', 'en-US', 'UTC', 'USER', 'USER', true, $3, $3),
       ($4, $2, 'gone', 'gone@example.test', 'Gone', 'Away', 'en-US', 'UTC', 'USER', 'USER', false, $3, $3)`,
    [COLLEAGUE, ALPHA, now, testEid("usergone")],
  );
  await owner.query(
    `insert into platform.billing_method values ($1, $2, 'CARD', 'Card 1', true, 'USD', true, $4, $4),
       ($1, $3, 'INVOICE', 'Transfer', false, 'EUR', true, $5, $5), ($1, $6, 'CARD', 'Old card', false, 'EUR', false, $5, $5)`,
    [ALPHA, CARD, TRANSFER, now, "2023-07-03T00:00:00Z", testEid("oldcard")],
  );
  const { granted } = service.world;
  await owner.query(
    `insert into platform.invoice values ($1, $2, 'A-1', '2023-07-01', '2023-07-31', 'EUR', 30.10, 'OPEN', $3, $4, $4)`,
    [
      ALPHA,
      INVOICE,
      JSON.stringify([
        {
          advertisableEid: granted.advertisable,
          campaignEid: granted.campaign,
          description: "Served",
          amount: "20.05",
        },
        { advertisableEid: null, campaignEid: null, description: "Service", amount: "10.05" },
      ]),
      now,
    ],
  );
});
afterAll(async () => await service.close());

beforeEach(async () => {
  const { owner } = service.db;
  await owner.query(
    `update platform."user" set organization_role = 'USER', email = 'colleague@example.test' where eid = $1`,
    [COLLEAGUE],
  );
  await owner.query("delete from platform.access where user_eid = $1", [COLLEAGUE]);
});

async function get(as: UserName, url: string) {
  return await service.request({ as, method: "GET", url: `/api/v1/${url}` });
}

async function post(as: UserName, path: string, payload: object) {
  return await service.request({ as, method: "POST", url: `/api/v1/${path}`, payload });
}

/** The status that each actor gets. */
async function statuses(ask: (as: SignedIn) => Promise<{ status: number }>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const as of SIGNED_IN) found[as] = (await ask(as)).status;
  return found;
}

/** In the order of writing: under the tests' clock all were written at the same time. */
async function audit(nounEid: string): Promise<Record<string, unknown>[]> {
  const { rows } = await service.db.owner.query(
    `select organization_eid, user_eid, client_id, request_id, action, noun, before, after
     from platform.organization_audit_entry where noun_eid = $1 order by ctid`,
    [nounEid],
  );
  return rows;
}

async function userRow(eid: string): Promise<Record<string, unknown>> {
  const { rows } = await service.db.owner.query<Record<string, unknown>>(
    `select first_name, last_name, email, locale, default_timezone, role, organization_role, organization_eid from platform."user" where eid = $1`,
    [eid],
  );
  return rows[0] ?? {};
}

async function grantsOf(eid: string): Promise<string[]> {
  const { rows } = await service.db.owner.query<{ eid: string }>(
    "select advertisable_eid as eid from platform.access where user_eid = $1 order by 1",
    [eid],
  );
  return rows.map((row) => row.eid);
}

describe("users", () => {
  test("user/get: every documented field", async () => {
    expect((await get("admin", `user/get?user=${COLLEAGUE}`)).json).toEqual({
      results: {
        eid: COLLEAGUE,
        id: COLLEAGUE,
        username: "colleague",
        first_name: "Cora",
        last_name: "Colleague",
        email: "colleague@example.test",
        locale: "en-US",
        default_timezone: "UTC",
        role: "user",
        organization_role: "user",
        organization: ALPHA,
        default_profile: null,
      },
    });
  });

  test("organization/get_users: records for admins and staff, names for the others, nobody who was deactivated", async () => {
    const listed = async (as: SignedIn, query = "") =>
      ((await get(as, `organization/get_users${query}`)).json as { results: Record<string, unknown>[] }).results;
    for (const as of ["admin", "staff"] as const) {
      const users = await listed(as);
      expect(users.map((user) => user["eid"])).toContain(COLLEAGUE);
      expect(users.map((user) => user["eid"])).not.toContain(testEid("usergone"));
      expect(users.every((user) => typeof user["email"] === "string" && user["organization"] === ALPHA)).toBe(true);
    }
    const names = await listed("granted");
    expect(names).toHaveLength((await listed("admin")).length);
    expect(names.find((user) => user["eid"] === COLLEAGUE)).toEqual({
      eid: COLLEAGUE,
      first_name: "Cora",
      last_name: "Colleague",
    });
    expect(names.find((user) => user["eid"] === userEid("granted"))).toMatchObject({ email: "granted@example.test" });
    expect((await listed("foreign")).map((user) => user["eid"])).toEqual([userEid("foreign")]);
    expect(await listed("admin", "?page=2&per_page=2")).toEqual((await listed("admin")).slice(2, 4));

    expect(await statuses((as) => get(as, `organization/get_users?organization=${BETA}`))).toEqual({
      ungranted: 404,
      granted: 404,
      admin: 404,
      foreign: 200,
      staff: 200,
    });
    expect((await get("staff", `organization/get_users?organization=${NOBODY}`)).status).toBe(404);
    const { data } = await service.graphql(
      `{ organization { members(first: 50) { nodes { eid user { email } } } } }`,
      {},
      "granted",
    );
    expect(JSON.stringify(data)).not.toContain("colleague@");
  });

  test("the list of people takes as many statements for a hundred as for one", async () => {
    const ask = async (first: number) =>
      (
        await service.graphql(
          `{ organization { members(first: ${first}) { nodes { user { email organization { name } } } } } }`,
        )
      ).statements;
    expect(await ask(50)).toBe(await ask(1));
  });
});

describe("user/grant", () => {
  test("who may: admins of the user's organization and staff; everybody else gets 403, known user or not", async () => {
    const { granted } = service.world;
    for (const u of [COLLEAGUE, NOBODY, testEid("usergone")]) {
      expect(await statuses((as) => post(as, "user/grant", { u, advertisables: granted.advertisable }))).toEqual({
        ungranted: 403,
        granted: 403,
        admin: u === COLLEAGUE ? 200 : 403,
        foreign: 403,
        staff: u === COLLEAGUE ? 200 : 404,
      });
    }
    expect(await grantsOf(COLLEAGUE)).toEqual([granted.advertisable]);
  });

  test("never to oneself, never by an admin to a platform administrator", async () => {
    for (const as of SIGNED_IN) {
      const answer = await post(as, "user/grant", { u: userEid(as), organization_role: "admin" });
      expect([as, answer.status, answer.json]).toEqual([
        as,
        403,
        { errors: [{ message: expect.any(String), code: 512 }] },
      ]);
    }
    expect((await post("admin", "user/grant", { u: userEid("staff"), organization_role: "admin" })).status).toBe(403);
    expect((await userRow(userEid("staff")))["organization_role"]).toBe("USER");
    expect((await userRow(userEid("granted")))["organization_role"]).toBe("USER");
  });

  test("advertisables are granted besides those that are, and the user sees them at once; the audit says so", async () => {
    const { granted, other } = service.world;
    const before = (await audit(COLLEAGUE)).length;
    const payload = { u: COLLEAGUE, advertisables: `${other.advertisable},${granted.advertisable}` };
    await post("admin", "user/grant", { ...payload, advertisables: granted.advertisable });
    expect(await post("admin", "user/grant", payload)).toMatchObject({ status: 200, json: { results: {} } });
    expect(await grantsOf(COLLEAGUE)).toEqual([granted.advertisable, other.advertisable].toSorted());
    // Once more changes nothing, and leaves no trace.
    expect((await post("admin", "user/grant", payload)).status).toBe(200);
    const entries = (await audit(COLLEAGUE)).slice(before);
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({
      organization_eid: ALPHA,
      user_eid: userEid("admin"),
      client_id: "test-apikey",
      request_id: expect.any(String),
      action: "grantUser",
      noun: "user",
      before: { eid: COLLEAGUE },
      after: { eid: COLLEAGUE, grantedAdvertisableEids: [other.advertisable] },
    });
  });

  test("a user becomes an admin and sees everything of the organization", async () => {
    expect((await post("admin", "user/grant", { u: userEid("ungranted"), organization_role: "admin" })).status).toBe(
      200,
    );
    const listed = await get("ungranted", "organization/get_advertisables");
    expect((listed.json as { results: unknown[] }).results).toHaveLength(2);
    expect((await post("staff", "user/grant", { u: userEid("ungranted"), organization_role: "user" })).status).toBe(
      200,
    );
    expect((await get("ungranted", "organization/get_advertisables")).json).toEqual({ results: [] });
  });

  test("an advertisable of another organization: 403 for an admin, known or not; nothing is written", async () => {
    const { granted, foreign } = service.world;
    for (const eid of [foreign.advertisable, testEid("nowhere")]) {
      const payload = { u: COLLEAGUE, advertisables: [granted.advertisable, eid], organization_role: "admin" };
      expect((await post("admin", "user/grant", payload)).status).toBe(403);
      expect((await post("foreign", "user/grant", payload)).status).toBe(403);
      expect((await post("staff", "user/grant", payload)).status).toBe(eid === foreign.advertisable ? 400 : 404);
    }
    expect(await grantsOf(COLLEAGUE)).toEqual([]);
    expect((await userRow(COLLEAGUE))["organization_role"]).toBe("USER");
  });

  test("bad inputs: 400 with the parameter's old name", async () => {
    for (const [payload, field] of [
      [{ advertisables: service.world.granted.advertisable }, "u"],
      [{ u: "x", organization_role: "admin" }, "u"],
      [{ u: COLLEAGUE }, "advertisables"],
      [{ u: COLLEAGUE, advertisables: "x" }, "advertisables"],
      [{ u: COLLEAGUE, organization_role: "staff" }, "organization_role"],
      [{ u: COLLEAGUE, organization_role: "ADMIN" }, "organization_role"],
    ] as const) {
      expect(await post("admin", "user/grant", payload)).toMatchObject({ status: 400, json: { errors: [{ field }] } });
    }
  });
});

describe("user/edit", () => {
  test("every field, and the audit of it", async () => {
    const before = await userRow(COLLEAGUE);
    const answer = await post("admin", "user/edit", {
      user: COLLEAGUE,
      first_name: "Karla",
      last_name: "Kollegin",
      email: "Karla@Example.Test",
      locale: "de-DE",
      default_timezone: "Europe/Berlin",
      organization_role: "admin",
    });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        results: {
          eid: COLLEAGUE,
          first_name: "Karla",
          last_name: "Kollegin",
          email: "karla@example.test",
          locale: "de-DE",
          default_timezone: "Europe/Berlin",
          organization_role: "admin",
          role: "user",
        },
      },
    });
    expect((await audit(COLLEAGUE)).at(-1)).toMatchObject({
      action: "editUser",
      user_eid: userEid("admin"),
      before: { firstName: "Cora", email: before["email"] },
      after: { firstName: "Karla", email: "karla@example.test", organizationRole: "ADMIN" },
    });
    expect((await get("admin", `user/get?user=${COLLEAGUE}`)).json).toEqual(answer.json);
  });

  test("who may: oneself, admins of the organization, staff; colleagues 403, strangers 404 as if there were nobody", async () => {
    expect(await statuses((as) => post(as, "user/edit", { user: COLLEAGUE, locale: "fr-FR" }))).toEqual({
      ungranted: 403,
      granted: 403,
      admin: 200,
      foreign: 404,
      staff: 200,
    });
    for (const user of [NOBODY, testEid("usergone")]) {
      expect(new Set(Object.values(await statuses((as) => post(as, "user/edit", { user, locale: "fr-FR" }))))).toEqual(
        new Set([404]),
      );
    }
    expect(await statuses((as) => post(as, "user/edit", { user: userEid(as), locale: "it-IT" }))).toEqual({
      ungranted: 200,
      granted: 200,
      admin: 200,
      foreign: 200,
      staff: 200,
    });
    // A platform administrator's record would be a way to their account.
    expect((await post("admin", "user/edit", { user: userEid("staff"), email: "mine@example.test" })).status).toBe(403);
  });

  test("roles: by admins and staff only, not one's own; nobody makes a platform administrator", async () => {
    const role = { organization_role: "admin" };
    expect(await statuses((as) => post(as, "user/edit", { user: COLLEAGUE, ...role }))).toEqual({
      ungranted: 403,
      granted: 403,
      admin: 200,
      foreign: 404,
      staff: 200,
    });
    for (const as of ["ungranted", "granted", "staff"] as const)
      expect((await post(as, "user/edit", { user: userEid(as), first_name: "X", ...role })).status).toBe(403);
    expect((await userRow(userEid("granted")))["first_name"]).toBe("First");
    for (const fields of [{ role: "staff" }, { organization: BETA }]) {
      for (const user of [COLLEAGUE, userEid("granted"), NOBODY])
        expect(await statuses((as) => post(as, "user/edit", { user, ...fields }))).toEqual({
          ungranted: 403,
          granted: 403,
          admin: 403,
          foreign: 403,
          staff: 403,
        });
    }
    expect(await userRow(COLLEAGUE)).toMatchObject({ role: "USER", organization_eid: ALPHA });
  });

  test("bad inputs: 400 with the field; another user's e-mail: 400, code 256", async () => {
    for (const [fields, field] of [
      [{ first_name: " " }, "first_name"],
      [{ last_name: "x".repeat(256) }, "last_name"],
      [{ first_name: "a\u0007" }, "first_name"],
      [{ email: "nobody" }, "email"],
      [{ email: "a@b.test\r\nbcc: c@d.test" }, "email"],
      [{ email: `${"a".repeat(250)}@b.test` }, "email"],
      [{ locale: "english" + "x".repeat(20) }, "locale"],
      [{ locale: "en_US!" }, "locale"],
      [{ default_timezone: "Mars/Olympus" }, "default_timezone"],
      [{ default_timezone: "+01:00" }, "default_timezone"],
      [{ organization_role: "owner" }, "organization_role"],
    ] as const) {
      const answer = await post("admin", "user/edit", { user: COLLEAGUE, ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.json).toMatchObject({ errors: [{ field, message: expect.stringContaining(field) }] });
    }
    expect(await post("admin", "user/edit", { user: COLLEAGUE, email: "granted@example.test" })).toMatchObject({
      status: 400,
      json: { errors: [{ code: 256 }] },
    });
    expect(await post("admin", "user/edit", { first_name: "X" })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "user", code: 64 }] },
    });
  });
});

describe("an address that another organization's user signs in with", () => {
  const edit = async (email: string, as: SignedIn = "admin") => await post(as, "user/edit", { user: COLLEAGUE, email });

  test("is refused without saying why; after ten of them no address is taken for a day, so that nobody tries them all", async () => {
    // Nobody's e-mail, but what somebody signs in with.
    await service.db.owner.query(`update platform."user" set username = 'Beta@Sign.Test' where eid = $1`, [
      userEid("foreign"),
    ]);
    const refusal = { errors: [{ field: "email", message: "email can't be this address; use another one." }] };
    for (let times = 0; times < 5; times += 1) {
      for (const email of ["foreign@example.test", "beta@sign.test"]) {
        const answer = await edit(email);
        expect([answer.status, answer.json]).toEqual([400, refusal]);
      }
    }
    expect((await audit(ALPHA)).filter(({ action }) => action === "refuseEmail")).toHaveLength(10);
    for (const email of ["foreign@example.test", "free@example.test", "granted@example.test"])
      expect(await edit(email)).toMatchObject({ status: 429, json: { errors: [{ code: 8 }] } });
    // Whoever sees all users is told, and other changes of the user go on.
    expect(await edit("foreign@example.test", "staff")).toMatchObject({
      status: 400,
      json: { errors: [{ code: 256 }] },
    });
    expect((await post("admin", "user/edit", { user: COLLEAGUE, first_name: "Cora" })).status).toBe(200);
    expect((await userRow(COLLEAGUE))["email"]).toBe("colleague@example.test");
    await service.db.owner.query("delete from platform.organization_audit_entry where action = 'refuseEmail'");
    expect((await edit("free@example.test")).status).toBe(200);
  });
});

describe("revokeUserGrant", () => {
  const REVOKE = `mutation ($input: RevokeUserGrantInput!) { revokeUserGrant(input: $input) { user { eid defaultAdvertisable { eid } } } }`;
  const revoke = async (eid: string, advertisableEids: string[], as: SignedIn) =>
    (await service.graphql(REVOKE, { input: { eid, advertisableEids } }, as)).errors?.[0]?.extensions.code;

  test("takes a grant away at once, with the user's default; the audit says so, and once more changes nothing", async () => {
    const { granted, other } = service.world;
    const user = userEid("ungranted");
    const eids = [granted.advertisable, other.advertisable];
    await post("admin", "user/grant", { u: user, advertisables: eids });
    await service.db.owner.query(`update platform."user" set default_advertisable_eid = $2 where eid = $1`, [
      user,
      granted.advertisable,
    ]);
    expect((await get("ungranted", `campaign/get?campaign=${granted.campaign}`)).status).toBe(200);
    const before = (await audit(user)).length;
    expect(await revoke(user, [granted.advertisable, service.world.foreign.advertisable], "admin")).toBeUndefined();
    expect((await get("ungranted", `campaign/get?campaign=${granted.campaign}`)).status).toBe(404);
    expect((await get("ungranted", `user/get?user=${user}`)).json).toMatchObject({
      results: { default_profile: null },
    });
    expect(await grantsOf(user)).toEqual([other.advertisable]);
    expect(await revoke(user, [granted.advertisable], "admin")).toBeUndefined();
    const entries = (await audit(user)).slice(before);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: "revokeUserGrant",
      before: { grantedAdvertisableEids: [granted.advertisable], defaultAdvertisableEid: granted.advertisable },
      after: { defaultAdvertisableEid: null },
    });
    await service.db.owner.query("delete from platform.access where user_eid = $1", [user]);
  });

  test("who may: as for user/grant; at least one advertisable, at most 1,000", async () => {
    const { granted } = service.world;
    const codes: Record<string, string | undefined> = {};
    for (const as of SIGNED_IN) codes[as] = await revoke(COLLEAGUE, [granted.advertisable], as);
    expect(codes).toEqual({
      ungranted: "FORBIDDEN",
      granted: "FORBIDDEN",
      admin: undefined,
      foreign: "FORBIDDEN",
      staff: undefined,
    });
    expect(await revoke(userEid("admin"), [granted.advertisable], "admin")).toBe("FORBIDDEN");
    expect(await revoke(NOBODY, [granted.advertisable], "admin")).toBe("FORBIDDEN");
    expect(await revoke(NOBODY, [granted.advertisable], "staff")).toBe("NOT_FOUND");
    expect(await revoke(COLLEAGUE, [], "admin")).toBe("BAD_USER_INPUT");
  });
});

describe("organization and billing", () => {
  test("organization/get: every documented field", async () => {
    expect((await get("granted", "organization/get")).json).toEqual({
      results: { eid: ALPHA, name: "Alpha", created_date: "2023-07-01T00:00:00+0000" },
    });
  });

  test("organization/get_billing_methods: for admins and staff", async () => {
    expect((await get("admin", "organization/get_billing_methods")).json).toEqual({
      results: [
        { eid: CARD, type: "card", label: "Card 1", is_default: true, currency: "USD" },
        { eid: TRANSFER, type: "invoice", label: "Transfer", is_default: false, currency: "EUR" },
      ],
    });
    expect((await get("foreign", "organization/get_billing_methods")).json).toEqual({ results: [] });
    expect(await statuses((as) => get(as, `organization/get_billing_methods?organization=${ALPHA}`))).toEqual({
      ungranted: 403,
      granted: 403,
      admin: 200,
      foreign: 404,
      staff: 200,
    });
  });

  test("invoice/get: for admins and staff; a foreign one is a missing one", async () => {
    const { granted } = service.world;
    expect((await get("admin", `invoice/get?invoice=${INVOICE}`)).json).toEqual({
      results: {
        eid: INVOICE,
        organization: ALPHA,
        number: "A-1",
        period_start: "2023-07-01",
        period_end: "2023-07-31",
        currency: "EUR",
        amount: 30.1,
        status: "open",
        lines: [
          { advertisable: granted.advertisable, campaign: granted.campaign, description: "Served", amount: 20.05 },
          { advertisable: null, campaign: null, description: "Service", amount: 10.05 },
        ],
      },
    });
    for (const eid of [INVOICE, NOBODY]) {
      const known = eid === INVOICE ? 200 : 404;
      expect(await statuses((as) => get(as, `invoice/get?invoice=${eid}`))).toEqual({
        ungranted: 403,
        granted: 403,
        admin: known,
        foreign: 404,
        staff: known,
      });
    }
    const foreign = await get("foreign", `invoice/get?invoice=${INVOICE}`);
    const missing = await get("foreign", `invoice/get?invoice=${NOBODY}`);
    expect(foreign.text.replace(INVOICE, NOBODY)).toBe(missing.text);
    expect(await get("admin", "invoice/get?invoice=1")).toMatchObject({
      status: 400,
      json: { errors: [{ field: "invoice" }] },
    });
  });

  test("what staff reads of it is written down, what an admin reads is not", async () => {
    const before = (await audit(INVOICE)).length + (await audit(ALPHA)).length;
    await get("admin", `invoice/get?invoice=${INVOICE}`);
    await get("admin", "organization/get_billing_methods");
    expect((await audit(INVOICE)).length + (await audit(ALPHA)).length).toBe(before);
    await get("staff", `invoice/get?invoice=${INVOICE}`);
    await get("staff", `organization/get_billing_methods?organization=${ALPHA}`);
    expect((await audit(INVOICE)).at(-1)).toMatchObject({
      action: "readInvoice",
      user_eid: userEid("staff"),
      after: null,
    });
    expect((await audit(ALPHA)).at(-1)).toMatchObject({ action: "readBillingMethods", organization_eid: ALPHA });
  });

  test("in the graph: connections, nodes and edges, closed to who may not", async () => {
    const query = `{ organization {
      invoices(filter: { status: { in: [OPEN] } }) { nodes { number amount { amount currency } lines { advertisable { name } campaign { name } amount { exactAmount } } } }
      billingMethods { nodes { label organization { name } } }
    } nodes(ids: ["Invoice_${INVOICE}", "BillingMethod_${CARD}"]) { id } }`;
    expect((await service.graphql(query)).data).toMatchObject({
      organization: {
        invoices: {
          nodes: [
            {
              number: "A-1",
              amount: { amount: "30.10", currency: "EUR" },
              lines: [
                { advertisable: { name: expect.any(String) }, campaign: { name: expect.any(String) } },
                { advertisable: null, campaign: null, amount: { exactAmount: "10.05" } },
              ],
            },
          ],
        },
        billingMethods: { nodes: [{ label: "Card 1", organization: { name: "Alpha" } }, { label: "Transfer" }] },
      },
      nodes: [{ id: `Invoice_${INVOICE}` }, { id: `BillingMethod_${CARD}` }],
    });
    const refused = await service.graphql(query, {}, "granted");
    expect(refused.data).toEqual({
      organization: { invoices: null, billingMethods: null },
      nodes: [null, null],
    });
    expect(new Set(refused.errors?.map((error) => error.extensions.code))).toEqual(new Set(["FORBIDDEN"]));
    const foreign = await service.graphql(query, {}, "foreign");
    expect(foreign.data).toEqual({
      organization: { invoices: { nodes: [] }, billingMethods: { nodes: [] } },
      nodes: [null, null],
    });
    expect(new Set(foreign.errors?.map((error) => error.extensions.code))).toEqual(new Set(["NOT_FOUND"]));
  });
});

describe("the second wall", () => {
  test("a statement that forgot its restriction sees the viewer's own organization only, and can't write for another", async () => {
    const rows = async (organizationEid: string, role: "ADMIN" | "STAFF", table: string) =>
      await service.db.database
        .sqlFor({ userEid: NOBODY, organizationEid, role, advertisables: [], apiClient: null }, () => {})
        .rows(`select organization_eid from platform.${table}`);
    for (const table of ["invoice", "billing_method", "organization_audit_entry"]) {
      expect((await rows(BETA, "ADMIN", table)).filter((row) => row["organization_eid"] !== BETA)).toEqual([]);
      expect((await rows(ALPHA, "ADMIN", table)).length).toBeGreaterThan(0);
      expect((await rows(BETA, "STAFF", table)).length).toBeGreaterThan(0);
      expect(await service.db.database.platform.rows(`select 1 from platform.${table}`)).toEqual([]);
    }
    const viewer = {
      userEid: NOBODY,
      organizationEid: BETA,
      role: "ADMIN",
      advertisables: [],
      apiClient: null,
    } as const;
    const write = service.db.database.transaction(
      viewer,
      () => {},
      async (sql) =>
        await sql.from("platform.organization_audit_entry").insert({
          organization_eid: ALPHA,
          eid: NOBODY,
          at: new Date(),
          user_eid: NOBODY,
          request_id: "x",
          action: "x",
          noun: "x",
          noun_eid: NOBODY,
        }),
    );
    await expect(write).rejects.toThrow("row-level security");
    const { rows: owned } = await service.db.owner.query<{ name: string; forced: boolean }>(
      `select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity as forced from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_eid' and not a.attisdropped
       where c.relkind = 'r' and c.oid::regclass::text not in ('platform."user"', 'platform.ownership')`,
    );
    expect(owned.map(({ name }) => name)).toContain("platform.invoice");
    expect(owned.filter(({ forced }) => !forced)).toEqual([]);
  });
});
