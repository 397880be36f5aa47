import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf, callMailer, change, createEmailCampaign, readySettings, refusal } from "../kit/email.js";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, BETA, createTree, type Tree } from "../kit/world.js";

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await startService({ logTo: { write: (line) => void lines.push(line) } });
});
afterAll(async () => await service.close());

interface Listed {
  unsubscribers: { date: string; email_address: string }[];
}

async function add({ advertisable }: Tree, body: unknown) {
  return await callMailer(service, "POST", `advertisables/${advertisable}/unsubscribers`, body, "staff");
}

async function listed({ advertisable }: Tree, query = ""): Promise<Listed["unsubscribers"]> {
  const path = `advertisables/${advertisable}/unsubscribers${query}`;
  return bodyOf<Listed>(await callMailer(service, "GET", path, undefined, "staff")).unsubscribers;
}

test("people unsubscribe once, in any case, and what is no address is ignored", async () => {
  const tree = await createTree(service.gateway, ALPHA, "Unsubscribers");
  const malformed = [
    "nobody",
    "",
    "a@b",
    "Ann <ann@example.com>",
    '"a b"@example.com',
    "a(c)@example.com",
    "a@example.com\r\nBcc: b@example.com",
    `${"a".repeat(320)}@example.com`,
  ];
  expect(bodyOf(await add(tree, ["Ann@Example.com ", "ann@example.com", ...malformed, "bob@bücher.example"]))).toEqual({
    ignored: malformed,
  });
  expect(bodyOf(await add(tree, { unsubscribers: ["ANN@example.com"] }))).toEqual({ ignored: [] });
  expect((await listed(tree)).toSorted((a, b) => (a.email_address < b.email_address ? -1 : 1))).toEqual([
    { date: "2023-09-01T12:00:00", email_address: "ann@example.com" },
    { date: "2023-09-01T12:00:00", email_address: "bob@bücher.example" },
  ]);
  const { rows } = await service.db.owner.query<{ kept: string; audited: string }>(
    `select (select string_agg(encode(sealed_address, 'escape') || contact_eid, ' ') from email.unsubscriber) as kept,
       (select string_agg(a::text, ' ') from platform.audit_entry a) as audited`,
  );
  expect(rows[0]?.kept).not.toContain("ann@");
  expect(rows[0]?.audited).not.toContain("ann@");
  expect(lines.join("\n")).not.toContain("example.com");
});

test("since gives those who unsubscribed after that instant, not at it", async () => {
  const tree = await createTree(service.gateway, ALPHA, "Since");
  bodyOf(await add(tree, ["a@example.com", "b@example.com", "c@example.com"]));
  const { rows } = await service.db.owner.query<{ eid: string }>(
    "select contact_eid as eid from email.unsubscriber where advertisable_eid = $1 order by contact_eid",
    [tree.advertisable],
  );
  for (const [index, at] of ["2023-09-01T11:00:00Z", "2023-09-01T11:00:00.001Z", "2023-09-01T11:00:01Z"].entries())
    await service.db.owner.query("update email.unsubscriber set created_at = $2 where contact_eid = $1", [
      rows[index]?.eid,
      at,
    ]);
  const dates = async (since: string, page = "") =>
    (await listed(tree, `?since=${encodeURIComponent(since)}${page}`)).map(({ date }) => date);
  expect(await dates("2023-09-01T10:59:59")).toEqual([
    "2023-09-01T11:00:00",
    "2023-09-01T11:00:00",
    "2023-09-01T11:00:01",
  ]);
  expect(await dates("2023-09-01T11:00:00")).toEqual(["2023-09-01T11:00:00", "2023-09-01T11:00:01"]);
  expect(await dates("2023-09-01T13:00:01+02:00")).toEqual([]);
  expect(await dates("2023-09-01T10:59:59", "&page=2&per_page=2")).toEqual(["2023-09-01T11:00:01"]);
  expect(await dates("2023-09-01T10:59:59", "&page=3&page_size=2")).toEqual([]);
  const path = `advertisables/${tree.advertisable}/unsubscribers?since=yesterday`;
  expect(refusal(await callMailer(service, "GET", path, undefined, "staff"))).toEqual([400, ["since"]]);
});

test("10,000 at a time and no more, in time that grows with their number", async () => {
  const tree = await createTree(service.gateway, ALPHA, "Many");
  const many = Array.from({ length: 10_000 }, (_, index) => `person${index}@example.com`);
  expect(bodyOf(await add(tree, many))).toEqual({ ignored: [] });
  expect(await listed(tree)).toHaveLength(10_000);
  expect(bodyOf(await add(tree, many))).toEqual({ ignored: [] });
  expect(refusal(await add(tree, [...many, "one@example.com"]))).toEqual([413, ["unsubscribers"]]);
  const tenfold = Array.from({ length: 100_000 }, (_, index) => `p${index}@example.com`);
  expect(refusal(await add(tree, tenfold))[0]).toBe(413);
  expect(await listed(tree)).toHaveLength(10_000);
  const hostile = Array.from({ length: 10_000 }, () => "a@".repeat(120));
  expect(bodyOf<{ ignored: string[] }>(await add(tree, hostile)).ignored).toHaveLength(10_000);
}, 60_000);

test("what is no list of texts is refused", async () => {
  for (const wrong of [undefined, {}, { unsubscribers: [1] }, [null], [["a@example.com"]], [{}], "a@example.com"]) {
    const answer = await add(service.world.granted, wrong);
    expect([wrong, refusal(answer)[0]]).toEqual([wrong, 400]);
  }
});

test("the same person is another one to another advertisable, and to another organization nobody", async () => {
  const ours = await createTree(service.gateway, ALPHA, "Ours");
  const theirs = await createTree(service.gateway, BETA, "Theirs");
  for (const tree of [ours, theirs]) bodyOf(await add(tree, ["ann@example.com"]));
  const { data } = await service.graphql(
    `{ unsubscribers(filter: { advertisableEid: { in: ["${ours.advertisable}", "${theirs.advertisable}"] } }) { nodes { eid advertisableEid emailAddress } } }`,
    {},
    "staff",
  );
  const { nodes } = (data as { unsubscribers: { nodes: { eid: string; emailAddress: string }[] } }).unsubscribers;
  expect(nodes.map(({ emailAddress }) => emailAddress)).toEqual(["ann@example.com", "ann@example.com"]);
  expect(new Set(nodes.map(({ eid }) => eid)).size).toBe(2);
});

test("what staff reads of addresses is in the audit, and what others read is not", async () => {
  const { granted } = service.world;
  bodyOf(await add(granted, ["ann@example.com", "bob@example.com"]));
  const looks = async (): Promise<unknown[]> => {
    const { rows } = await service.db.owner.query<{ after: unknown }>(
      "select after from platform.audit_entry where action = 'readUnsubscribers' and advertisable_eid = $1",
      [granted.advertisable],
    );
    return rows.map(({ after }) => after);
  };
  const query = `{ advertisable(eid: "${granted.advertisable}") { unsubscribers { nodes { eid } } } }`;
  await service.graphql(query, {}, "staff");
  await service.graphql(query.replace("eid }", "emailAddress }"), {}, "granted");
  expect(await looks()).toEqual([]);
  const { data, statements } = await service.graphql(query.replace("{ eid }", "{ emailAddress }"), {}, "staff");
  expect(JSON.stringify(data)).toContain('{"emailAddress":"ann@example.com"}');
  expect(statements).toBeLessThan(8);
  expect(await looks()).toEqual([{ eids: [expect.any(String), expect.any(String)] }]);
});

test("messages follow from what is so, and come again with a new reason", async () => {
  const tree = await createTree(service.gateway, ALPHA, "Messages");
  const path = `advertisables/${tree.advertisable}/messages`;
  const messages = async (): Promise<string[]> => {
    const { results } = bodyOf<{ results: { type: string; viewed: boolean; created_date: string }[] }>(
      await callMailer(service, "GET", path, undefined, "staff"),
    );
    for (const each of results)
      expect(each).toEqual({
        type: each.type,
        viewed: true,
        created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      });
    return results.map(({ type }) => type);
  };
  expect(await messages()).toEqual([]);
  const eid = await createEmailCampaign(service, tree);
  expect(await messages()).toEqual(["email_pixel", "email_forms_missing"]);
  await service.db.owner.query("update entities.pixel set status = 'ACTIVE' where eid = $1", [tree.pixel]);
  await readySettings(service, tree);
  expect(await messages()).toEqual(["email_forms_new"]);
  bodyOf(await callMailer(service, "PUT", `campaigns/${eid}/status`, { status: "running" }, "staff"));
  expect(await messages()).toEqual([]);
  await change(
    service,
    "reviewEmailSettings",
    { advertisableEid: tree.advertisable, isSuspended: true },
    "emailSettings",
  );
  bodyOf(await add(tree, ["a@example.com"]));
  expect(await messages()).toEqual(["email_unsubscriber", "email_forms_blocked"]);
  const viewed = await callMailer(service, "POST", path, { type: "email_unsubscriber" }, "staff");
  expect(bodyOf<{ results: { type: string }[] }>(viewed).results.map(({ type }) => type)).toEqual([
    "email_forms_blocked",
  ]);
  expect(await messages()).toEqual(["email_forms_blocked"]);
  await service.db.owner.query(
    "update email.unsubscriber set created_at = '2023-09-01T12:00:00.001Z' where advertisable_eid = $1",
    [tree.advertisable],
  );
  expect(await messages()).toEqual(["email_unsubscriber", "email_forms_blocked"]);
  for (const type of [undefined, "sms", "EMAIL_PIXEL", 1])
    expect(refusal(await callMailer(service, "POST", path, { type }, "staff"))).toEqual([400, ["type"]]);
});

test("messages of many advertisables take as many statements as those of one", async () => {
  for (const tree of [service.world.granted, service.world.other]) await createEmailCampaign(service, tree);
  const { granted, other } = service.world;
  const count = async (eids: string[]): Promise<number> =>
    (
      await service.graphql(
        "query ($eids: [String!]) { advertisables(filter: { eid: { in: $eids } }) { nodes { messages { type createdAt } } } }",
        { eids },
      )
    ).statements;
  expect(await count([granted.advertisable, other.advertisable])).toBe(await count([granted.advertisable]));
});
