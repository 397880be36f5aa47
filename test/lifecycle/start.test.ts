import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../lib/config.js";
import { createDatabase, createEmptyDatabase, type TestDatabase } from "../kit/database.js";
import { build, type Program, ready, run, runNpm } from "../kit/program.js";

const started: Program[] = [];
let dataDir: string;

beforeAll(() => {
  build();
  dataDir = mkdtempSync(path.join(tmpdir(), "adgraph-start-"));
});
afterAll(async () => {
  for (const program of started) program.process.kill("SIGKILL");
  await Promise.all(started.map((program) => program.exited));
  rmSync(dataDir, { recursive: true, force: true });
});

function start(settings: Record<string, string>, args: string[] = []): Program {
  const program = run("gateway/main.js", args, { PORT: "0", DATA_DIR: dataDir, ...settings });
  started.push(program);
  return program;
}

/** PostgreSQL processes that run on our data folder. */
function serversOn(folder: string): string[] {
  const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes("bin/postgres") && line.includes(folder));
}

/** Waits, for forty seconds at most, until the PostgreSQL processes on our data folder are as wanted. */
async function untilServers(isWanted: (servers: string[]) => boolean): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!isWanted(serversOn(dataDir)) && Date.now() < deadline) await sleep(20);
  expect(serversOn(dataDir)).toSatisfy(isWanted);
}

/** Runs a printed command as a person would, in a shell. */
function shell(command: string): unknown {
  const { stdout } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
  return JSON.parse(stdout);
}

const SHOP_QUERY = `{ advertisables(filter: {name: {eq: "Harbour Shop"}}) { nodes { eid deliveries(range: {between: {start: "2023-08-01", endExclusive: "2023-09-01"}}) { summary { impressions clicks cost { amount } } } } } }`;
const TOTALS = { impressions: 213_434_828, clicks: 38_165, cost: { amount: "58705.23" } };

async function ask(address: string, user: string, query: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${address}/graphql?apikey=demo-apikey`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${Buffer.from(user).toString("base64")}` },
    body: JSON.stringify({ query }),
  });
  return { status: answer.status, body: await answer.json() };
}

test("a first start loads the demo; kill -9 leaves no PostgreSQL behind; the next start has everything", async () => {
  const first = start({});
  const address = await ready(first);
  const commands = first
    .output()
    .split("\n")
    .filter((line) => line.trim().startsWith("curl"));
  expect(commands).toHaveLength(2);
  expect(shell(commands[0] ?? "")).toMatchObject({ data: { advertisables: { nodes: [{ name: "Harbour Shop" }] } } });
  expect(shell(commands[1] ?? "")).toMatchObject({ results: [{ name: "Harbour Shop" }, { name: "Hill Club" }] });
  for (const user of ["staff@demo.test:demo-staff", "admin@demo.test:demo-admin", "user@demo.test:demo-user"]) {
    expect(first.output()).toContain(user.split(":")[1]);
    const { body } = await ask(address, user, SHOP_QUERY);
    expect(body).toMatchObject({ data: { advertisables: { nodes: [{ deliveries: { summary: TOTALS } }] } } });
  }
  // The user was granted one of the two.
  expect(await ask(address, "user@demo.test:demo-user", "{ advertisables { nodes { name } } }")).toEqual({
    status: 200,
    body: { data: { advertisables: { nodes: [{ name: "Harbour Shop" }] } } },
  });

  first.process.kill("SIGKILL");
  await first.exited;
  await untilServers((servers) => servers.length === 0);

  const second = start({});
  const again = await ready(second);
  expect((await ask(again, "admin@demo.test:demo-admin", SHOP_QUERY)).body).toMatchObject({
    data: { advertisables: { nodes: [{ deliveries: { summary: TOTALS } }] } },
  });
  second.process.kill("SIGTERM");
  expect(await second.exited).toBe(0);
  expect(serversOn(dataDir)).toEqual([]);
  expect([first.errors(), second.errors()]).toEqual(["", ""]);
}, 120_000);

test("npm start, told to stop, takes the service and its PostgreSQL with it", async () => {
  const program = runNpm("start", { PORT: "0", DATA_DIR: dataDir });
  started.push(program);
  const address = await ready(program);
  program.process.kill("SIGTERM");
  // The pipes close with the last process that holds them, so this waits for the service as well.
  await program.exited;
  await expect(fetch(`${address}/health/live`)).rejects.toThrow();
  expect(serversOn(dataDir)).toEqual([]);
}, 60_000);

test("told to stop in the middle of its start, the service ends well and leaves no PostgreSQL", async () => {
  const program = start({});
  await untilServers((servers) => servers.length > 0);
  program.process.kill("SIGTERM");
  expect([await program.exited, program.output(), program.errors()]).toEqual([0, "", ""]);
  await untilServers((servers) => servers.length === 0);
}, 60_000);

test("the README's commands give the README's answers", async () => {
  const address = await ready(start({}));
  const readme = readFileSync(path.join(PROJECT_ROOT, "README.md"), "utf8");
  const examples = [...readme.matchAll(/```sh\n(curl[\s\S]*?)```\s*```json\n([\s\S]*?)```/g)];
  expect(examples.length).toBeGreaterThanOrEqual(2);
  for (const [, command = "", answer = ""] of examples) {
    expect(shell(command.replaceAll("http://127.0.0.1:4000", address))).toEqual(JSON.parse(answer));
  }
}, 60_000);

test("the explorer's examples and the README's recipes answer on the demo", async () => {
  const address = await ready(start({}));
  const { EXAMPLES } = await import("../../gateway/examples.js");
  for (const example of EXAMPLES) {
    const variables: unknown = "variables" in example ? JSON.parse(example.variables) : {};
    const answer = await fetch(`${address}/graphql?apikey=demo-apikey`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${Buffer.from("admin@demo.test:demo-admin").toString("base64")}`,
      },
      body: JSON.stringify({ query: example.document, variables }),
    });
    const body = (await answer.json()) as { data: object; errors?: unknown };
    expect([example.name, answer.status, body.errors]).toEqual([example.name, 200, undefined]);
    expect(JSON.stringify(body.data).length).toBeGreaterThan(80);
  }
}, 60_000);

test("two first starts at once: one loads the demo, the other waits for it, both serve", async () => {
  await withDatabase(createEmptyDatabase, async ({ url }) => {
    const both = [start({ DATABASE_URL: url }, ["--demo"]), start({ DATABASE_URL: url }, ["--demo"])];
    for (const program of both) {
      expect((await ask(await ready(program), "admin@demo.test:demo-admin", SHOP_QUERY)).body).toMatchObject({
        data: { advertisables: { nodes: [{ deliveries: { summary: TOTALS } }] } },
      });
    }
  });
}, 120_000);

async function withDatabase(
  create: () => Promise<TestDatabase>,
  work: (db: TestDatabase) => Promise<void>,
): Promise<void> {
  const db = await create();
  try {
    await work(db);
  } finally {
    for (const program of started) program.process.kill("SIGTERM");
    await Promise.all(started.map((program) => program.exited));
    await db.drop();
  }
}

test("a server of one's own is migrated, and gets no demo unless it is asked for", async () => {
  await withDatabase(createEmptyDatabase, async ({ url, owner }) => {
    const program = start({ DATABASE_URL: url });
    const address = await ready(program);
    expect(program.output()).not.toContain("demo");
    expect((await ask(address, "admin@demo.test:demo-admin", "{ viewer { eid } }")).status).toBe(401);
    const { rows } = await owner.query(
      "select (select count(*) from platform.organization) as organizations, (select count(*) from platform.currency_rate) > 0 as rates",
    );
    expect(rows).toEqual([{ organizations: 0, rates: true }]);
    program.process.kill("SIGTERM");
    await program.exited;

    const demo = start({ DATABASE_URL: url }, ["--demo"]);
    expect((await ask(await ready(demo), "admin@demo.test:demo-admin", SHOP_QUERY)).body).toMatchObject({
      data: { advertisables: { nodes: [{ deliveries: { summary: TOTALS } }] } },
    });
  });
}, 120_000);

test("a database that holds something else is left alone, --demo or not", async () => {
  await withDatabase(createDatabase, async ({ url, owner }) => {
    await owner.query("insert into platform.organization values ('MINE222222222222222222', 'Mine', now(), now())");
    const program = start({ DATABASE_URL: url }, ["--demo"]);
    const address = await ready(program);
    expect(program.output()).not.toContain("demo-apikey");
    expect((await ask(address, "admin@demo.test:demo-admin", "{ viewer { eid } }")).status).toBe(401);
  });
}, 60_000);

test("a setting that makes no sense: one clear line, exit code 78", async () => {
  const program = start({ PORT: "http" });
  expect(await program.exited).toBe(78);
  expect(program.errors()).toBe("adgraph can't start: PORT must be a whole number from 0 to 65535.\n");
});

test("an option that does not exist, a database that does not answer, a port that is taken: one clear line, exit code 1", async () => {
  const option = start({}, ["--nonsense"]);
  expect(await option.exited).toBe(1);
  expect(option.errors()).toMatch(/^adgraph can't start: .*--nonsense.*\n$/);
  const database = start({ DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none" });
  expect(await database.exited).toBe(1);
  expect(database.errors()).toMatch(/^adgraph can't start: [^\n]+\n$/);
  expect(database.errors()).not.toContain("secret");
  const running = start({});
  const { port } = new URL(await ready(running));
  const taken = start({ PORT: port });
  expect(await taken.exited).toBe(1);
  expect(taken.errors()).toMatch(/^adgraph can't start: [^\n]*address already in use[^\n]*\n$/);
}, 60_000);
