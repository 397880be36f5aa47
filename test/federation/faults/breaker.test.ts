import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { answerWith, type Behaviour, federateWithChaos, honest, startChaos } from "./chaos.js";

const broken = answerWith(500, "no");
const QUERY = "{ me { name } }";
const AWAY = {
  data: { me: null },
  errors: [
    {
      message: "A part of the service is away for the moment; try again.",
      path: ["me"],
      extensions: { code: "SERVICE_UNAVAILABLE" },
    },
  ],
};

/** Every second answer is a 500. */
function flapping(): Behaviour {
  let count = 0;
  return (...answer) => ((count += 1) % 2 === 0 ? broken : honest)(...answer);
}

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await work(index);
}

/** The retries that a client may have spent before this, spent. */
const BEFORE = 3;

test("a subgraph that is dead: partial data at once and without waiting, and all is well when it is back", async () => {
  const chaos = await startChaos();
  const { run } = federateWithChaos(chaos, { halfOpenAfterMs: 50 });
  expect((await run(QUERY)).data).toEqual({ me: { name: "User 1" } });
  await chaos.die();
  const before = performance.now();
  await times(30, async () => expect(await run(QUERY)).toEqual(AWAY));
  expect(performance.now() - before).toBeLessThan(1_000);
  await chaos.revive();
  await sleep(60);
  await times(5, async () => expect((await run(QUERY)).data).toEqual({ me: { name: "User 1" } }));
});

test("the breaker opens when half of 20 calls failed and not before, asks nobody then, and tries after a while", async () => {
  const chaos = await startChaos();
  const { run } = federateWithChaos(chaos, { halfOpenAfterMs: 200 });
  // Mutations are never repeated, so that calls are what is counted.
  const mutation = 'mutation { rename(name: "x") { name } }';
  await times(10, () => run(mutation));
  chaos.behave(broken);
  await times(9, () => run(mutation));
  expect(chaos.received).toHaveLength(19);
  await run(mutation);
  expect(chaos.received).toHaveLength(20);
  await times(10, async () => expect(await run(QUERY)).toEqual(AWAY));
  expect(chaos.received).toHaveLength(20);

  // The first trial fails: it is open again.
  await sleep(210);
  await run(mutation);
  await run(mutation);
  expect(chaos.received).toHaveLength(21);

  // Three must succeed before it closes; then failures count from nought.
  await sleep(210);
  chaos.behave(honest);
  await times(3, () => run(mutation));
  chaos.behave(broken);
  await times(5, () => run(mutation));
  expect(chaos.received).toHaveLength(29);
});

test("a failed read is sent once more, so that a subgraph which fails now and then is not noticed", async () => {
  const chaos = await startChaos();
  const { run } = federateWithChaos(chaos);
  let count = 0;
  chaos.behave((...answer) => ((count += 1) % 20 === 0 ? broken : honest)(...answer));
  await times(200, async (index) => {
    expect(await run(`{ me { name } q${index}: __typename }`)).not.toHaveProperty("errors");
  });
  expect(chaos.received.length).toBe(200 + Math.floor(chaos.received.length / 20));
});

test("one that flaps gets at most a tenth more traffic by retries", async () => {
  const chaos = await startChaos();
  // The breaker is out of the way.
  const { run } = federateWithChaos(chaos, { sampleCalls: 1e9 });
  chaos.behave(flapping());
  await times(200, () => run(QUERY));
  expect(chaos.received.length).toBeGreaterThan(200);
  expect(chaos.received.length).toBeLessThanOrEqual(200 + 20 + BEFORE);
});

test.each([
  ["answers 500", broken],
  ["cuts the connection", (_response, _body, socket) => void socket.destroy()],
  ["sends nothing", () => {}],
  ["answers HTML", answerWith(200, "<html>")],
] satisfies [string, Behaviour][])("a mutation is sent once, also to one that %s", async (_fault, behaviour) => {
  const chaos = await startChaos();
  const { run } = federateWithChaos(chaos, { fetchMs: 200 });
  // A connection that is there already must not be a reason to send again either.
  await run(QUERY);
  chaos.behave(behaviour);
  const response = await run('mutation { rename(name: "x") { name } }');
  expect(response).toMatchObject({ data: { rename: null }, errors: [{ path: ["rename"] }] });
  await sleep(50);
  expect(chaos.received.filter((body) => body.includes("mutation"))).toHaveLength(1);
});

test("a subgraph that hangs does not keep the others, nor those who do not ask it", async () => {
  const chaos = await startChaos();
  const { run } = federateWithChaos(chaos, { fetchMs: 500 });
  chaos.behave(() => {});
  await run("{ posts { title } }");
  const hanging = [1, 2, 3, 4, 5].map((index) => run(`{ a${index}: me { name } posts { title } }`));
  const before = performance.now();
  await times(20, async () => expect(await run("{ posts { title } }")).not.toHaveProperty("errors"));
  expect(performance.now() - before).toBeLessThan(250);
  for (const { data } of await Promise.all(hanging)) {
    expect(data).toMatchObject({ posts: [{ title: "one" }, { title: "two" }] });
  }
});
