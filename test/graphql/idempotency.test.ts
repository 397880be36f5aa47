import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "../kit/database.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
let db: TestDatabase;
beforeAll(async () => {
  service = await startService();
  db = service.db;
});
afterAll(async () => await service.close());

const RENAME = `mutation ($eid: ID!, $name: String!) { editCampaign(input: {eid: $eid, name: $name}) { campaign { eid name } } }`;

interface Sent {
  key?: string;
  query?: string;
  variables?: object;
  as?: keyof TestService["world"]["tokens"];
  headers?: Record<string, string>;
}

async function send({ key, query = RENAME, variables, as = "admin", headers }: Sent) {
  const answer = await service.request({
    as,
    method: "POST",
    url: "/graphql",
    headers: { "content-type": "application/json", ...headers, ...(key !== undefined && { "idempotency-key": key }) },
    payload: JSON.stringify({ query, variables }),
  });
  return { status: answer.status, text: answer.text, replayed: answer.headers["idempotency-replayed"] };
}

function rename(name: string) {
  return { eid: service.world.granted.campaign, name };
}

async function auditRows(action: string): Promise<number> {
  const { rows } = await db.owner.query<{ count: string }>(
    "select count(*) from platform.audit_entry where action = $1",
    [action],
  );
  return Number(rows[0]?.count);
}

describe("a mutation with an Idempotency-Key", () => {
  test("sent again gives the same bytes, says so, and does nothing", async () => {
    const first = await send({ key: "again", variables: rename("Once") });
    expect(first).toMatchObject({ status: 200, replayed: undefined });
    await send({ variables: rename("Changed since") });
    const before = await auditRows("editCampaign");
    for (let again = 0; again < 3; again += 1)
      expect(await send({ key: "again", variables: rename("Once") })).toEqual({ ...first, replayed: "true" });
    expect(await auditRows("editCampaign")).toBe(before);
    expect((await service.graphql(`{ campaign(eid: "${service.world.granted.campaign}") { name } }`)).data).toEqual({
      campaign: { name: "Changed since" },
    });
  });

  test("that was explained is still to be run; how it was made is told once, to who asks", async () => {
    const sent = { key: "traced", variables: rename("Traced"), as: "staff" as const };
    const explained = await send({ ...sent, headers: { "adgraph-explain": "1" } });
    expect(explained.text).toContain("queryPlan");
    const traced = await send({ ...sent, headers: { "adgraph-trace": "1" } });
    expect(traced.text).toMatch(/"data":\{"editCampaign":.*"trace":/);
    const again = await send(sent);
    expect(again).toMatchObject({ status: 200, replayed: "true" });
    expect(again.text).toContain('"name":"Traced"');
    expect(again.text).not.toContain("extensions");
  });

  test("with a document that has no such operation is refused as without one", async () => {
    for (const query of [
      "query A { __typename } query B { __typename }",
      `${RENAME} ${RENAME.replace("mutation", "mutation B")}`,
    ]) {
      const answer = await send({ key: "no such operation", query });
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringMatching(/BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED/),
      ]);
    }
  });

  test("with another body is refused with 422, and nothing is done; the order of the variables means nothing", async () => {
    const first = await send({ key: "other body", variables: rename("A") });
    expect(first.status).toBe(400);
    await send({ key: "other-body", variables: rename("A") });
    const { eid, name } = rename("A");
    expect(await send({ key: "other-body", variables: { name, eid } })).toMatchObject({ replayed: "true" });
    const before = await auditRows("editCampaign");
    const refused = await send({ key: "other-body", variables: rename("B") });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("IDEMPOTENCY_KEY_REUSED");
    expect(await auditRows("editCampaign")).toBe(before);
  });

  test("is another's own: the same key of another user, and for another mutation, is another write", async () => {
    await send({ key: "shared", variables: rename("By admin") });
    expect(await send({ key: "shared", variables: rename("By user"), as: "granted" })).toMatchObject({
      status: 200,
      replayed: undefined,
    });
    const pause = `mutation ($eid: ID!) { pauseCampaign(input: {eid: $eid}) { campaign { status } } }`;
    const paused = await send({ key: "shared", query: pause, variables: { eid: service.world.granted.campaign } });
    expect(paused).toMatchObject({ status: 200, replayed: undefined });
    expect(await send({ key: "shared", query: pause, variables: { eid: service.world.granted.campaign } })).toEqual({
      ...paused,
      replayed: "true",
    });
  });

  test("sent 30 times at once has its effect once", async () => {
    const before = await auditRows("editCampaign");
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => await send({ key: "at-once", variables: rename("At once") })),
    );
    expect(await auditRows("editCampaign")).toBe(before + 1);
    for (const { text } of answers) expect(text).toMatch(/"name":"At once"|IDEMPOTENCY_KEY_IN_USE/);
    expect(await send({ key: "at-once", variables: rename("At once") })).toMatchObject({ replayed: "true" });
  });

  test("that was refused may be sent again once it is right", async () => {
    const refused = await send({ key: "mended", variables: rename("") });
    expect(refused.text).toContain("BAD_USER_INPUT");
    expect(await send({ key: "mended", variables: rename("Mended") })).toMatchObject({ status: 200 });
  });

  test("whose answer was lost after its effect gets it again, from what the transaction came to", async () => {
    const variables = { name: "Made once" };
    const create = `mutation ($name: String!) { createAdvertisable(input: {name: $name}) { advertisable { eid name } } }`;
    const first = await send({ key: "lost", query: create, variables });
    expect(first.text).toContain(`"name":"Made once"`);
    const before = await auditRows("createAdvertisable");
    await db.owner.query("update platform.idempotent_reply set reply = null, status = null where key = 'lost'");
    expect(await send({ key: "lost", query: create, variables })).toEqual(first);
    expect(await auditRows("createAdvertisable")).toBe(before);
  });

  test("is forgotten after 24 hours", async () => {
    await send({ key: "old", variables: rename("Old") });
    for (const table of ["reply", "step"])
      await db.owner.query(`update platform.idempotent_${table} set created_at = created_at - interval '24 hours'`);
    await send({ variables: rename("Between") });
    const before = await auditRows("editCampaign");
    expect(await send({ key: "old", variables: rename("New") })).toMatchObject({ status: 200, replayed: undefined });
    expect(await auditRows("editCampaign")).toBe(before + 1);
  });

  test.each(["", "with space", "ü", "x".repeat(256)])("that cannot be kept is refused: %j", async (key) => {
    expect((await send({ key, variables: rename("X") })).status).toBe(400);
  });

  test("a query with a key is answered as any other", async () => {
    const query = "{ viewer { username } }";
    const first = await send({ key: "read", query });
    expect(first).toMatchObject({ status: 200, replayed: undefined });
    expect(await send({ key: "read", query })).toEqual(first);
  });
});

describe("a write of the old interface with an Idempotency-Key", () => {
  const edit = async (key: string, name: string, method: "PUT" | "POST" = "PUT") =>
    await service.request({
      as: "admin",
      method,
      url: "/api/v1/campaign/edit",
      headers: { "content-type": "application/json", "idempotency-key": key },
      payload: JSON.stringify({ campaign: service.world.granted.campaign, ui_budget_daily: true, name }),
    });

  test("sent again, as PUT or POST, gives the same bytes and does nothing; with another body it is 422", async () => {
    const before = await auditRows("editCampaign");
    const first = await edit("rest", "Over REST");
    expect(first).toMatchObject({ status: 200, json: { results: { name: "Over REST" } } });
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    for (const method of ["PUT", "POST"] as const) {
      const again = await edit("rest", "Over REST", method);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers).toMatchObject({
        "idempotency-replayed": "true",
        "content-type": first.headers["content-type"],
      });
    }
    expect(await edit("rest", "Another")).toMatchObject({ status: 422, json: { errors: [{ code: 8 }] } });
    expect(await auditRows("editCampaign")).toBe(before + 1);
  });

  test("sent 20 times at once has its effect once; the others are 409 or the same answer", async () => {
    const before = await auditRows("editCampaign");
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await edit("rest-at-once", "At once")));
    expect(await auditRows("editCampaign")).toBe(before + 1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await edit("rest-at-once", "At once")).headers["idempotency-replayed"]).toBe("true");
  });

  test("that was refused may be sent again once it is right", async () => {
    expect((await edit("rest-mended", "x".repeat(300))).status).toBe(400);
    expect((await edit("rest-mended", "Mended")).status).toBe(200);
  });
});

describe("who lost access since then", () => {
  const campaign = () => service.world.granted.campaign;
  const edit = async (as: "granted" | "admin") =>
    await service.request({
      as,
      method: "PUT",
      url: "/api/v1/campaign/edit",
      headers: { "content-type": "application/json", "idempotency-key": "lost-access" },
      payload: JSON.stringify({ campaign: campaign(), ui_budget_daily: true, name: "Granted then" }),
    });
  const mutation = { key: "lost-access", as: "granted", query: RENAME } as const;

  test("gets neither the old answer nor the effect again, and both kinds of answer once it is granted again", async () => {
    const { rows } = await db.owner.query("select * from platform.access where advertisable_eid = $1", [
      service.world.granted.advertisable,
    ]);
    const [grant] = rows as { user_eid: string; advertisable_eid: string; granted_at: Date }[];
    const first = await edit("granted");
    expect(first).toMatchObject({ status: 200, json: { results: { name: "Granted then" } } });
    const inGraph = await send({ ...mutation, variables: rename("Granted too") });
    expect(inGraph.text).toContain("Granted too");
    const before = await auditRows("editCampaign");

    await db.owner.query("delete from platform.access where user_eid = $1", [grant?.user_eid]);
    expect(await edit("granted")).toMatchObject({ status: 404, json: { errors: [{ code: 16 }] } });
    const refused = await send({ ...mutation, variables: rename("Granted too") });
    expect(refused.text).toContain("NOT_FOUND");
    expect(refused.text).not.toContain("Granted too");

    await db.owner.query("insert into platform.access (user_eid, advertisable_eid, granted_at) values ($1, $2, $3)", [
      grant?.user_eid,
      grant?.advertisable_eid,
      grant?.granted_at,
    ]);
    const again = await edit("granted");
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
    expect(await send({ ...mutation, variables: rename("Granted too") })).toEqual({ ...inGraph, replayed: "true" });
    expect(await auditRows("editCampaign")).toBe(before);
  });

  test("who was an admin and is none is refused what admins alone may do", async () => {
    const body = { advertisable: service.world.granted.advertisable, product_name: "By an admin" };
    const asAdmin = async () =>
      await service.request({
        as: "admin",
        method: "POST",
        url: "/api/v1/advertisable/edit",
        headers: { "content-type": "application/json", "idempotency-key": "was-admin" },
        payload: JSON.stringify(body),
      });
    const setRole = async (role: string) =>
      await db.owner.query(`update platform."user" set organization_role = $1 where username = 'admin'`, [role]);
    const first = await asAdmin();
    expect(first.status).toBe(200);
    await setRole("USER");
    expect((await asAdmin()).status).toBe(404);
    await setRole("ADMIN");
    expect((await asAdmin()).text).toBe(first.text);
  });
});
