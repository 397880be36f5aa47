import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { PlannerAnswer, PlannerRequest } from "./planner-process.js";

/** Characters of what a dying planner says that are kept for the log. */
const LAST_WORDS = 2_000;

/** One process with the planner in it. Must not be used after it has ended. */
export interface PlannerChild {
  send(request: PlannerRequest): void;
  kill(): void;
}

/**
 * Starts the planner's program. It ends with this process, however that ends, and does not keep it
 * from ending. `onEnd` is called once, with what the program wrote last.
 */
export function startPlannerChild(
  onAnswer: (answer: PlannerAnswer) => void,
  onEnd: (lastWords: string) => void,
): PlannerChild {
  // Beside this file: TypeScript in the sources, which Node runs as it is, JavaScript in the build.
  const here = fileURLToPath(import.meta.url);
  const program = path.join(path.dirname(here), `planner-process${path.extname(here)}`);
  const child = fork(program, [], {
    // It needs no setting and must know no secret; nor does it share this process's flags.
    env: {},
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let lastWords = "";
  let ended = false;
  function end(reason: string): void {
    if (ended) return;
    ended = true;
    onEnd(`${reason}\n${lastWords}`.trimEnd());
  }
  child.on("message", (answer: PlannerAnswer) => {
    if (!ended) onAnswer(answer);
  });
  child.stderr?.on("data", (chunk: Buffer) => (lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS)));
  child.on("error", (error) => end(error.message));
  // "close" comes after the last of the streams, so that the last words are whole.
  child.on("close", (code, signal) => end(`The planner ended (${signal ?? code}).`));
  unref(child);
  return {
    send(request) {
      // What cannot be sent is told by the end of the child.
      if (child.connected) child.send(request, () => {});
    },
    kill() {
      child.kill("SIGKILL");
    },
  };
}

function unref(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  if (child.stderr !== null && "unref" in child.stderr && typeof child.stderr.unref === "function")
    child.stderr.unref();
}
