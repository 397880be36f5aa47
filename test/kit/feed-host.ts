import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What a path answers: a body, or whatever a handler does. */
export type Page = string | Buffer | Handler;

/** A web server on loopback that serves what a test puts on it. */
export interface FeedHost {
  /** 127.0.0.1 with its port. */
  host: string;
  url(path: string): string;
  /** Puts a page at a path; null takes it away. */
  put(path: string, page: Page | null): void;
  /** The requests so far, as method and path. */
  requests: { method: string | undefined; path: string; headers: IncomingMessage["headers"] }[];
  close(): Promise<void>;
}

export async function startFeedHost(): Promise<FeedHost> {
  const pages = new Map<string, Page>();
  const requests: FeedHost["requests"] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push({ method: request.method, path, headers: request.headers });
    const page = pages.get(path);
    if (typeof page === "function") page(request, response);
    else if (page === undefined) response.writeHead(404).end("nothing here");
    else response.end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (path) => `http://${host}${path}`,
    put: (path, page) => {
      if (page === null) pages.delete(path);
      else pages.set(path, page);
    },
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
