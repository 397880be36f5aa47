import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { normaliseAddress } from "../../lib/email-address.js";
import type { Viewer } from "../../lib/viewer.js";
import { auditOf } from "../kit/entity-client.js";
import { type GraphqlAnswer, startService, type TestService } from "../kit/service.js";
import { ALPHA, create, createTree, STAFF, testEid, type Tree } from "../kit/world.js";

/** The lists of users of segments: who comes in, what is kept of them, and who may read it. */
let service: TestService;
let tree: Tree;
beforeAll(async () => {
  service = await startService();
  tree = await createTree(service.gateway, ALPHA, "Shop");
});
afterAll(async () => await service.close());

const FIELDS = "segment { eid emails ids }";

async function newSegment(more: object = {}, advertisableEid = tree.advertisable): Promise<string> {
  const input = { advertisableEid, name: "List", type: "CRM", duration: 30, ...more };
  return await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", input);
}

async function edit(input: object): Promise<GraphqlAnswer> {
  return await service.graphql(
    `mutation ($input: EditSegmentInput!) { done: editSegment(input: $input) { ${FIELDS} } }`,
    { input },
  );
}

const users = (...emails: string[]) => emails.map((email) => ({ email }));

/** The service as the runner of jobs makes it for an advertisable. */
const serviceOf = (advertisable: string): Viewer => ({ ...STAFF, advertisables: [advertisable], isService: true });

async function askAs(viewer: Viewer, operation: string, variables: Record<string, unknown>) {
  return await service.gateway.ask(operation, variables, { viewer, requestId: "job", pageLimit: 1_000 });
}

async function contactsOf(advertisable: string, first = 1_000): Promise<string[]> {
  const all: string[] = [];
  let after: string | null = null;
  do {
    const { data, errors } = await askAs(
      serviceOf(advertisable),
      "query ($eid: ID!, $first: Int!, $after: ID) { advertisable(eid: $eid) { crmContacts(first: $first, after: $after) { eids next } } }",
      { eid: advertisable, first, after },
    );
    expect(errors).toBeUndefined();
    const { crmContacts } = (data as { advertisable: { crmContacts: { eids: string[]; next: string | null } } })
      .advertisable;
    expect(crmContacts.eids.length).toBeLessThanOrEqual(first);
    all.push(...crmContacts.eids);
    after = crmContacts.next;
  } while (after !== null);
  return all;
}

async function addressesOf(advertisable: string, eids: string[]): Promise<(string | null)[]> {
  const { data, errors } = await askAs(
    serviceOf(advertisable),
    "query ($eids: [ID!]!) { crmContactAddresses(eids: $eids) { eid address } }",
    { eids },
  );
  expect(errors).toBeUndefined();
  const found = (data as { crmContactAddresses: { eid: string; address: string | null }[] }).crmContactAddresses;
  expect(found.map(({ eid }) => eid)).toEqual(eids);
  return found.map(({ address }) => address);
}

async function listOf(segment: string): Promise<string[]> {
  const { rows } = await service.db.owner.query<{ eid: string }>(
    "select eid from audience.segment_record where segment_eid = $1 order by eid",
    [segment],
  );
  return rows.map(({ eid }) => eid);
}

test("users are counted once each, and replaced or added", async () => {
  const { advertisable } = await createTree(service.gateway, ALPHA, "Counting");
  const segment = await newSegment({ data: users("a@example.com", " A@Example.com ", "b@example.com") }, advertisable);
  const counts = async (input: object) => (await edit({ eid: segment, ...input })).data;
  expect(await counts({})).toEqual({ done: { segment: { eid: segment, emails: 2, ids: 0 } } });
  expect(await counts({ data: users("b@example.com", "c@example.com"), append: true })).toMatchObject({
    done: { segment: { emails: 3 } },
  });
  expect(await counts({ data: users("c@example.com", "d@example.com") })).toMatchObject({
    done: { segment: { emails: 2 } },
  });
  expect(new Set(await addressesOf(advertisable, await contactsOf(advertisable)))).toEqual(
    new Set(["c@example.com", "d@example.com"]),
  );
  expect(await counts({ data: [], append: true })).toMatchObject({ done: { segment: { emails: 2 } } });
  expect(await counts({ data: null })).toMatchObject({ done: { segment: { emails: 2 } } });
  expect(await counts({ data: [] })).toMatchObject({ done: { segment: { emails: 0 } } });
  expect(await contactsOf(advertisable)).toEqual([]);
});

test("segments of other types are lists of ids, of which no address is kept", async () => {
  const { advertisable } = await createTree(service.gateway, ALPHA, "Ids");
  const data = [{ id: "cookie-1", email: "a@example.com" }, { id: "cookie-2" }];
  const segment = await newSegment({ type: "USER_EVENTS", data }, advertisable);
  expect((await edit({ eid: segment })).data).toEqual({ done: { segment: { eid: segment, emails: 0, ids: 2 } } });
  expect(await contactsOf(advertisable)).toEqual([]);
  expect((await edit({ eid: segment, data: users("a@example.com") })).errors).toMatchObject([
    { extensions: { code: "BAD_USER_INPUT", violations: [{ path: ["input", "data", 0] }] } },
  ]);
});

test("nothing that is kept or told holds an address", async () => {
  const segment = await newSegment({ data: users("secret-person@example.com") });
  await edit({ eid: segment, data: users("other-person@example.com"), append: true });
  const { rows } = await service.db.owner.query<{ text: string }>(
    `select (select string_agg(t::text, ' ') from audience.segment_record t)
       || (select string_agg(t::text, ' ') from platform.audit_entry t) || (select string_agg(t::text, ' ') from audience.segment t) as text`,
  );
  for (const hidden of ["-person", Buffer.from("-person").toString("hex")]) expect(rows[0]?.text).not.toContain(hidden);
  expect(await auditOf(service, segment)).toMatchObject([
    { action: "createSegment", after: { recordsCount: 1 } },
    { action: "editSegment", before: { recordsCount: 1 }, after: { recordsCount: 2, users: { added: 1, removed: 0 } } },
  ]);
});

test("malformed users are named by their place and never repeated, and nothing is changed", async () => {
  const segment = await newSegment({ data: users("a@example.com") });
  const before = await listOf(segment);
  for (const email of [
    "",
    "  ",
    "broken-one",
    "no at.example",
    "a@b",
    "a@@b.example",
    "a\u0007@b.example",
    `${"x".repeat(250)}@b.example`,
  ]) {
    const { errors } = await edit({
      eid: segment,
      name: "Other",
      data: [...users("new@example.com", email), { id: "x" }],
    });
    expect(errors).toMatchObject([
      {
        extensions: {
          code: "BAD_USER_INPUT",
          violations: [{ path: ["input", "data", 1] }, { path: ["input", "data", 2] }],
        },
      },
    ]);
    if (email.trim() !== "") expect(JSON.stringify(errors)).not.toContain(email);
  }
  expect(await listOf(segment)).toEqual(before);
  expect(await auditOf(service, segment)).toHaveLength(1);
});

test("an address is not repeated where the operation does not fit, in variables or in the document", async () => {
  const eid = await newSegment();
  const hidden = "ana.secret@shop.example";
  const mutation = "mutation ($input: EditSegmentInput!) { editSegment(input: $input) { segment { emails } } }";
  const document = (data: string) =>
    `mutation { editSegment(input: { eid: "${eid}", data: ${data} }) { segment { emails } } }`;
  for (const [query, variables, told] of [
    [mutation, { input: { eid, data: [hidden] } }, '"input.data[0]"'],
    [mutation, { input: { eid, data: [{ email: { text: hidden } }] } }, '"input.data[0].email"'],
    [mutation, { input: { eid, data: [{ [hidden]: hidden }] } }, '"input.data[0]"'],
    [mutation, { input: { eid, append: hidden } }, '"input.append"'],
    [mutation, { input: { eid, conversionValue: hidden } }, ""],
    [mutation, { input: hidden }, '"input"'],
    [document(`["${hidden}"]`), {}, ""],
    [document(`[{ id: "1", email: ["${hidden}"] }]`), {}, ""],
  ] as const) {
    for (const _time of ["first", "again"]) {
      const { errors } = await service.graphql(query, variables);
      expect(errors?.length).toBeGreaterThan(0);
      expect(JSON.stringify(errors)).not.toMatch(/ana|secret|shop/);
      expect(errors?.[0]?.message).toContain(told);
    }
  }
});

test("what an address is", () => {
  expect(normaliseAddress(" Ana.B@Example.COM ")).toBe("ana.b@example.com");
  expect(normaliseAddress("ä@bücher.example")).toBe("ä@bücher.example");
  for (const none of [
    "a b@example.com",
    "a@exam ple.com",
    "@example.com",
    "a@",
    "a@example.",
    "a@.",
    "a\n@example.com",
  ])
    expect(normaliseAddress(none)).toBeNull();
});

test("a list of a deleted segment stays as it was, and its people are no contacts any more", async () => {
  const { advertisable } = await createTree(service.gateway, ALPHA, "Deleting");
  const segment = await newSegment({ data: users("a@example.com") }, advertisable);
  const [contact = ""] = await contactsOf(advertisable);
  expect(await addressesOf(advertisable, [contact])).toEqual(["a@example.com"]);
  await service.graphql(`mutation { deleteSegment(input: { eid: "${segment}" }) { segment { isActive } } }`);
  expect(await contactsOf(advertisable)).toEqual([]);
  expect(await addressesOf(advertisable, [contact, testEid("nobody"), "no eid"])).toEqual([null, null, null]);
  expect((await edit({ eid: segment, data: users("b@example.com") })).errors).toMatchObject([
    { extensions: { code: "ILLEGAL_TRANSITION" } },
  ]);
});

test("the people of several lists are one each, page by page, with the same EID in every list", async () => {
  const { advertisable } = await createTree(service.gateway, ALPHA, "Pages");
  const addresses = Array.from({ length: 25 }, (_, index) => `person${index}@example.com`);
  await newSegment({ data: users(...addresses.slice(0, 15)) }, advertisable);
  await newSegment({ data: users(...addresses.slice(10)) }, advertisable);
  await newSegment({ type: "CUSTOM", data: [{ id: "x" }] }, advertisable);
  const contacts = await contactsOf(advertisable, 7);
  expect(contacts).toEqual([...new Set(contacts)].toSorted());
  expect(new Set(await addressesOf(advertisable, contacts))).toEqual(new Set(addresses));
  // The same person elsewhere is somebody else.
  const other = await createTree(service.gateway, ALPHA, "Elsewhere");
  await newSegment({ data: users(...addresses) }, other.advertisable);
  expect((await contactsOf(other.advertisable)).filter((eid) => contacts.includes(eid))).toEqual([]);
  expect(await addressesOf(other.advertisable, contacts.slice(0, 2))).toEqual([null, null]);
});

describe("who may read addresses", () => {
  const PAGE = "query ($eid: ID!) { advertisable(eid: $eid) { crmContacts { eids } } }";
  const ADDRESSES = "query ($eids: [ID!]!) { crmContactAddresses(eids: $eids) { address } }";

  test("no client sees that there is such a thing, whatever it sends", async () => {
    for (const as of ["staff", "admin", "granted"] as const) {
      for (const [query, variables] of [
        [PAGE, { eid: tree.advertisable }],
        [ADDRESSES, { eids: [] }],
        [`{ __type(name: "CrmContactPage") { name } }`, {}],
      ] as const) {
        const answer = await service.request({
          as,
          method: "POST",
          url: "/graphql",
          payload: {
            query,
            variables,
            extensions: { asker: { viewer: serviceOf(tree.advertisable), requestId: "r", pageLimit: 10 } },
          },
        });
        const { data, errors } = answer.json as { data?: object; errors?: { extensions: { code: string } }[] };
        if (query.includes("__type")) expect(data).toEqual({ __type: null });
        else expect(errors).toMatchObject([{ extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }]);
      }
    }
  });

  test("whoever is not the service is refused, also by an operation of ours", async () => {
    for (const viewer of [
      STAFF,
      { ...STAFF, role: "ADMIN" },
      { ...serviceOf(tree.advertisable), isService: false },
    ] as Viewer[]) {
      const page = await askAs(viewer, PAGE, { eid: tree.advertisable });
      expect(page).toMatchObject({
        data: { advertisable: { crmContacts: null } },
        errors: [{ extensions: { code: "FORBIDDEN" } }],
      });
      const addresses = await askAs(viewer, ADDRESSES, { eids: [] });
      expect(addresses).toMatchObject({
        data: { crmContactAddresses: null },
        errors: [{ extensions: { code: "FORBIDDEN" } }],
      });
    }
  });

  test("the service gets at most 1,000 at once", async () => {
    const eids = Array.from({ length: 1_001 }, () => testEid("nobody"));
    expect(await askAs(serviceOf(tree.advertisable), ADDRESSES, { eids })).toMatchObject({
      errors: [{ extensions: { code: "BAD_USER_INPUT" } }],
    });
  });
});
