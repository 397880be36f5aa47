import { fork } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PROJECT_ROOT } from "../../lib/config.js";

/** What is compared, each in a process of its own. */
export type ServerKind = "limit" | "ours" | "peer" | "subgraphs";

export interface ChildServer {
  port: number;
  pid: number;
  stop: () => Promise<void>;
}

export const BENCH_FOLDER = path.join(PROJECT_ROOT, "test/bench");

const SCRIPTS: Record<ServerKind, string> = {
  limit: fileURLToPath(new URL("limit-server.js", import.meta.url)),
  ours: fileURLToPath(new URL("our-server.js", import.meta.url)),
  subgraphs: fileURLToPath(new URL("subgraph-server.js", import.meta.url)),
  // Not compiled, so that it finds its libraries in the bench's own node_modules.
  peer: path.join(BENCH_FOLDER, "peer-server.mjs"),
};

/** Whether the peer's libraries are installed. */
export function hasPeer(): boolean {
  try {
    createRequire(path.join(BENCH_FOLDER, "package.json")).resolve("@graphql-hive/gateway-runtime");
    return true;
  } catch {
    return false;
  }
}

/** What `npm start` gives to Node. */
export const OUR_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=100"];

/** Starts a server and waits until it listens. `given` is handed to it; it must be able to pass as JSON. */
export function startServer(kind: ServerKind, given: object, execArgv: readonly string[] = []): Promise<ChildServer> {
  return new Promise((resolve, reject) => {
    const child = fork(SCRIPTS[kind], {
      env: { PATH: process.env["PATH"], NODE_ENV: "production" },
      execArgv: [...(kind === "ours" ? OUR_FLAGS : []), ...execArgv],
      // Our log goes to standard error: it is written, and thrown away.
      stdio: ["ignore", "ignore", kind === "ours" ? "ignore" : "inherit", "ipc"],
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The server ${kind} ended with code ${code}.`)));
    child.once("message", (message: { port: number }) => {
      resolve({
        port: message.port,
        pid: child.pid ?? 0,
        stop: () =>
          new Promise((stopped) => {
            child.removeAllListeners("exit");
            child.once("exit", () => stopped());
            child.kill("SIGTERM");
          }),
      });
    });
    child.send(given);
  });
}
