import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse } from "graphql";
import { createLocalSubgraph } from "../../gateway/execution/local-subgraph.js";
import { TOY_SUBGRAPHS } from "./toy-graph.js";

interface Question {
  query: string;
  operationName?: string;
  variables?: Record<string, unknown>;
}

/** The toy's subgraphs in a process of their own, each at the path of its name, for whoever asks. */
process.once("message", () => {
  const documents = new Map<string, ReturnType<typeof parse>>();
  const clients = new Map(
    TOY_SUBGRAPHS.map(({ name, sdl, resolvers }) => [
      `/${name}`,
      createLocalSubgraph<object>(buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }]), () => ({
        message: "Masked.",
      })),
    ]),
  );

  async function answer(path: string, question: string): Promise<string> {
    const client = clients.get(path);
    const { query, operationName, variables = {} }: Question = JSON.parse(question);
    let document = documents.get(query);
    if (document === undefined) documents.set(query, (document = parse(query)));
    const request = { document, operation: query, operationName, variables, kind: "query" } as const;
    return JSON.stringify(await client?.execute(request, {}));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await answer(request.url ?? "", await text(request));
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  }

  const server = createServer((request, response) => void serve(request, response));
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has such an address
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
});
process.once("SIGTERM", () => process.exit(0));
