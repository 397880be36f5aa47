import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startPostgres } from "../../lib/embedded-postgres.js";
import { migrate } from "../../migrations/index.js";
import { startServer } from "./child-server.js";
import { median, sample, type Sample, targetOf } from "./engine-bench.js";
import { load } from "./load.js";
import { TOY_QUERIES } from "./toy-graph.js";

export interface UsageBenchOptions {
  rounds: number;
  /** Of one server's load in one round. */
  seconds: number;
  print: (line: string) => void;
}

const WARM_UP = { connections: 8, requests: 10_000, seconds: 8 };

/** What it costs on the hot path to record who asks for what: requests that are not counted, and those that are, written to a database, in turn to one server. */
export async function benchUsage({ rounds, seconds, print }: UsageBenchOptions): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "adgraph-bench-"));
  const postgres = await startPostgres({ dataDir: folder, throwaway: true });
  try {
    await migrate(postgres.url);
    print("\n### Recording who asks for what, on the hot path\n");
    print("| | CPU µs a request without | with | with ÷ without | calls recorded |");
    print("|---|---|---|---|---|");
    for (const query of TOY_QUERIES) {
      const server = await startServer("ours", { usage: postgres.url });
      const samples: Sample[][] = [[], []];
      // Two processes would differ by more than what is looked for.
      const targets = ["Token not-counted", "Token yes-counted"].map((authorization) =>
        targetOf(server, query, { authorization }),
      );
      for (const target of targets) await load(target, WARM_UP);
      for (let round = 0; round < rounds; round += 1) {
        for (const [at, target] of targets.entries()) samples[at]?.push(await sample(server, target, seconds));
      }
      await server.stop();
      const [without = Number.NaN, recorded = Number.NaN] = samples.map((each) => median(each, "cpuMicros"));
      const cells = [
        without.toFixed(1),
        recorded.toFixed(1),
        (recorded / without).toFixed(3),
        await callsIn(postgres.url),
      ];
      print(`| ${query.name} | ${cells.join(" | ")} |`);
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls of the last query, which shows that something was recorded; then they are forgotten. */
async function callsIn(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ calls: string }>(
    "with gone as (delete from platform.call_count returning calls) select coalesce(sum(calls), 0) as calls from gone",
  );
  await client.end();
  return rows[0]?.calls ?? "0";
}
