import { request as httpRequest, type ClientRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { JOBS } from "../../gateway/gateway.js";
import { fixedClock } from "../../lib/clock.js";
import { createContext } from "../../lib/context.js";
import { eidSource, systemRandom } from "../../lib/eid.js";
import { NO_MAIL } from "../../lib/mail.js";
import { serviceViewer } from "../../lib/viewer.js";
import { auditOf } from "../kit/entity-client.js";
import { startService, TEST_NOW, type TestService } from "../kit/service.js";
import { ALPHA, APIKEY, createTree, testEid } from "../kit/world.js";

/** Long lists of users on their way in: what a slow, stalled, cut off or mistaken sender comes to, and what others see meanwhile. */
let service: TestService;
let advertisable: string;
let port: number;
const logged: string[] = [];
beforeAll(async () => {
  service = await startService({ logTo: { write: (line) => void logged.push(line) } });
  ({ advertisable } = await createTree(service.gateway, ALPHA, "Shop"));
  await service.app.listen({ host: "127.0.0.1", port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(async () => await service.close());

type Fields = Record<string, unknown>;

async function send(path: string, payload: object, headers: Record<string, string> = {}) {
  return await service.request({ as: "admin", method: "POST", url: `/audience/v1/${path}`, payload, headers });
}

async function newSegment(name: string, count = 3): Promise<string> {
  const body = { advertiser_id: advertisable, name, type: "crm", duration: 30, data: users(`old-${name}`, count) };
  const answer = await send("segments", body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return String((answer.json as { segment: Fields }).segment["segment_id"]);
}

const users = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    email: `${name}${index}@customers.example.com`,
    id: `ünïque-${index}`,
  }));

const bodyOf = (name: string, count: number): string => JSON.stringify({ data: users(name, count) });

/** The people of a list, and what the segment says how many they are. */
async function seen(eid: string): Promise<{ people: number; told: number }> {
  const { rows } = await service.db.owner.query<{ people: number; told: number }>(
    `select count(r.eid)::int as people, s.records_count as told from audience.segment s
     left join audience.segment_record r on r.segment_eid = s.eid where s.eid = $1 group by s.records_count`,
    [eid],
  );
  return rows[0] ?? { people: -1, told: -1 };
}

async function stagedParts(): Promise<number> {
  const { rows } = await service.db.owner.query<{ parts: number }>(
    "select count(*)::int as parts from audience.staged_users",
  );
  return rows[0]?.parts ?? -1;
}

/** A request whose body is still to be written, and its answer; null when the connection ended without one. */
function open(path: string): { body: ClientRequest; answer: Promise<{ status: number; text: string } | null> } {
  const body = httpRequest({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: `/audience/v1/${path}?apikey=${APIKEY}`,
    headers: { authorization: `Token ${service.world.tokens.admin}`, "content-type": "application/json" },
  });
  const answer = new Promise<{ status: number; text: string } | null>((resolve) => {
    body.on("error", () => resolve(null));
    body.on("response", (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", () => resolve(null));
    });
  });
  return { body, answer };
}

/** Lets the service take in what was sent so far. */
async function untilStaged(parts: number): Promise<void> {
  await expect.poll(stagedParts, { timeout: 20_000 }).toBeGreaterThanOrEqual(parts);
}

afterEach(async () => {
  // Whatever became of the request, nothing of it stays behind.
  await expect.poll(stagedParts, { timeout: 20_000 }).toBe(0);
  const { rows } = await service.db.owner.query(
    "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  expect(rows).toEqual([]);
});

test("a list that is sent slowly, in pieces that cut its users and their letters apart", async () => {
  const segment = await newSegment("Slow");
  const { body, answer } = open(`segments/${segment}`);
  const bytes = Buffer.from(bodyOf("slow", 6_000));
  // Between the two bytes of a letter, again and again.
  let from = 0;
  for (let at = bytes.indexOf("ü"); at !== -1; at = bytes.indexOf("ü", at + 40_000)) {
    body.write(bytes.subarray(from, at + 1));
    from = at + 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  body.end(bytes.subarray(from));
  expect(await answer).toMatchObject({ status: 200 });
  expect(await seen(segment)).toEqual({ people: 6_000, told: 6_000 });
});

test("while a list is on its way nobody waits for its sender, and everybody sees the old list", async () => {
  const segment = await newSegment("Waiting");
  const { body, answer } = open(`segments/${segment}`);
  const text = bodyOf("waiting", 9_000);
  body.write(text.slice(0, text.length - 100));
  await untilStaged(4);
  const { rows } = await service.db.owner.query(
    "select 1 from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()",
  );
  expect(rows).toEqual([]);
  expect(await seen(segment)).toEqual({ people: 3, told: 3 });
  // Another one changes the segment and its list.
  expect(await send(`segments/${segment}?append=true`, { name: "Changed", data: users("other", 2) })).toMatchObject({
    status: 200,
    json: { segment: { name: "Changed", emails: 5 } },
  });
  body.end(text.slice(text.length - 100));
  expect(await answer).toMatchObject({ status: 200 });
  expect(await seen(segment)).toEqual({ people: 9_000, told: 9_000 });
  expect(await auditOf(service, segment)).toContainEqual(
    expect.objectContaining({ after: expect.objectContaining({ users: { added: 9_000, removed: 5 } }) }),
  );
});

test("whoever reads while a list is replaced sees the old one or the new one, and no third", async () => {
  const segment = await newSegment("Read", 4_000);
  const state = { isDone: false };
  const load = send(`segments/${segment}`, { data: users("new", 30_000) }).finally(() => (state.isDone = true));
  const counts = new Set<unknown>();
  while (!state.isDone) {
    const { json } = await service.request({ as: "admin", method: "GET", url: `/audience/v1/segments/${segment}` });
    counts.add((json as { segment: Fields }).segment["emails"]);
    counts.add((await seen(segment)).people);
  }
  expect(await load).toMatchObject({ status: 200, json: { segment: { emails: 30_000 } } });
  expect([...counts].filter((count) => count !== 4_000 && count !== 30_000)).toEqual([]);
});

describe("a request that comes to nothing leaves the old list, and nothing behind", () => {
  test("its connection is cut in the middle", async () => {
    const segment = await newSegment("Cut");
    const { body, answer } = open(`segments/${segment}`);
    body.write(bodyOf("cut", 9_000).slice(0, -1_000));
    await untilStaged(3);
    body.destroy();
    expect(await answer).toBeNull();
    await expect.poll(stagedParts, { timeout: 20_000 }).toBe(0);
    expect(await seen(segment)).toEqual({ people: 3, told: 3 });
    expect(await send(`segments/${segment}`, { data: users("again", 5_000) })).toMatchObject({ status: 200 });
    expect(await seen(segment)).toEqual({ people: 5_000, told: 5_000 });
  });

  test("its sender stalls, and is cut off", async () => {
    // Half a minute for the whole request is too long for a test.
    const { server } = service.app;
    const timeouts = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
    expect(timeouts.requestTimeout).toBe(30_000);
    Object.assign(server, { headersTimeout: 500, requestTimeout: 500 });
    try {
      const segment = await newSegment("Stalled");
      const { body, answer } = open(`segments/${segment}`);
      body.write(bodyOf("stalled", 9_000).slice(0, -1_000));
      expect(await answer).toMatchObject({ status: 408 });
      expect(await seen(segment)).toEqual({ people: 3, told: 3 });
    } finally {
      Object.assign(server, timeouts);
    }
  }, 60_000);

  const good = bodyOf("good", 50_000).slice(0, -2);
  test.each([
    ["JSON that ends in its middle", good, "The body is not what its Content-Type says."],
    ["JSON that is none after 50,000 good users", `${good}, {"email" "x@example.com"}]}`, "The body is not what"],
    ["a user that is none", `${good}, {"email": 5}]}`, "what stands at 50000 is none"],
    ["a malformed address", `${good}, {"email": "hidden-one"}]}`, "data.50000 must have an e-mail address"],
    ["another bad input behind the users", `${good}], "duration": 541}`, "duration must be"],
    ["a key that is named twice", `${good}], "data": []}`, "names a key twice"],
    ["a text that is not UTF-8", `${good}, {"email": "\u00ff@example.com"}]}`, "must be text in UTF-8"],
    [
      "more users than one list may have",
      `${good}, ${good.slice(9)}, {"email": "one@more.example"}]}`,
      "at most 100000 users",
    ],
  ])("%s", async (_what, text, told) => {
    const segment = await newSegment("Bad");
    const answer = await service.request({
      as: "admin",
      method: "POST",
      url: `/audience/v1/segments/${segment}`,
      headers: { "content-type": "application/json" },
      payload: Buffer.from(text, text.includes("\u00ff") ? "latin1" : "utf8"),
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(told)]);
    expect(answer.text).not.toMatch(/hidden|good\d|customers/);
    expect(await seen(segment)).toEqual({ people: 3, told: 3 });
    expect(await auditOf(service, segment)).toHaveLength(1);
  });

  test("a foreign segment and a missing one are refused before their users have come", async () => {
    for (const [segment, status] of [
      [testEid("nosegment"), 404],
      ["no-eid", 400],
    ] as const) {
      const { body, answer } = open(`segments/${segment}`);
      body.write(bodyOf("early", 100).slice(0, 2_000));
      expect(await answer).toMatchObject({ status });
      body.destroy();
    }
  });
});

test("what a killed process left is removed by a job, which sees no other request's users", async () => {
  const segment = await newSegment("Killed");
  const { body, answer } = open(`segments/${segment}`);
  const text = bodyOf("killed", 5_000);
  body.write(text.slice(0, -100));
  await untilStaged(2);
  const { rows } = await service.db.owner.query<{ tenant: string; input: object; wait: number }>(
    `select advertisable_eid as tenant, payload -> 'input' as input,
       extract(epoch from run_at - created_at)::int as wait from platform.outbox where job = 'sweepStagedUsers'
     order by created_at, eid`,
  );
  const mine = await service.db.owner.query<{ tenant: string }>(
    "select distinct advertisable_eid as tenant from audience.staged_users",
  );
  const tenant = mine.rows[0]?.tenant ?? "";
  const job = rows.find((row) => row.tenant === tenant);
  expect(job).toEqual({ tenant, input: { tenant }, wait: 600 });
  const sweep = async (of: string) => {
    const clock = fixedClock(TEST_NOW);
    const viewer = serviceViewer(of);
    const newEid = eidSource(clock, systemRandom);
    const context = createContext({ requestId: "sweep", viewer, database: service.db.database, clock, newEid });
    await JOBS["sweepStagedUsers"]?.run({ tenant }, { context, signal: new AbortController().signal, mail: NO_MAIL });
  };
  await sweep(testEid("another"));
  expect(await stagedParts()).toBeGreaterThan(0);
  await sweep(tenant);
  expect(await stagedParts()).toBe(0);
  // Whoever still sends is told to begin again.
  body.end(text.slice(-100));
  expect(await answer).toMatchObject({ status: 503, text: expect.stringContaining("send them again") });
  expect(await seen(segment)).toEqual({ people: 3, told: 3 });
});

test("several long lists in one request, whatever the order of their keys; a bad one spoils no other", async () => {
  const item = (name: string, data: object[], more: object = {}) => ({
    data,
    duration: 30,
    ...more,
    type: "crm",
    name,
    advertiser_id: advertisable,
  });
  const answer = await send("segments_bulk/put", [
    item("Many one", users("one", 3_000)),
    item("Many bad", [...users("bad", 2_500), { email: "hidden-one" }]),
    item("Many foreign", users("foreign", 10), { advertiser_id: service.world.foreign.advertisable }),
    { ...item("Many late", users("late", 10)), advertiser_id: service.world.foreign.advertisable },
    item("Many two", users("two", 2_000)),
    item("Many none", []),
  ]);
  expect(answer).toMatchObject({
    status: 200,
    json: [
      { result: "success", segment: { name: "Many one", emails: 3_000 } },
      { result: "error", errors: [{ field: "data.2500" }] },
      { result: "success", segment: { name: "Many foreign", emails: 10 } },
      { result: "error", errors: [{ field: "advertiser_id" }] },
      { result: "success", segment: { name: "Many two", emails: 2_000 } },
      { result: "success", segment: { name: "Many none", emails: 0 } },
    ],
  });
  expect(answer.text).not.toContain("hidden");
});

test("a key makes a long list have its effect once, and belongs to that list", async () => {
  const segment = await newSegment("Once");
  const headers = { "idempotency-key": "upload-1" };
  const path = `segments/${segment}?append=true`;
  const first = await send(path, { data: users("once", 5_000) }, headers);
  expect(first).toMatchObject({ status: 200, json: { segment: { emails: 5_003 } } });
  expect(first.headers["idempotency-replayed"]).toBeUndefined();
  await send(`segments/${segment}`, { data: [] });
  const again = await send(path, { data: users("once", 5_000) }, headers);
  expect([again.status, again.text, again.headers["idempotency-replayed"]]).toEqual([200, first.text, "true"]);
  expect(await seen(segment)).toEqual({ people: 0, told: 0 });
  const changed = users("once", 5_000).with(4_321, { email: "somebody-else@example.com", id: "" });
  expect(await send(path, { data: changed }, headers)).toMatchObject({ status: 422 });
});

test("a key belongs to a list of segments with those that are refused, in their order", async () => {
  const segment = (name: string, data: unknown[]) => ({
    advertiser_id: advertisable,
    name,
    type: "crm",
    duration: 30,
    data,
  });
  const [good, bad] = [segment("Keyed", users("keyed", 2)), segment("Keyed", [5])];
  const put = async (...segments: object[]) =>
    await send("segments_bulk/put", { segments }, { "idempotency-key": "bulk-1" });
  const first = await put(bad, good);
  expect(first).toMatchObject({ status: 200, json: [{ result: "error" }, { result: "success" }] });
  expect((await put(bad, good)).headers["idempotency-replayed"]).toBe("true");
  for (const others of [[good, bad], [good], [bad, good, bad]]) expect((await put(...others)).status).toBe(422);
});

test("half of a pair of surrogates is no part of a user, in short lists and in long ones", async () => {
  const segment = await newSegment("Halves");
  for (const count of [1, 3_000]) {
    const answer = await send(`segments/${segment}`, {
      data: [...users("whole", count), { email: "a\ud800@b.example" }],
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`what stands at ${count} is none`)]);
  }
  expect(await seen(segment)).toEqual({ people: 3, told: 3 });
});

test("a body that is nested deeply is refused at once", async () => {
  const segment = await newSegment("Deep");
  const nested = `{"data":[{"x":${"[".repeat(60_000)}${"]".repeat(60_000)}}]}`;
  const { body, answer } = open(`segments/${segment}`);
  const began = performance.now();
  body.end(nested);
  expect(await answer).toMatchObject({ status: 400, text: expect.stringContaining("100 levels deep") });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("no address is in what the tables, the jobs or the log keep", async () => {
  const segment = await newSegment("Secret");
  const { body, answer } = open(`segments/${segment}`);
  body.write(bodyOf("secret-person", 5_000).slice(0, -100));
  await untilStaged(2);
  const { rows } = await service.db.owner.query<{ text: string }>(
    `select (select string_agg(encode(t.sealed, 'escape'), ' ') from audience.staged_users t)
       || (select string_agg(t::text, ' ') from platform.outbox t) as text`,
  );
  expect(rows[0]?.text).not.toContain("secret-person");
  body.destroy();
  await answer;
  expect(logged.join("")).not.toMatch(/secret-person|customers\.example/);
});
