import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DEMO_SIGN_INS } from "../../gateway/demo-accounts.js";
import { ready, run } from "../kit/program.js";
import { load, percentile, type Target } from "./load.js";

/** Requests that are under way at a time. */
const CONNECTIONS = 4;

/** Requests of each before the first round, in which code is compiled. */
const WARM_UP = 1_500;

/** Milliseconds in which the demo must be loaded, on a machine that has other things to do. */
const START = 600_000;

/** The advertisable of the demo's real file. */
export const DEMO_SHOP = "2A6UQFBYK2222222222224";

const ADMIN = DEMO_SIGN_INS.find(({ organizationRole }) => organizationRole === "ADMIN");

/** The headers of the demo's admin. */
export const AUTHORIZATION = {
  authorization: `Basic ${Buffer.from(`${ADMIN?.user}:${ADMIN?.password}`).toString("base64")}`,
};

/** Runs the service with the demo while the work lasts. */
export async function withDemo(work: (port: number) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "adgraph-bench-"));
  const service = run("gateway/main.js", [], {
    PORT: "0",
    DATA_DIR: folder,
    NODE_ENV: "production",
    JOBS: "off",
    // A report by date asks for more objects than a client may by default.
    GRAPHQL_LIMITS: "cost=1000000",
  });
  try {
    await work(Number(new URL(await ready(service, undefined, START)).port));
  } finally {
    service.process.kill("SIGTERM");
    await service.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Latencies {
  /** Milliseconds, medians over the rounds. */
  p50: number;
  p99: number;
}

export interface AlternateOptions {
  rounds: number;
  /** Of one contender's load in one round. */
  seconds: number;
  /** Requests of each before the first round. */
  warmUp?: number;
  connections?: number;
}

/** Loads the contenders in turn, round by round. */
export async function alternate(
  contenders: readonly Target[],
  { rounds, seconds, warmUp = WARM_UP, connections = CONNECTIONS }: AlternateOptions,
): Promise<Latencies[]> {
  for (const target of contenders) await load(target, { connections, requests: warmUp });
  const samples = contenders.map((): Latencies[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, target] of contenders.entries()) {
      const result = await load(target, { connections, seconds });
      samples[i]?.push({ p50: percentile(result, 0.5), p99: percentile(result, 0.99) });
    }
  }
  return samples.map((each) => ({ p50: median(each, "p50"), p99: median(each, "p99") }));
}

function median(samples: readonly Latencies[], key: keyof Latencies): number {
  const values = samples.map((each) => each[key]).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}
