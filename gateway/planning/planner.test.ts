import { parse } from "graphql";
import { expect, test } from "vitest";
import { composeSupergraph } from "../composition/compose.js";
import { createPlanner } from "./planner.js";

const { supergraphSdl } = composeSupergraph([
  { name: "a", typeDefs: parse(`type Query { thing: Thing } type Thing { id: ID! thing: Thing }`) },
]);

test("plans an operation", async () => {
  expect(await createPlanner(supergraphSdl)("{ thing { id } }")).toMatchObject({
    kind: "QueryPlan",
    node: { kind: "Fetch", serviceName: "a" },
  });
});

test("DEADLINE_EXCEEDED when the caller's signal fires or the time is up", async () => {
  await expect(createPlanner(supergraphSdl)("{ thing { id } }", AbortSignal.abort())).rejects.toMatchObject({
    code: "DEADLINE_EXCEEDED",
  });
  const many = Array.from({ length: 2_000 }, (_, index) => `a${index}: thing { id thing { id } }`).join(" ");
  await expect(createPlanner(supergraphSdl, { deadlineMs: 1 })(`{ ${many} }`)).rejects.toMatchObject({
    code: "DEADLINE_EXCEEDED",
  });
});

test("INTERNAL_SERVER_ERROR, with the cause for the log only, when the planner refuses", async () => {
  const refusal = createPlanner(supergraphSdl)("{ nothing }");
  await expect(refusal).rejects.toMatchObject({
    code: "INTERNAL_SERVER_ERROR",
    message: "This operation cannot be planned.",
  });
  await expect(refusal).rejects.toHaveProperty("originalError.message", expect.stringContaining("nothing"));
});

test("GRAPHQL_VALIDATION_FAILED when the operation is nested too deeply", async () => {
  const query = `{ ${"thing { ".repeat(200)} id ${"}".repeat(200)} }`;
  await expect(createPlanner(supergraphSdl)(query)).rejects.toMatchObject({ code: "GRAPHQL_VALIDATION_FAILED" });
});
