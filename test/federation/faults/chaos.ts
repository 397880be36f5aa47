import { buildSubgraphSchema } from "@apollo/subgraph";
import { graphql } from "graphql";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createHttpSubgraph, type HttpLimits } from "../../../gateway/execution/http-subgraph.js";
import { document, federate, type Toy } from "../kit.js";

/** How the server answers one request. */
export type Behaviour = (response: ServerResponse, body: string, socket: Socket) => void;

/** A subgraph of somebody else's on a port of its own that can be told to misbehave. */
export interface Chaos {
  url: string;
  /** Operations that it received so far. */
  received: string[];
  openSockets(): number;
  behave(behaviour: Behaviour): void;
  /** Refuses connections from now on, and cuts those that there are. */
  die(): Promise<void>;
  /** Listens again where it did. */
  revive(): Promise<void>;
}

const USERS_SDL = `
  type Query { me: User }
  type Mutation { rename(name: String!): User }
  type User @key(fields: "id") { id: ID! name: String! nick: String }
`;

const users = buildSubgraphSchema([
  {
    typeDefs: document(USERS_SDL),
    resolvers: {
      Query: { me: () => user("1") },
      Mutation: { rename: (_: unknown, { name }: { name: string }) => ({ ...user("1"), name }) },
      User: { __resolveReference: ({ id }: { id: string }) => user(id) },
    },
  },
]);

function user(id: string) {
  return { id, name: `User ${id}`, nick: `u${id}` };
}

/** Answers as it should. */
export const honest: Behaviour = (response, body) => {
  const { query, variables }: { query: string; variables: Record<string, unknown> } = JSON.parse(body);
  void graphql({ schema: users, source: query, variableValues: variables }).then((result) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(result)),
  );
};

export function answerWith(status: number, text: string | Buffer, headers: Record<string, string> = {}): Behaviour {
  return (response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

export async function startChaos(): Promise<Chaos> {
  let behaviour = honest;
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push(body);
      behaviour(response, body, request.socket);
    });
    response.on("error", () => {});
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  async function die(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  onTestFinished(async () => {
    if (server.listening) await die();
  });
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    received,
    openSockets: () => sockets.size,
    behave: (next) => (behaviour = next),
    die,
    revive: () => listen(port),
  };
}

/** Posts in this process, whose authors are users behind the chaos server. */
export function federateWithChaos(chaos: Chaos, limits: Partial<HttpLimits> = {}): Toy {
  const posts = {
    name: "posts",
    sdl: `
      type Query { posts: [Post!] pinned: Pinned }
      type Post { title: String author: User }
      type Pinned { author: User! }
      type User @key(fields: "id") { id: ID! }
    `,
    resolvers: {
      Query: {
        posts: () => [
          { title: "one", author: { id: "1" } },
          { title: "two", author: { id: "2" } },
        ],
        pinned: () => ({ author: { id: "1" } }),
      },
    },
  };
  const client = createHttpSubgraph({ url: chaos.url, limits });
  onTestFinished(() => client.close());
  return federate([posts, { name: "users", sdl: USERS_SDL, client }]);
}
