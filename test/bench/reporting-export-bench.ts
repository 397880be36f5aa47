import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { AUTHORIZATION } from "./demo-bench.js";
import { load, percentile, type Target } from "./load.js";
import { memory } from "./process-usage.js";

export interface ExportBenchOptions {
  port: number;
  /** Of the service. */
  pid: number;
  /** Path of the long export and of the small report that is asked for beside it. */
  exportPath: string;
  small: Target;
  print: (line: string) => void;
}

const SECONDS = 10;

/** What a long CSV export costs the service: memory, and the time of small reports beside it. */
export async function benchExport({ port, pid, exportPath, small, print }: ExportBenchOptions): Promise<void> {
  await load(small, { connections: 1, requests: 1_000 });
  const alone = await load(small, { connections: 1, seconds: SECONDS });
  await sleep(1_000);
  const before = memory(pid).now;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memory(pid).now)), 50);
  const start = performance.now();
  let isRunning = true;
  const exported = countLines(port, exportPath).finally(() => (isRunning = false));
  const beside = await load(small, { connections: 1, while: () => isRunning });
  const lines = await exported;
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1_000;
  print("\n### A long CSV export\n");
  print(
    "| rows | s | RSS growth MiB | small report alone: p50 ms | p99 ms | beside the export: p50 ms | p99 ms | p99 ÷ |",
  );
  print("|---|---|---|---|---|---|---|---|");
  const [a, b] = [percentile(alone, 0.99), percentile(beside, 0.99)];
  const cells = [
    (lines - 1).toLocaleString("en"),
    seconds.toFixed(0),
    (peak - before).toFixed(0),
    percentile(alone, 0.5).toFixed(2),
    a.toFixed(2),
    percentile(beside, 0.5).toFixed(2),
    b.toFixed(2),
    (b / a).toFixed(2),
  ];
  print(`| ${cells.join(" | ")} |`);
}

function countLines(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: "127.0.0.1", port, path, headers: AUTHORIZATION }, (answer) => {
      let lines = 0;
      if (answer.statusCode !== 200) reject(new Error(`The export answered ${answer.statusCode}.`));
      answer.on("data", (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 10) lines += 1;
      });
      answer.on("end", () => resolve(lines));
      answer.on("error", reject);
    });
    request.on("error", reject);
  });
}
