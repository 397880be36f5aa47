import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../gateway/operations.js";
import { createRegisteredOperations } from "../../gateway/operations/registered-operations.js";
import { createLog } from "../../lib/log.js";
import { startService, type ServiceOptions, type TestService } from "../kit/service.js";
import { APIKEY } from "../kit/world.js";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const NAMES = "query Names($eid: ID!) { campaign(eid: $eid) { name } }";
const WHO = "query Who { viewer { username } }";
const DEAR =
  "query Dear { advertisables(first: 100) { nodes { campaigns(first: 100) { nodes { adGroups(first: 2) { nodes { eid } } } } } } }";

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "operations-"));
  service = await startService({ registeredLimits: { cost: 1_000_000 } });
  await service.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function register(manifest: unknown, on = service): Promise<{ code: number; out: string }> {
  const file = path.join(folder, "manifest.json");
  writeFileSync(file, typeof manifest === "string" ? manifest : JSON.stringify(manifest));
  let out = "";
  const code = await operations(["register", file], {
    ownerUrl: async () => await Promise.resolve(on.db.url),
    print: (text) => void (out += text),
    warn: (line) => void (out += line),
  });
  return { code, out };
}

async function post(payload: object, on = service, authorization = `Token ${on.world.tokens.granted}`) {
  const answer = await request(`${on.app.listeningOrigin}/graphql?apikey=${APIKEY}`, {
    method: "POST",
    body: JSON.stringify(payload),
    headers: { "content-type": "application/json", authorization },
  });
  const text = await answer.body.text();
  const { "x-request-id": id, date: _date, ...headers } = answer.headers;
  return { status: answer.statusCode, headers, text: text.replaceAll(String(id), "<id>") };
}

/** The same answer through Apollo Server and then on the hot path. */
async function postOften(payload: object, on = service) {
  const first = await post(payload, on);
  for (let again = 0; again < 3; again += 1) expect(await post(payload, on)).toEqual(first);
  return first;
}

const refused = (code: string) => ({ status: 400, text: expect.stringContaining(`"${code}"`) });

describe("npm run operations -- register", () => {
  test("takes the manifests of Apollo Client, and of Relay and graphql-codegen; again it changes nothing", async () => {
    const apollo = {
      format: "apollo-persisted-query-manifest",
      version: 1,
      operations: [{ id: sha256(NAMES), name: "Names", type: "query", body: NAMES }],
    };
    expect(await register(apollo)).toEqual({ code: 0, out: "1 registered, 0 were before.\n" });
    expect(await register({ c5a1: WHO, dear: DEAR })).toEqual({ code: 0, out: "2 registered, 0 were before.\n" });
    expect(await register({ c5a1: WHO })).toEqual({ code: 0, out: "0 registered, 1 were before.\n" });
  });

  test("takes all or none: what does not fit the graph, another document of an id, an id that is none", async () => {
    for (const [manifest, message] of [
      [{ good: "{ viewer { role } }", bad: "{ nothing }" }, "bad does not fit the graph"],
      [{ good: "{ viewer { role } }", bad: "{ viewer {" }, "bad is no GraphQL"],
      [{ good: "{ viewer { role } }", c5a1: NAMES }, "Another document is registered as c5a1"],
      [{ good: "{ viewer { role } }", "an id": WHO }, '"an id" is no id'],
    ] as const) {
      const { code, out } = await register(manifest);
      expect([code, out]).toEqual([1, expect.stringContaining(message)]);
    }
    for (const manifest of ["{", "[]", { format: "apollo-persisted-query-manifest" }, { a: 1 }])
      expect(await register(manifest)).toMatchObject({ code: 2 });
    const { rows } = await service.db.owner.query("select operation_id from platform.registered_operation");
    expect(rows).toHaveLength(3);
  });
});

describe("an operation is asked for by an id", () => {
  test("documentId, as it was registered or as the digest; by GET too; with variables each time", async () => {
    const variables = { eid: service.world.granted.campaign };
    const byText = await postOften({ query: NAMES, variables });
    expect(byText).toMatchObject({ status: 200, text: expect.stringContaining("Granted campaign") });
    for (const documentId of [sha256(NAMES), `sha256:${sha256(NAMES)}`])
      expect(await postOften({ documentId, variables })).toEqual(byText);
    expect(
      await postOften({ documentId: sha256(NAMES), variables: { eid: service.world.foreign.campaign } }),
    ).toMatchObject({
      text: expect.stringContaining(`"campaign":null`),
    });
    const who = await service.request({
      as: "granted",
      url: `/graphql?documentId=c5a1`,
      headers: { "apollo-require-preflight": "1" },
    });
    expect(who.json).toEqual({ data: { viewer: { username: "granted" } } });
  });

  test("Apollo's hash of a registered operation", async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(NAMES) } };
    const variables = { eid: service.world.granted.campaign };
    expect(await postOften({ extensions, variables })).toEqual(await post({ query: NAMES, variables }));
  });

  test("an unknown id, an id beside a document, and an id that is none are refused; a stranger learns nothing", async () => {
    expect(await post({ documentId: "unknown" })).toMatchObject(refused("PERSISTED_QUERY_NOT_FOUND"));
    expect(await post({ documentId: "__proto__" })).toMatchObject(refused("PERSISTED_QUERY_NOT_FOUND"));
    expect(await post({ documentId: "c5a1", query: WHO })).toMatchObject(refused("BAD_USER_INPUT"));
    expect(await post({ documentId: 5 })).toMatchObject(refused("BAD_USER_INPUT"));
    for (const documentId of ["c5a1", "unknown"])
      expect(await post({ documentId }, service, "Token agp_wrong")).toMatchObject({ status: 401 });
  });

  test("what is no persisted query of version 1 is refused by name; null is none", async () => {
    for (const persistedQuery of [{ version: 2, sha256Hash: sha256(NAMES) }, { version: 1, sha256Hash: "" }, {}, "x"])
      expect(await postOften({ extensions: { persistedQuery } })).toMatchObject({
        status: 400,
        text: expect.stringContaining("extensions.persistedQuery must hold version 1 and a sha256Hash."),
      });
    expect(await post({ query: WHO, extensions: { persistedQuery: null } })).toMatchObject({ status: 200 });
  });

  test("a registered operation may cost more than another", async () => {
    expect(await post({ query: `${DEAR} ` })).toMatchObject(refused("COST_ESTIMATED_TOO_EXPENSIVE"));
    expect(await postOften({ documentId: "dear" })).toMatchObject({ status: 200 });
  });
});

test("a client teaches its own document by its digest, as Apollo Client does; a wrong digest is refused", async () => {
  const query = "query Taught { viewer { role } }";
  const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } };
  expect(await post({ extensions })).toMatchObject({
    status: 400,
    text: expect.stringContaining(
      '"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"',
    ),
  });
  const taught = await post({ query, extensions });
  expect(taught).toMatchObject({ status: 200, text: '{"data":{"viewer":{"role":"USER"}}}\n' });
  expect(await postOften({ extensions })).toEqual(taught);
  expect(await post({ query: `${query} `, extensions })).toMatchObject(refused("BAD_USER_INPUT"));
}, 60_000);

test("however many documents clients teach, the latest alone are kept, and none that is long", () => {
  const sql = { rows: async () => await Promise.resolve([]) };
  const known = createRegisteredOperations({ sql, mode: "off", log: createLog("silent") });
  const texts = Array.from({ length: 2_500 }, (_, index) => `query Q${index} { viewer { role } }`);
  for (const text of texts) known.teach(text);
  // The latest first, as one that is asked for counts as late again.
  const kept = texts
    .toReversed()
    .filter((text) => known.textOf(sha256(text)) !== undefined)
    .toReversed();
  expect(kept).toEqual(texts.slice(-kept.length));
  expect([kept.length >= 1_000, kept.length <= 2_000]).toEqual([true, true]);
  const long = `query Long { viewer { role } } #${"x".repeat(10_000)}`;
  known.teach(long);
  expect(known.textOf(sha256(long))).toBeUndefined();
});

async function started(options: ServiceOptions): Promise<TestService> {
  const other = await startService(options);
  await other.app.listen({ host: "127.0.0.1", port: 0 });
  return other;
}

test("enforce: only registered operations run, whichever way they are asked for, from the second after they were registered", async () => {
  const strict = await started({ registeredOperations: "enforce" });
  try {
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(WHO) } };
    expect(await post({ query: WHO }, strict)).toMatchObject(refused("OPERATION_NOT_REGISTERED"));
    expect(await post({ query: WHO, extensions }, strict)).toMatchObject(refused("OPERATION_NOT_REGISTERED"));
    expect(await post({ extensions }, strict)).toMatchObject(refused("PERSISTED_QUERY_NOT_FOUND"));
    expect(await register({ who: WHO }, strict)).toMatchObject({ code: 0 });
    await expect.poll(async () => (await post({ documentId: "who" }, strict)).status, { timeout: 30_000 }).toBe(200);
    for (const payload of [{ documentId: "who" }, { query: WHO }, { extensions }, { query: WHO, extensions }])
      expect(await postOften(payload, strict)).toMatchObject({ status: 200 });
    expect(await post({ query: `${WHO} ` }, strict)).toMatchObject(refused("OPERATION_NOT_REGISTERED"));
  } finally {
    await strict.close();
  }
}, 60_000);

test("log: others run too, and the log has each once, without its text", async () => {
  const lines: string[] = [];
  const loose = await started({ registeredOperations: "log", logTo: { write: (line) => void lines.push(line) } });
  try {
    for (let again = 0; again < 3; again += 1) expect(await post({ query: WHO }, loose)).toMatchObject({ status: 200 });
    await post({ query: "query Other { viewer { role } }" }, loose);
    const told = lines.filter((line) => line.includes("is not registered"));
    expect(told).toHaveLength(2);
    expect(told[0]).toContain(sha256(WHO));
    expect(told.join("")).not.toContain("viewer");
  } finally {
    await loose.close();
  }
}, 60_000);
