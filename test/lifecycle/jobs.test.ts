import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../kit/database.js";
import { type FeedHost, startFeedHost } from "../kit/feed-host.js";
import { build, type Program, ready, run } from "../kit/program.js";

/** Jobs in the program itself, which is killed and stopped in their middle. */
const started: Program[] = [];
let host: FeedHost;
let db: TestDatabase;
beforeAll(async () => {
  build();
  host = await startFeedHost();
  db = await createEmptyDatabase();
});
afterAll(async () => {
  for (const program of started) program.process.kill("SIGKILL");
  await Promise.all(started.map((program) => program.exited));
  await host.close();
  await db.drop();
});

interface Crawl {
  status: string;
  attempts: number;
}

async function start(settings: Record<string, string> = {}): Promise<{ program: Program; address: string }> {
  const program = run("gateway/main.js", ["--demo"], {
    PORT: "0",
    DATABASE_URL: db.url,
    FETCH_ALLOWED_HOSTS: host.host,
    ...settings,
  });
  started.push(program);
  return { program, address: await ready(program) };
}

async function ask(address: string, query: string): Promise<unknown> {
  const answer = await fetch(`${address}/graphql?apikey=demo-apikey`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${btoa("staff@demo.test:demo-staff")}` },
    body: JSON.stringify({ query }),
  });
  return ((await answer.json()) as { data: unknown }).data;
}

async function shopOf(address: string, name: string): Promise<string> {
  const data = await ask(address, `{ advertisables(filter: {name: {eq: "${name}"}}) { nodes { eid } } }`);
  return (data as { advertisables: { nodes: { eid: string }[] } }).advertisables.nodes[0]?.eid ?? "";
}

async function enable(address: string, shop: string, path: string): Promise<void> {
  const input = `{advertisableEid: "${shop}", url: "${host.url(path)}"}`;
  expect(await ask(address, `mutation { enableFeedCrawl(input: ${input}) { feedConfig { url } } }`)).toEqual({
    enableFeedCrawl: { feedConfig: { url: host.url(path) } },
  });
}

async function crawlOf(address: string, shop: string): Promise<Crawl> {
  const data = await ask(
    address,
    `{ advertisable(eid: "${shop}") { feedConfig { lastCrawl { status attempts addedCount failure } } } }`,
  );
  return (data as { advertisable: { feedConfig: { lastCrawl: Crawl } } }).advertisable.feedConfig.lastCrawl;
}

/** Puts a page that never ends at a path, and tells when it is asked for. */
function hang(path: string): Promise<void> {
  return new Promise((resolve) =>
    host.put(path, (_request, response) => {
      response.writeHead(200).write("id,title,link\n");
      resolve();
    }),
  );
}

const FEED = "id,title,link\na,A,https://shop.example/a\n";

test("a crawl whose process was killed is done by the next one, soon", { timeout: 120_000 }, async () => {
  const first = await start();
  const shop = await shopOf(first.address, "Harbour Shop");
  const asked = hang("/killed");
  await enable(first.address, shop, "/killed");
  await asked;
  expect(await crawlOf(first.address, shop)).toMatchObject({ status: "RUNNING", attempts: 1 });
  first.program.process.kill("SIGKILL");
  await first.program.exited;

  host.put("/killed", FEED);
  const second = await start();
  await expect
    .poll(() => crawlOf(second.address, shop), { timeout: 30_000 })
    .toEqual({ status: "SUCCEEDED", attempts: 2, addedCount: 1, failure: null });
  second.program.process.kill("SIGTERM");
  expect(await second.program.exited).toBe(0);
});

test(
  "one that is told to stop ends in time with a crawl at work, and with JOBS=off none begins",
  { timeout: 120_000 },
  async () => {
    const first = await start();
    const shop = await shopOf(first.address, "Hill Club");
    const asked = hang("/stopped");
    await enable(first.address, shop, "/stopped");
    await asked;
    const began = performance.now();
    first.program.process.kill("SIGTERM");
    expect(await first.program.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(first.program.errors()).not.toContain("did not stop cleanly");

    host.put("/stopped", FEED);
    const off = await start({ JOBS: "off" });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await crawlOf(off.address, shop)).toMatchObject({ status: "QUEUED", attempts: 0 });
    const on = await start();
    await expect
      .poll(() => crawlOf(off.address, shop), { timeout: 30_000 })
      .toEqual({ status: "SUCCEEDED", attempts: 1, addedCount: 1, failure: null });
    for (const { program } of [off, on]) program.process.kill("SIGTERM");
  },
);
