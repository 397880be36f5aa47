import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../../../lib/errors.js";
import { answerWith, type Behaviour, federateWithChaos, honest, startChaos } from "./chaos.js";

const QUERY = "{ list: posts { title who: author { name nick } } }";
const RIGHT = {
  list: [
    { title: "one", who: { name: "User 1", nick: "u1" } },
    { title: "two", who: { name: "User 2", nick: "u2" } },
  ],
};
const SHORT = { fetchMs: 300 };

/** What no answer may contain: addresses, stacks and what subgraphs tell of themselves. */
const SECRETS = /127\.0\.0\.1|localhost|ECONN|secret|\bat \w+ \(|\.js|undici|stack/i;

const MIB = 1_048_576;
const ENTITIES = '{"data":{"_entities":[{"name":"User 1","nick":"u1"},{"name":"User 2","nick":"u2"}]}}';

/** Right but for its length. */
const LONG = Buffer.concat([Buffer.alloc(50 * MIB, " "), Buffer.from(ENTITIES)]);

/** Each lie, and the code that the client gets for each object that was asked for. */
const LIES: Readonly<Record<string, [ErrorCode, Behaviour]>> = {
  "sends nothing": ["SUBREQUEST_TIMEOUT", () => {}],
  "sends headers, then nothing": ["SUBREQUEST_TIMEOUT", (response) => response.writeHead(200).flushHeaders()],
  "sends a byte now and then": ["SUBREQUEST_TIMEOUT", drip],
  "cuts the connection": ["SERVICE_UNAVAILABLE", (_response, _body, socket) => socket.destroy()],
  "cuts the connection in its answer": ["SERVICE_UNAVAILABLE", cut],
  "answers 500 with HTML": ["SERVICE_UNAVAILABLE", answerWith(500, "<h1>secret at main (server.js:1)</h1>")],
  "answers 503 with an answer": ["SERVICE_UNAVAILABLE", answerWith(503, ENTITIES)],
  redirects: ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(302, "", { location: "http://127.0.0.1/secret" })],
  "answers HTML": [
    "SUBREQUEST_MALFORMED_RESPONSE",
    answerWith(200, "<html>secret</html>", { "content-type": "text/html" }),
  ],
  "answers with truncated JSON": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, ENTITIES.slice(0, -9))],
  "answers nothing": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, "")],
  "answers null": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, "null")],
  "answers an empty object": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, "{}")],
  "answers a list": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, `[${ENTITIES}]`)],
  "has text for data": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, '{"data":"secret"}')],
  "has text for errors": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, '{"errors":"secret"}')],
  "leaves the field out": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, '{"data":{}}')],
  "has text for the list": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, '{"data":{"_entities":"secret"}}')],
  "has too few entities": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, '{"data":{"_entities":[null]}}')],
  "has texts for entities": ["SUBREQUEST_MALFORMED_RESPONSE", answerWith(200, '{"data":{"_entities":["a","b"]}}')],
  "sends 50 MiB": ["SUBREQUEST_MALFORMED_RESPONSE", flood],
  "sends 50 MiB in a few bytes (gzip)": [
    "SUBREQUEST_MALFORMED_RESPONSE",
    answerWith(200, gzipSync(LONG), { "content-encoding": "gzip" }),
  ],
  "sends 50 MiB in a few bytes (brotli, which nobody asked for)": [
    "SUBREQUEST_MALFORMED_RESPONSE",
    answerWith(200, brotliCompressSync(LONG), { "content-encoding": "br" }),
  ],
  "says gzip of what is none": [
    "SUBREQUEST_MALFORMED_RESPONSE",
    answerWith(200, ENTITIES, { "content-encoding": "gzip" }),
  ],
  "encodes as nobody does": [
    "SUBREQUEST_MALFORMED_RESPONSE",
    answerWith(200, ENTITIES, { "content-encoding": "secret" }),
  ],
  "tells its stack": [
    "INTERNAL_SERVER_ERROR",
    errors({
      message: "connect ECONNREFUSED 127.0.0.1:5432\n    at connect (server.js:1:1)",
      extensions: { stacktrace: ["at secret (server.js)"], exception: { stack: "secret" } },
    }),
  ],
  "tells its address under a code": [
    "FORBIDDEN",
    errors({ message: "ask http://users.internal:4001 as secret", extensions: { code: "FORBIDDEN", host: "secret" } }),
  ],
  "has errors that are none": ["INTERNAL_SERVER_ERROR", errors("secret", { message: 5, path: "x", extensions: "y" })],
};

function errors(...list: unknown[]): Behaviour {
  return answerWith(200, JSON.stringify({ data: null, errors: list }));
}

function drip(response: Parameters<Behaviour>[0]): void {
  response.writeHead(200, { "content-type": "application/json" });
  let at = 0;
  const timer = setInterval(() => response.write(ENTITIES.charAt(at++) || " "), 20);
  response.on("close", () => clearInterval(timer));
}

function cut(response: Parameters<Behaviour>[0], _body: string, socket: Parameters<Behaviour>[2]): void {
  response.writeHead(200, { "content-length": String(ENTITIES.length) });
  response.write(ENTITIES.slice(0, 10), () => socket.destroy());
}

function flood(response: Parameters<Behaviour>[0]): void {
  response.writeHead(200, { "content-type": "application/json" });
  const chunk = Buffer.alloc(MIB, " ");
  let left = 50;
  function more(): void {
    while (left > 0) {
      left -= 1;
      if (!response.write(chunk)) return;
    }
    response.end(ENTITIES);
  }
  response.on("drain", more);
  more();
}

describe("a subgraph that", () => {
  test.each(Object.entries(LIES))(
    "%s: the rest is there, each object has its error, nothing leaks, and the next request is right",
    async (lie, [code, behaviour]) => {
      const chaos = await startChaos();
      // That takes its time to be sent and to be unpacked.
      const patient = lie.includes("MiB");
      const { run } = federateWithChaos(chaos, patient ? {} : SHORT);
      chaos.behave(behaviour);
      const response = await run(QUERY);
      expect(response.data).toEqual({
        list: [
          { title: "one", who: null },
          { title: "two", who: null },
        ],
      });
      const places = response.errors?.map(({ path, extensions }) => [path, extensions]);
      for (const index of [0, 1]) expect(places).toContainEqual([["list", index, "who"], { code }]);
      expect(new Set(response.errors?.map(({ path }) => JSON.stringify(path))).size).toBe(2);
      expect(JSON.stringify(response)).not.toMatch(SECRETS);
      if (code.startsWith("SUBREQUEST")) expect(response.errors?.[0]?.message).toBe(ERROR_CODES[code].meaning);

      chaos.behave(honest);
      expect(await run(QUERY)).toEqual({ data: RIGHT });
    },
  );

  test("gives null for what must not be null takes the object along, by the error of the field", async () => {
    const chaos = await startChaos();
    const { run } = federateWithChaos(chaos);
    chaos.behave(answerWith(200, '{"data":{"_entities":[{"name":null,"nick":"u1"},{"name":"User 2","nick":["u2"]}]}}'));
    const { data, errors: found } = await run(QUERY);
    expect(data).toEqual({
      list: [
        { title: "one", who: null },
        { title: "two", who: { name: "User 2", nick: null } },
      ],
    });
    expect(found?.map(({ path }) => path)).toEqual([
      ["list", 0, "who", "name"],
      ["list", 1, "who", "nick"],
    ]);
    chaos.behave(answerWith(200, '{"data":{"_entities":[{"name":null}]}}'));
    expect(await run("{ pinned { author { name } } }")).toMatchObject({
      data: { pinned: null },
      errors: [{ path: ["pinned", "author", "name"] }],
    });
  });

  test("sends keys of Object.prototype pollutes nothing", async () => {
    const chaos = await startChaos();
    const { run } = federateWithChaos(chaos);
    const evil = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1';
    const entity = (id: number): string => `{"name":"User ${id}","nick":"u${id}",${evil}}`;
    const lie = `{"data":{"_entities":[${entity(1)},${entity(2)}],${evil}},"errors":[],"extensions":{${evil}},${evil}}`;
    chaos.behave(answerWith(200, lie));
    expect(await run(QUERY)).toEqual({ data: RIGHT });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(String({})).toBe("[object Object]");
  });

  test("answers under names of Object.prototype, as it was asked, is understood", async () => {
    const { run } = federateWithChaos(await startChaos());
    const { data } = await run("{ __proto__: me { constructor: name toString: nick } }");
    expect(JSON.stringify(data)).toBe('{"__proto__":{"constructor":"User 1","toString":"u1"}}');
  });

  test("nests lists a million deep where a text should be is wrong there and nowhere else", async () => {
    const chaos = await startChaos();
    const { run } = federateWithChaos(chaos);
    chaos.behave(answerWith(200, `{"data":{"me":{"name":"one","nick":${"[".repeat(1e6)}${"]".repeat(1e6)}}}}`));
    const { data, errors: found } = await run("{ me { name nick } }");
    expect(data).toEqual({ me: { name: "one", nick: null } });
    expect(found?.map(({ path }) => path)).toEqual([["me", "nick"]]);
  });

  test("compresses its answer is understood", async () => {
    const chaos = await startChaos();
    const { run } = federateWithChaos(chaos);
    chaos.behave(answerWith(200, gzipSync(ENTITIES), { "content-encoding": "gzip" }));
    expect(await run(QUERY)).toEqual({ data: RIGHT });
  });

  test("refuses what the client did, by a code of its own and status 400, is believed", async () => {
    const chaos = await startChaos();
    const { run } = federateWithChaos(chaos);
    const refusal = {
      message: "Names are secret to you.",
      path: ["me", "name"],
      extensions: { code: "FORBIDDEN", a: 1 },
    };
    chaos.behave(answerWith(400, JSON.stringify({ data: { me: null }, errors: [refusal] })));
    expect(await run("{ me { name } }")).toEqual({
      data: { me: null },
      errors: [{ message: "Names are secret to you.", path: ["me", "name"], extensions: { code: "FORBIDDEN" } }],
    });
  });
});

test.each([
  "connect to db.prod.example.com failed",
  "no answer of db-1.eu-west-1.rds",
  "C:\\srv\\app broke",
  "at handler (resolver.ts)",
  "see resolver.js:5:3",
])("under a code of its own a subgraph does not get through with %j", async (message) => {
  const chaos = await startChaos();
  const { run } = federateWithChaos(chaos);
  const refusal = { message, path: ["me"], extensions: { code: "FORBIDDEN" } };
  chaos.behave(answerWith(200, JSON.stringify({ data: { me: null }, errors: [refusal] })));
  expect((await run("{ me { name } }")).errors).toEqual([{ ...refusal, message: "A part of the service failed." }]);
});

test.each(['Expected a zip code at "input.address.zip".', "Version 2.9 or 3.0 is needed, e.g. 2.9."])(
  "under a code of its own a subgraph may say %j",
  async (message) => {
    const chaos = await startChaos();
    const { run } = federateWithChaos(chaos);
    const refusal = { message, path: ["me"], extensions: { code: "BAD_USER_INPUT" } };
    chaos.behave(answerWith(200, JSON.stringify({ data: { me: null }, errors: [refusal] })));
    expect((await run("{ me { name } }")).errors).toEqual([refusal]);
  },
);

test.each([
  { path: ["_entities", 9, "nick"], found: [0, 1].map((index) => ["list", index, "who"]) },
  { path: ["_entities", 1, "nick", 3, "x"], found: [["list", 1, "who", "nick"]] },
  { path: ["_entities", 1, 0, "nick"], found: [["list", 1, "who"]] },
  { path: ["_entities", 1, "http://10.0.0.1/"], found: [["list", 1, "who"]] },
])("an error of a subgraph at $path stands where there is such a place, and is not lost", async ({ path, found }) => {
  const chaos = await startChaos();
  const { run } = federateWithChaos(chaos);
  const error = { message: "No.", path, extensions: { code: "FORBIDDEN" } };
  const data = { _entities: [{ nick: null }, { nick: null }] };
  chaos.behave(answerWith(200, JSON.stringify({ data, errors: [error] })));
  expect(await run("{ list: posts { who: author { nick } } }")).toEqual({
    data: { list: [{ who: { nick: null } }, { who: { nick: null } }] },
    errors: found.map((place) => ({ ...error, path: place })),
  });
});

test(
  "SUBREQUEST_TIMEOUT after 2 s when nothing else is said, and the connection is gone",
  { timeout: 10_000 },
  async () => {
    const chaos = await startChaos();
    const { run } = federateWithChaos(chaos);
    chaos.behave((response) => response.writeHead(200).flushHeaders());
    const before = performance.now();
    const { errors: found } = await run("{ me { name } posts { title } }");
    const took = performance.now() - before;
    expect(found).toMatchObject([{ path: ["me"], extensions: { code: "SUBREQUEST_TIMEOUT" } }]);
    expect(took).toBeGreaterThanOrEqual(1_990);
    expect(took).toBeLessThan(3_000);
    for (let i = 0; i < 100 && chaos.openSockets() > 0; i += 1) await sleep(10);
    expect(chaos.openSockets()).toBe(0);
    // What takes too long is not asked for again.
    expect(chaos.received).toHaveLength(1);
  },
);
