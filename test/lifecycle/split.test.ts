import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.js";
import { SIGNATURE_HEADER, signRequest } from "../../lib/signed-request.js";
import { createDatabase } from "../kit/database.js";
import { build, type Program, ready, run } from "../kit/program.js";
import { STAFF } from "../kit/world.js";

const SECRET = "a secret between areas and a gateway";
const AREA = /is ready at (http:\/\/\S+)\/graphql/;
const started: Program[] = [];
let dataDir: string;

beforeAll(() => {
  build();
  dataDir = mkdtempSync(path.join(tmpdir(), "adgraph-split-"));
});
afterAll(async () => {
  for (const program of started) program.process.kill("SIGKILL");
  await Promise.all(started.map((program) => program.exited));
  rmSync(dataDir, { recursive: true, force: true });
});

function start(script: string, args: string[], settings: Record<string, string>): Program {
  const program = run(script, args, settings);
  started.push(program);
  return program;
}

interface Running {
  pid: number;
  args: string;
}

function processes(): (Running & { parent: number })[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
  });
}

/** The gateway and the areas of a supervisor, and its PostgreSQL's first process. */
function childrenOf({ process: { pid } }: Program): Running[] {
  return processes().filter(({ parent }) => parent === pid);
}

async function areGone(running: readonly Running[]): Promise<boolean> {
  const pids = new Set(running.map(({ pid }) => pid));
  for (let i = 0; i < 200; i += 1) {
    const left = processes().filter(({ pid, args }) => pids.has(pid) && !args.includes("<defunct>"));
    if (left.length === 0) return true;
    await sleep(50);
  }
  return false;
}

async function ask(address: string): Promise<unknown> {
  const query = `{ advertisables(filter: {name: {eq: "Harbour Shop"}}) { nodes { name deliveries(range: {between: {start: "2023-08-01", endExclusive: "2023-09-01"}}) { summary { clicks } } } } }`;
  const answer = await fetch(`${address}/graphql?apikey=demo-apikey`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from("admin@demo.test:demo-admin").toString("base64")}`,
    },
    body: JSON.stringify({ query }),
  });
  return await answer.json();
}

const ANSWER = {
  data: { advertisables: { nodes: [{ name: "Harbour Shop", deliveries: { summary: { clicks: 38_165 } } }] } },
};

test(
  "start:split: processes of their own, an area that is killed comes back, and all end together",
  { timeout: 300_000 },
  async () => {
    const settings = { PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent" };
    const first = start("gateway/split.js", [], settings);
    // Nine processes start at once, and a busy machine takes its time.
    const address = await ready(first, undefined, 120_000);
    expect(await ask(address)).toEqual(ANSWER);
    const children = childrenOf(first);
    for (const part of [
      "main.js",
      "subgraph.js entities",
      "subgraph.js audience",
      "subgraph.js social",
      "subgraph.js reporting",
    ]) {
      expect(children.filter(({ args }) => args.includes(part))).toHaveLength(1);
    }

    // The other area answers while one is away; then it is back on the same port.
    const reporting = children.find(({ args }) => args.includes("reporting"));
    process.kill(reporting?.pid ?? 0, "SIGKILL");
    expect(await ask(address)).toMatchObject({ data: { advertisables: { nodes: [{ name: "Harbour Shop" }] } } });
    const deadline = Date.now() + 30_000;
    while (JSON.stringify(await ask(address)) !== JSON.stringify(ANSWER) && Date.now() < deadline) await sleep(200);
    expect(await ask(address)).toEqual(ANSWER);

    const running = childrenOf(first);
    first.process.kill("SIGTERM");
    expect(await first.exited).toBe(0);
    expect(await areGone(running)).toBe(true);

    // kill -9 of the parent leaves nothing behind either.
    const second = start("gateway/split.js", [], settings);
    expect(await ask(await ready(second, undefined, 120_000))).toEqual(ANSWER);
    const orphans = childrenOf(second);
    expect(orphans.length).toBeGreaterThanOrEqual(4);
    second.process.kill("SIGKILL");
    await second.exited;
    expect(await areGone(orphans)).toBe(true);
  },
);

test("one area alone answers what its gateway signed and 401 to everybody else", { timeout: 60_000 }, async () => {
  const db = await createDatabase();
  const settings = { DATABASE_URL: db.url, SUBGRAPH_SECRET: SECRET };
  const area = start("gateway/subgraph.js", ["reporting", "--port", "0"], settings);
  const address = await ready(area, AREA);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:/);
  const asker = { viewer: STAFF, requestId: "r", pageLimit: 100 };
  const body = JSON.stringify({ query: "{ __typename }", variables: {}, extensions: { asker } });
  const signature = signRequest(
    { recipient: "reporting", method: "POST", path: "/graphql", body },
    SECRET,
    systemClock,
  );
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${address}/graphql`, { method: "POST", headers, body })).status).toBe(401);
  expect((await fetch(`${address}/graphql?query={_service{sdl}}`)).status).toBe(401);
  const signed = { ...headers, [SIGNATURE_HEADER]: signature };
  const answer = await fetch(`${address}/graphql`, { method: "POST", headers: signed, body });
  expect(await answer.json()).toMatchObject({ data: { __typename: "Query" } });
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  area.process.kill("SIGTERM");
  expect(await area.exited).toBe(0);
  await db.drop();
});

test.each([
  ["no secret", ["reporting"], "postgres://x/y", "", /SUBGRAPH_SECRET/],
  ["no database", ["reporting"], "", SECRET, /DATABASE_URL/],
  ["no area", [], "postgres://x/y", SECRET, /name one area of entities, audience, /],
  ["an area that is none", ["nothing"], "postgres://x/y", SECRET, /no area nothing/],
  ["a port that is none", ["reporting", "--port", "x"], "postgres://x/y", SECRET, /--port/],
])("an area with %s does not start: one clear line, exit code 78", async (_what, args, url, secret, line) => {
  const area = start("gateway/subgraph.js", args, { DATABASE_URL: url, SUBGRAPH_SECRET: secret });
  expect(await area.exited).toBe(78);
  expect(area.errors()).toMatch(/^subgraph can't start: [^\n]+\n$/);
  expect(area.errors()).toMatch(line);
});
