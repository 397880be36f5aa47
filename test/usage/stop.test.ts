import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../kit/database.js";
import { build, type Program, ready, run } from "../kit/program.js";

/** The program itself, which is stopped in the second in which it was asked. */
let db: TestDatabase;
let program: Program | undefined;
beforeAll(async () => {
  build();
  db = await createEmptyDatabase();
});
afterAll(async () => {
  program?.process.kill("SIGKILL");
  await program?.exited;
  await db.drop();
});

test("a stop loses nothing of what was asked just before it", async () => {
  program = run("gateway/main.js", ["--demo"], { PORT: "0", DATABASE_URL: db.url, JOBS: "off" });
  const address = await ready(program);
  const headers = {
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from("admin@demo.test:demo-admin").toString("base64")}`,
  };
  const body = JSON.stringify({ query: "query Asked { viewer { username } }" });
  const answers = await Promise.all(
    Array.from({ length: 25 }, async (_, index) => {
      const path = index % 5 === 0 ? "/api/v1/organization/get_advertisables" : "/graphql";
      const answer = await fetch(`${address}${path}?apikey=demo-apikey`, {
        headers,
        ...(path === "/graphql" && { method: "POST", body }),
      });
      await answer.arrayBuffer();
      return `${path} ${answer.status}`;
    }),
  );
  program.process.kill("SIGTERM");
  expect(await program.exited).toBe(0);
  const { rows } = await db.owner.query<{ kind: string; calls: number }>(
    "select kind, sum(calls)::int as calls from platform.call_count group by kind order by kind",
  );
  expect(answers.filter((answer) => answer === "/graphql 200")).toHaveLength(20);
  expect(rows).toEqual([
    { kind: "OPERATION", calls: 20 },
    { kind: "ROUTE", calls: 5 },
  ]);
}, 120_000);
