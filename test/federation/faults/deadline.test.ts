import { parse } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { createHttpSubgraph, type HttpSubgraph, type Trust } from "../../../gateway/execution/http-subgraph.js";
import { systemClock } from "../../../lib/clock.js";
import type { Viewer } from "../../../lib/viewer.js";
import { answerWith, type Behaviour, type Chaos, startChaos } from "./chaos.js";

interface Asking {
  userEid: string;
  deadlineMs?: number;
  startedAt: number;
}

const TRUST: Trust<Asking> = {
  recipient: "chaos",
  secret: "a secret between a test and its gateway",
  clock: systemClock,
  askerOf: ({ userEid }) => ({ viewer: viewer(userEid), requestId: "r", pageLimit: 100 }),
};

function viewer(userEid: string): Viewer {
  return { userEid, organizationEid: "o", role: "USER", advertisables: [], apiClient: null };
}

function clientOf(chaos: Chaos, limits = {}): HttpSubgraph<Asking> {
  const client = createHttpSubgraph<Asking>({
    url: chaos.url,
    trust: TRUST,
    startedAt: (each) => each.startedAt,
    deadlineMs: (each) => each.deadlineMs,
    limits,
  });
  onTestFinished(() => client.close());
  return client;
}

function read(operation: string, kind: "query" | "mutation" = "query", signal?: AbortSignal) {
  const document = parse(operation);
  return { document, operation, operationName: undefined, variables: {}, kind, ...(signal && { signal }) };
}

function askerOf(body: string): string {
  const { extensions }: { extensions: { asker: { viewer: Viewer } } } = JSON.parse(body);
  return extensions.asker.viewer.userEid;
}

const slowly: Behaviour = (response) => void setTimeout(() => response.end('{"data":{"a":{"b":1}}}'), 50);
const now = (userEid = "one"): Asking => ({ userEid, startedAt: performance.now() });

test("the same read of the same viewer that is under way is not sent again, and each gets objects of its own", async () => {
  const chaos = await startChaos();
  chaos.behave(slowly);
  const client = clientOf(chaos);
  const answers = await Promise.all([1, 2, 3].map(() => client.execute(read("{ a { b } }"), now())));
  expect(chaos.received).toHaveLength(1);
  for (const { data } of answers) expect(JSON.stringify(data)).toBe('{"a":{"b":1}}');
  expect(new Set(answers.map(({ data }) => data?.["a"])).size).toBe(3);
  await client.execute(read("{ a { b } }"), now());
  expect(chaos.received).toHaveLength(2);
});

test("reads of different viewers, other reads and mutations are never shared", async () => {
  const chaos = await startChaos();
  chaos.behave(slowly);
  const client = clientOf(chaos);
  await Promise.all([
    client.execute(read("{ a { b } }"), now("one")),
    client.execute(read("{ a { b } }"), now("two")),
    client.execute(read("query Other { a { b } }"), now("one")),
    client.execute({ ...read("{ a { b } }"), variables: { x: 1 } }, now("one")),
    client.execute(read("mutation { a { b } }", "mutation"), now("one")),
    client.execute(read("mutation { a { b } }", "mutation"), now("one")),
  ]);
  expect(chaos.received).toHaveLength(6);
  expect(chaos.received.map(askerOf).toSorted()).toEqual(["one", "one", "one", "one", "one", "two"]);
});

test("what was read before a mutation ended is not given to who reads after it", async () => {
  const chaos = await startChaos();
  const client = clientOf(chaos);
  chaos.behave((response) => void setTimeout(() => response.end('{"data":{"a":"old"}}'), 100));
  const early = client.execute(read("{ a }"), now());
  await expect.poll(() => chaos.received.length).toBe(1);
  chaos.behave(answerWith(200, '{"data":{"a":"new"}}'));
  await client.execute(read("mutation { a }", "mutation"), now());
  expect((await client.execute(read("{ a }"), now())).data).toEqual({ a: "new" });
  expect((await early).data).toEqual({ a: "old" });
});

test("one who gives up leaves the others their answer; when all have, the connection is destroyed", async () => {
  const chaos = await startChaos();
  chaos.behave(slowly);
  const client = clientOf(chaos);
  const leaving = AbortSignal.timeout(20);
  const [left, stayed] = await Promise.allSettled([
    client.execute(read("{ a { b } }", "query", leaving), now()),
    client.execute(read("{ a { b } }"), now()),
  ]);
  expect(left).toMatchObject({ status: "rejected", reason: { code: "DEADLINE_EXCEEDED" } });
  expect(stayed.status).toBe("fulfilled");
  expect(chaos.received).toHaveLength(1);

  const closed = new Promise((resolve) => {
    chaos.behave((_response, _body, socket) => void socket.on("close", resolve));
  });
  await expect(client.execute(read("{ a { b } }", "query", AbortSignal.timeout(50)), now())).rejects.toMatchObject({
    code: "DEADLINE_EXCEEDED",
  });
  await closed;
});

test("DEADLINE_EXCEEDED: a request that is over its time asks no more, and does not wait for a fetch to be", async () => {
  const chaos = await startChaos();
  chaos.behave(() => {});
  const client = clientOf(chaos, { requestMs: 300 });
  const before = performance.now();
  await expect(client.execute(read("{ a }"), now())).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  expect(performance.now() - before).toBeLessThan(1_000);
  const late = { userEid: "one", startedAt: performance.now() - 301 };
  await expect(client.execute(read("{ a }"), late)).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  expect(chaos.received).toHaveLength(1);
});

test("a request that brings much may take longer, as a whole and each of its fetches", async () => {
  const chaos = await startChaos();
  chaos.behave(slowly);
  const client = clientOf(chaos, { fetchMs: 10, requestMs: 10 });
  await expect(client.execute(read("{ a { b } }"), now())).rejects.toMatchObject({ code: expect.any(String) });
  const patient = { ...now("two"), deadlineMs: 60_000 };
  expect((await client.execute(read("mutation { a { b } }", "mutation"), patient)).data).toEqual({ a: { b: 1 } });
});

test("time-outs of the one who asks say nothing about the subgraph: the breaker stays closed", async () => {
  const chaos = await startChaos();
  chaos.behave(() => {});
  const client = clientOf(chaos);
  const gone = Array.from({ length: 30 }, (_, index) =>
    client.execute(read(`{ a${index}: a }`, "query", AbortSignal.timeout(30)), now()),
  );
  await Promise.allSettled(gone);
  chaos.behave(answerWith(200, '{"data":{"a":1}}'));
  expect((await client.execute(read("{ a }"), now())).data).toEqual({ a: 1 });
});
