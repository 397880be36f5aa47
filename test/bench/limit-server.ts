import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What no server can be under: it reads a request, serialises an answer that is there already, and sends it. */
process.once("message", (answer: object) => {
  const server = createServer((request, response) => {
    request.on("data", () => {});
    request.on("end", () => {
      const body = JSON.stringify(answer);
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has such an address
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
});
process.once("SIGTERM", () => process.exit(0));
