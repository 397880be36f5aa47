import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { systemClock } from "../../lib/clock.js";
import { DEMO_APIKEY, DEMO_SIGN_INS } from "../../gateway/demo-accounts.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { ready, run } from "../kit/program.js";
import { askOnce, load, percentile, type Target } from "./load.js";

export interface RestBenchOptions {
  rounds: number;
  /** Of one contender's load in one round. */
  seconds: number;
  print: (line: string) => void;
}

/** Requests that are under way at a time. */
const CONNECTIONS = 4;

/** Requests of each before the first round, in which code is compiled. */
const WARM_UP = 1_500;

/** Of the demo's real file. */
const SHOP = "2A6UQFBYK2222222222224";

interface Question {
  /** Of a route that is answered by GET. */
  path: string;
  input: Readonly<Record<string, string>>;
}

/** What a GET of the old interface costs beside the operation that answers it, sent to /graphql, on the demo. */
export async function benchRest({ rounds, seconds, print }: RestBenchOptions): Promise<void> {
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
    const port = Number(new URL(await ready(service)).port);
    print("\n### A GET of the old interface beside its operation\n");
    print("| GET | p50 ms | p99 ms | its operation: p50 ms | p99 ms | p50 ratio |");
    print("|---|---|---|---|---|---|");
    for (const question of await questions(port)) {
      const contenders = [restTarget(port, question), graphqlTarget(port, question)];
      for (const target of contenders) await load(target, { connections: CONNECTIONS, requests: WARM_UP });
      const samples: { p50: number; p99: number }[][] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        for (const [i, target] of contenders.entries()) {
          const result = await load(target, { connections: CONNECTIONS, seconds });
          samples[i]?.push({ p50: percentile(result, 0.5), p99: percentile(result, 0.99) });
        }
      }
      const [rest = [], graphql = []] = samples;
      const cells = [rest, graphql].flatMap((each) => [median(each, "p50"), median(each, "p99")]);
      const ratio = median(rest, "p50") / median(graphql, "p50");
      print(`| ${question.path} | ${[...cells, ratio].map((cell) => cell.toFixed(2)).join(" | ")} |`);
    }
  } finally {
    service.process.kill("SIGTERM");
    await service.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One object, lists that a client gets in one page as well, and a report. */
async function questions(port: number): Promise<Question[]> {
  const campaigns = { path: "/api/v1/advertisable/get_campaigns", input: { advertisable: SHOP } };
  const { results } = JSON.parse(await askOnce(restTarget(port, campaigns))) as {
    results: { eid: string; name: string }[];
  };
  const small = results.find(({ name }) => name === "Campaign 916");
  if (small === undefined) throw new Error("The demo has no such campaign.");
  const range = { start_date: "2023-08-01", end_date: "2023-08-31" };
  return [
    { path: "/api/v1/advertisable/get", input: { advertisable: SHOP } },
    { path: "/api/v1/campaign/get", input: { campaign: small.eid } },
    campaigns,
    { path: "/api/v1/campaign/get_adgroups", input: { campaign: small.eid } },
    { path: "/api/v1/advertisable/get_segments", input: { advertisable: SHOP } },
    { path: "/api/v1/report/campaign", input: { campaigns: small.eid, data_format: "date", ...range } },
  ];
}

const ADMIN = DEMO_SIGN_INS.find(({ organizationRole }) => organizationRole === "ADMIN");
const AUTHORIZATION = {
  authorization: `Basic ${Buffer.from(`${ADMIN?.user}:${ADMIN?.password}`).toString("base64")}`,
};

function restTarget(port: number, { path: route, input }: Question): Target {
  const query = new URLSearchParams({ ...input, apikey: DEMO_APIKEY });
  return { port, method: "GET", path: `${route}?${query}`, body: () => "", headers: AUTHORIZATION };
}

/** The route's own operation and variables, with pages as long as a client may ask for. */
function graphqlTarget(port: number, { path: wanted, input }: Question): Target {
  const route = ROUTES.find((each) => each.method === "GET" && each.path === wanted);
  if (route === undefined) throw new Error(`There is no GET ${wanted}.`);
  const { variables } = route.bind({ query: input, body: {}, path: {} }, systemClock);
  const query = route.operation.replaceAll("first: 1000", "first: 100");
  const body = JSON.stringify({ query, variables: { ...variables, after: null, firstPage: true } });
  return { port, path: `/graphql?apikey=${DEMO_APIKEY}`, body: () => body, headers: AUTHORIZATION };
}

function median(samples: readonly { p50: number; p99: number }[], key: "p50" | "p99"): number {
  const values = samples.map((each) => each[key]).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}
