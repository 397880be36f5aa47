import { startServer } from "./child-server.js";
import { targetOf } from "./engine-bench.js";
import { distinct } from "./flood-bench.js";
import { load } from "./load.js";
import { cpuSeconds, memory } from "./process-usage.js";
import { TOY_QUERIES } from "./toy-graph.js";

export interface SoakOptions {
  seconds: number;
  print: (line: string) => void;
}

/** Seconds between two lines. */
const STEP = 10;

/** Seconds after which memory should not grow any more. */
const SETTLED = 60;

/** All queries at once, with one-off operations among them, for a long time: does memory stay level? */
export async function benchSoak({ seconds, print }: SoakOptions): Promise<void> {
  const server = await startServer("ours", {});
  try {
    print(`\n### Soak: ${seconds} s of three hot operations and one-off ones\n`);
    print("| second | requests | CPU s | RSS MiB | peak MiB |");
    print("|---|---|---|---|---|");
    let settled: number | undefined;
    for (let at = STEP; at <= seconds; at += STEP) {
      const hot = TOY_QUERIES.map(
        async (query) => await load(targetOf(server, query), { connections: 2, seconds: STEP }),
      );
      const results = await Promise.all([...hot, load(distinct(server.port), { connections: 1, seconds: STEP })]);
      const requests = results.reduce((sum, result) => sum + result.requests, 0);
      const { now, peak } = memory(server.pid);
      if (at >= SETTLED && settled === undefined) settled = now;
      print(`| ${at} | ${requests} | ${cpuSeconds(server.pid).toFixed(1)} | ${now.toFixed(0)} | ${peak.toFixed(0)} |`);
    }
    if (settled !== undefined) {
      const grown = memory(server.pid).now - settled;
      print(`\nRSS after second ${SETTLED}: ${grown >= 0 ? "+" : ""}${grown.toFixed(0)} MiB.`);
    }
  } finally {
    await server.stop();
  }
}
