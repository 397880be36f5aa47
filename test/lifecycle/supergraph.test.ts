import { buildSubgraphSchema } from "@apollo/subgraph";
import { composeServices, compositionHasErrors } from "@theguild/federation-composition";
import { graphql, type GraphQLSchema, parse } from "graphql";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SIGNATURE_HEADER } from "../../lib/signed-request.js";
import { build, type Program, ready, run } from "../kit/program.js";

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@inaccessible", "@tag", "@external", "@requires"])`;

/** Somebody else's subgraphs: they know nothing of us. */
const SHOP = `${LINK}
  type Query { shop: Shop find(by: By!): String }
  type Mutation { open(name: String!): Shop }
  type Shop @key(fields: "id") { id: ID! name: String @tag(name: "public") secret: Int @inaccessible }
  input By @oneOf { id: ID name: String }
`;
const RATINGS = `${LINK}
  type Shop @key(fields: "id") { id: ID! name: String @external stars: Int label: String @requires(fields: "name") }
`;

const folder = mkdtempSync(path.join(tmpdir(), "adgraph-supergraph-"));
const PATTERN = /at (http:\/\/\S+\/graphql)/;
const started: Program[] = [];
const servers: Server[] = [];
const received: { body: string; headers: IncomingHttpHeaders }[] = [];
let supergraph: string;

function schemaOf(sdl: string, resolvers: object): GraphQLSchema {
  return buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]);
}

async function serve(schema: GraphQLSchema): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ body, headers: request.headers });
      const { query, variables }: { query: string; variables: Record<string, unknown> } = JSON.parse(body);
      void graphql({ schema, source: query, variableValues: variables }).then((result) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify(result)),
      );
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/path?a=1`;
}

beforeAll(async () => {
  build();
  const shop = { id: "1", name: "Harbour" };
  const shopUrl = await serve(
    schemaOf(SHOP, {
      Query: { shop: () => shop, find: (_: unknown, args: unknown) => JSON.stringify(args) },
      Mutation: { open: (_: unknown, { name }: { name: string }) => ({ id: "2", name }) },
      Shop: { __resolveReference: () => shop },
    }),
  );
  const ratingsUrl = await serve(
    schemaOf(RATINGS, {
      Shop: {
        __resolveReference: (reference: object) => reference,
        stars: () => {
          throw new Error("cannot connect to stars.internal:5432");
        },
        label: ({ name }: { name: string }) => `The ${name}`,
      },
    }),
  );
  const result = composeServices([
    { name: "shop", typeDefs: parse(SHOP), url: shopUrl },
    { name: "ratings", typeDefs: parse(RATINGS), url: ratingsUrl },
  ]);
  if (compositionHasErrors(result)) throw new Error(JSON.stringify(result.errors));
  supergraph = result.supergraphSdl;
});
afterAll(async () => {
  for (const program of started) program.process.kill("SIGKILL");
  await Promise.all(started.map((program) => program.exited));
  for (const server of servers) server.close().closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function start(text: string, settings: Record<string, string> = {}): Program {
  const file = path.join(folder, `${started.length}.graphql`);
  writeFileSync(file, text);
  // The database's address would fail at once if anything looked for one.
  const program = run("gateway/main.js", ["--supergraph", file, "--port", "0"], {
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    ...settings,
  });
  started.push(program);
  return program;
}

async function ask(url: string, query: string, variables: object = {}) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Basic secret" },
    body: JSON.stringify({ query, variables }),
  });
  return { status: answer.status, body: (await answer.json()) as { data?: unknown; errors?: unknown[] } };
}

/** The supergraph as older compositions wrote it. */
function ofVersion(version: "0.3" | "0.4" | "0.5"): string {
  const named = supergraph.replace(/join\/v0\.\d/, `join/v${version}`);
  if (version === "0.5") return named;
  const withoutContext = named
    .replace(/,?\s*contextArguments: \[join__ContextArgument!\]/, "")
    .replace(/input join__ContextArgument \{[^}]*\}/, "")
    .replace(/scalar join__FieldValue/, "");
  return version === "0.4"
    ? withoutContext
    : withoutContext
        .replace(/directive @join__directive[\s\S]*?\n(?=\n|directive|enum|scalar|type)/, "")
        .replace(/scalar join__DirectiveArguments/, "");
}

test.each(["0.3", "0.4", "0.5"] as const)(
  "a supergraph of the join specification %s is served over its subgraphs, without a database and unsigned",
  async (version) => {
    const text = ofVersion(version);
    expect(text).toContain(`join/v${version}`);
    expect(text.includes("contextArguments")).toBe(version === "0.5");
    received.length = 0;
    const url = await ready(start(text), PATTERN);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(await ask(url, "{ shop { name label } }")).toEqual({
      status: 200,
      body: { data: { shop: { name: "Harbour", label: "The Harbour" } } },
    });
    expect(await ask(url, 'mutation { open(name: "New") { id label } }')).toMatchObject({
      body: { data: { open: { id: "2", label: "The New" } } },
    });
    expect(received).toHaveLength(4);
    // Neither a signature, nor who asks, nor what the client signed in with.
    for (const { headers, body } of received) {
      expect(headers).not.toHaveProperty(SIGNATURE_HEADER);
      expect(headers).not.toHaveProperty("authorization");
      expect(body).not.toContain("asker");
    }
  },
);

test("clients see the API alone; what a subgraph says of itself in an error stays here", async () => {
  const program = start(supergraph);
  const url = await ready(program, PATTERN);
  const { body } = await ask(
    url,
    `{ __schema { types { name } directives { name } } s: __type(name: "Shop") { fields { name } } b: __type(name: "By") { isOneOf } }`,
  );
  const text = JSON.stringify(body);
  expect(text).not.toMatch(/join__|link__|secret|inaccessible|"tag"|errors/);
  expect(body).toMatchObject({ data: { b: { isOneOf: true } } });
  expect(await ask(url, "query ($by: By!) { find(by: $by) }", { by: { id: "1" } })).toMatchObject({
    body: { data: { find: '{"by":{"id":"1"}}' } },
  });
  expect(await ask(url, 'query { find(by: {id: "1", name: "x"}) }')).toMatchObject({ status: 400 });
  expect(await ask(url, "{ shop { secret } }")).toMatchObject({ status: 400 });
  const deep = `query { a: __type(name: "Shop") ${"{ ofType ".repeat(30)} { name } ${"}".repeat(30)} }`;
  const wide = `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: shop { name }`).join(" ")} }`;
  for (const [query, code] of [
    [deep, "MAX_DEPTH_LIMIT"],
    [wide, "MAX_ALIASES_LIMIT"],
  ] as const) {
    expect(await ask(url, query)).toMatchObject({ status: 400, body: { errors: [{ extensions: { code } }] } });
  }

  expect((await ask(url, "{ shop { name stars } }")).body).toEqual({
    data: { shop: { name: "Harbour", stars: null } },
    errors: [
      {
        message: "A part of the service failed.",
        path: ["shop", "stars"],
        extensions: { code: "INTERNAL_SERVER_ERROR", requestId: expect.stringMatching(/^\w{22}$/) as string },
      },
    ],
  });
  const answer = await fetch(`${url}?query={shop{name}}`);
  expect(answer.status).toBe(400);
  program.process.kill("SIGTERM");
  expect(await program.exited).toBe(0);
});

test("requests are signed when there is a secret", async () => {
  received.length = 0;
  const url = await ready(start(supergraph, { SUBGRAPH_SECRET: "a secret with someone who checks it" }), PATTERN);
  expect(await ask(url, "{ shop { name } }")).toMatchObject({ body: { data: { shop: { name: "Harbour" } } } });
  expect(received[0]?.headers[SIGNATURE_HEADER]).toMatch(/^t=\d+,s=/);
});

/** The supergraph that needs one specification more. */
function linkedTo(feature: string, purpose: string): string {
  return supergraph.replace(/\bschema\b/, `schema @link(url: "https://specs.apollo.dev/${feature}", for: ${purpose})`);
}

test.each([
  ["is not there", null, /ENOENT/],
  ["is no GraphQL", "type {", /Syntax Error/],
  ["is no supergraph", "type Query { a: Int }", /it is no supergraph/],
  ["is of another version", () => supergraph.replace(/join\/v0\.\d/, "join/v0.1"), /it is of version 0\.1/],
  ["is protected in ways unknown here", () => linkedTo("authenticated/v0.1", "SECURITY"), /authenticated\/v0\.1/],
  ["is executed in ways unknown here", () => linkedTo("connect/v0.2", "EXECUTION"), /connect\/v0\.2/],
  ["has no addresses", () => supergraph.replaceAll(/url: "http:[^"]*"/g, 'url: ""'), /has no http/],
])("a file that %s: one clear line, exit code 78", async (_what, text, line) => {
  const program =
    text === null
      ? run("gateway/main.js", ["--supergraph", path.join(folder, "nothing.graphql")], {})
      : start(typeof text === "string" ? text : text());
  started.push(program);
  expect(await program.exited).toBe(78);
  expect(program.errors()).toMatch(/^adgraph can't start: [^\n]+\n$/);
  expect(program.errors()).toMatch(line);
});
