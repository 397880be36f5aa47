import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { composeSupergraph } from "../composition/compose.js";
import { createPlanner } from "./planner.js";

const PROGRAM = path.join(import.meta.dirname, "planner-process.ts");

const { supergraphSdl } = composeSupergraph([
  { name: "a", typeDefs: parse(`type Query { thing: Thing } type Thing { id: ID! thing: Thing }`) },
]);

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@interfaceObject"])`;

/** On this graph the planner ends its process when a response key means different things of different types. */
const fragile = composeSupergraph([
  {
    name: "media",
    typeDefs: parse(`${LINK}
      type Query { media: [Media!]! }
      interface Media @key(fields: "id") { id: ID! title: String }
      type Book implements Media @key(fields: "id") { id: ID! title: String pages: Int }
      type Film implements Media @key(fields: "id") { id: ID! title: String minutes: Int }
    `),
  },
  {
    name: "reviews",
    typeDefs: parse(`${LINK}
      type Query { all: [Media!]! }
      type Media @key(fields: "id") @interfaceObject { id: ID! score(max: Int): Int }
    `),
  },
]).supergraphSdl;

const BREAKING = "{ all { ... on Book { score(max: 1) } ... on Film { score(max: 2) } } }";

test("plans an operation", async () => {
  expect(await createPlanner(supergraphSdl)("{ thing { id } }")).toMatchObject({
    kind: "QueryPlan",
    node: { kind: "Fetch", serviceName: "a" },
  });
});

test("an operation that ends the planner's process costs nothing but itself, and the next time not even that", async () => {
  const plan = createPlanner(fragile, { deadlineMs: 15_000 });
  // The first two are planned at once: the first one is still being planned when the second breaks the planner.
  const long = Array.from({ length: 2_500 }, (_, index) => `a${index}: media { title }`).join(" ");
  const others = [plan(`{ ${long} }`)];
  const broken = plan(BREAKING);
  const later = [5, 6, 7, 8].map((number) => plan(`{ media { k${number}: title } }`));
  await expect(broken).rejects.toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
  await expect(broken).rejects.toHaveProperty("originalError.message", expect.stringContaining("panicked"));
  for (const answer of await Promise.all([...others, ...later])) expect(answer).toMatchObject({ kind: "QueryPlan" });

  // Refused before any other process could have answered.
  const again = plan(BREAKING).catch((error: unknown) => error);
  const first = await Promise.race([again, new Promise((resolve) => setImmediate(resolve))]);
  expect(first).toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
});

test("DEADLINE_EXCEEDED when the caller's signal fires or the time is up; others are planned all the same", async () => {
  const plan = createPlanner(supergraphSdl);
  await expect(plan("{ thing { id } }", AbortSignal.abort())).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  const many = (alias: string) =>
    `{ ${Array.from({ length: 2_000 }, (_, index) => `${alias}${index}: thing { id thing { id } }`).join(" ")} }`;
  const leaving = new AbortController();
  const left = plan(many("a"), leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  const late = createPlanner(supergraphSdl, { deadlineMs: 1 })(many("b"));
  const other = plan("{ thing { thing { id } } }");
  await expect(late).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
  expect(await other).toMatchObject({ kind: "QueryPlan" });
});

test("SERVICE_UNAVAILABLE when too many wait", async () => {
  const plan = createPlanner(supergraphSdl);
  const answers = await Promise.allSettled(
    Array.from({ length: 250 }, (_, index) => plan(`{ wait${index}: thing { id } }`)),
  );
  const codes = answers.map((answer) => (answer.status === "rejected" ? String(answer.reason.code) : "planned"));
  expect(codes.slice(0, 200)).toEqual(Array.from({ length: 200 }, () => "planned"));
  expect(codes.at(-1)).toBe("SERVICE_UNAVAILABLE");
});

test("INTERNAL_SERVER_ERROR, with the cause for the log only, when the planner refuses", async () => {
  const refusal = createPlanner(supergraphSdl)("{ nothing }");
  await expect(refusal).rejects.toMatchObject({
    code: "INTERNAL_SERVER_ERROR",
    message: "This operation cannot be planned.",
  });
  await expect(refusal).rejects.toHaveProperty("originalError.message", expect.stringContaining("nothing"));
  await expect(createPlanner("type Query { a: Int }")("{ a }")).rejects.toMatchObject({
    code: "INTERNAL_SERVER_ERROR",
  });
});

test("GRAPHQL_VALIDATION_FAILED when the operation is nested too deeply", async () => {
  const query = `{ ${"thing { ".repeat(200)} id ${"}".repeat(200)} }`;
  await expect(createPlanner(supergraphSdl)(query)).rejects.toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
});

test("the planner's process ends with the one that started it, however that ends", async () => {
  const script = `
    import { fork } from "node:child_process";
    const child = fork(${JSON.stringify(PROGRAM)}, [], { env: {}, execArgv: [] });
    child.on("message", () => process.stdout.write(String(child.pid)));
    child.send({ kind: "supergraph", key: 0, sdl: "" });
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [chunk]: unknown[] = await once(parent.stdout, "data");
  const pid = Number(String(chunk));
  expect(isRunning(pid)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
