import { startServer } from "./child-server.js";
import { targetOf } from "./engine-bench.js";
import { load, percentile, type Target } from "./load.js";
import { memory } from "./process-usage.js";
import { TOY_QUERIES } from "./toy-graph.js";

export interface FloodOptions {
  /** Operations that differ from each other. */
  operations: number;
  print: (line: string) => void;
}

/** Seconds in which the hot operations are asked alone. */
const QUIET = 5;

const CONNECTIONS = 8;

/** What a stream of operations, none of which comes again, does to the memory and to those that do. */
export async function benchFlood({ operations, print }: FloodOptions): Promise<void> {
  const server = await startServer("ours", {});
  try {
    print(`\n### ${operations.toLocaleString("en")} distinct operations beside a hot one\n`);
    print("| hot operation | p99 ms alone | p99 ms in the flood | ratio | RSS MiB before | after | growth |");
    print("|---|---|---|---|---|---|---|");
    for (const query of TOY_QUERIES.slice(0, 2)) {
      const hot = targetOf(server, query);
      await load(hot, { connections: CONNECTIONS, seconds: QUIET });
      const alone = await load(hot, { connections: CONNECTIONS, seconds: QUIET });
      const before = memory(server.pid).now;
      let isFlooding = true;
      const flooded = load(hot, { connections: CONNECTIONS, while: () => isFlooding });
      await load(distinct(server.port), { connections: 1, requests: operations });
      isFlooding = false;
      const quiet = percentile(alone, 0.99);
      const loud = percentile(await flooded, 0.99);
      const after = memory(server.pid).now;
      const cells = [quiet.toFixed(2), loud.toFixed(2), (loud / quiet).toFixed(2)];
      const sizes = [before, after, after - before].map((size) => size.toFixed(0));
      print(`| ${query.name} | ${[...cells, ...sizes].join(" | ")} |`);
    }
  } finally {
    await server.stop();
  }
}

let made = 0;

/** Operations that nobody has asked before. */
export function distinct(port: number): Target {
  return {
    port,
    body: () => {
      made += 1;
      const query = `query Flood${made} { company(id: "${made % 50}") { id a${made}: name campaigns { id n${made}: name ads { title } } } }`;
      return JSON.stringify({ query });
    },
  };
}
