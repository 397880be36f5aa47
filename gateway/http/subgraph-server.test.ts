import { buildSchema } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../lib/clock.js";
import { createLog } from "../../lib/log.js";
import { SIGNATURE_HEADER, signRequest } from "../../lib/signed-request.js";
import { createLocalSubgraph } from "../execution/local-subgraph.js";
import { buildSubgraphServer } from "./subgraph-server.js";

const SECRET = "a secret between a subgraph and its gateway";
const BODY = JSON.stringify({
  query: "{ __typename }",
  variables: {},
  extensions: { asker: { viewer: null, requestId: "r", pageLimit: 1 } },
});

function start() {
  const schema = buildSchema("type Query { a: Int }");
  const app = buildSubgraphServer({
    name: "toys",
    schema,
    client: createLocalSubgraph(schema, () => ({ message: "Masked." })),
    contextFor: () => ({}),
    secret: SECRET,
    clock: systemClock,
    log: createLog("silent"),
  });
  onTestFinished(() => app.close());
  return app;
}

test.each([
  ["a Content-Type that is none", { headers: { [SIGNATURE_HEADER]: "x", "content-type": ";;" } }],
  ["a URL that is none", { url: "/%E0%A4%A" }],
  ["a path that is not there", { url: "/other" }],
  ["another method", { method: "GET" as const }],
  ["a signature of another body", { headers: { [SIGNATURE_HEADER]: signed("{}") } }],
  ["a signature for another subgraph", { headers: { [SIGNATURE_HEADER]: signed(BODY, "games") } }],
  ["a signature of another path", { url: "/graphql?a=1", headers: { [SIGNATURE_HEADER]: signed(BODY) } }],
])("a stranger's request with %s: 401 in the form of an answer", async (_what, request) => {
  const { method = "POST", url = "/graphql", headers } = { method: undefined, url: undefined, headers: {}, ...request };
  const response = await start().inject({ method, url, headers, ...(method === "POST" && { payload: BODY }) });
  expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({
    status: 401,
    body: { errors: [{ message: "This subgraph answers its gateway only.", extensions: { code: "UNAUTHENTICATED" } }] },
  });
});

test("what the gateway signed is answered", async () => {
  const headers = { [SIGNATURE_HEADER]: signed(BODY), "content-type": "application/json" };
  const response = await start().inject({ method: "POST", url: "/graphql", headers, payload: BODY });
  expect(response.json()).toEqual({ data: { __typename: "Query" } });
});

function signed(body: string, recipient = "toys"): string {
  return signRequest({ recipient, method: "POST", path: "/graphql", body }, SECRET, systemClock);
}
