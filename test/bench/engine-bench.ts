import { isDeepStrictEqual } from "node:util";
import { parse } from "graphql";
import { composeSupergraph } from "../../gateway/composition/compose.js";
import { type ChildServer, hasPeer, type ServerKind, startServer } from "./child-server.js";
import { askOnce, load, percentile, type Target } from "./load.js";
import { cpuSeconds, memory } from "./process-usage.js";
import { TOY_QUERIES, TOY_SUBGRAPHS, type ToyQuery } from "./toy-graph.js";

export interface EngineBenchOptions {
  rounds: number;
  /** Of one server's load in one round. */
  seconds: number;
  print: (line: string) => void;
}

/** Requests that are under way at a time. */
const CONNECTIONS = 8;

/** Requests before the first round, in which code is compiled; or so many seconds. */
const WARM_UP = { requests: 10_000, seconds: 8 };

interface Contender {
  name: string;
  kind: ServerKind;
  headers?: Record<string, string>;
}

const LIMIT = "bare node:http";
const CONTENDERS: readonly Contender[] = [
  { name: LIMIT, kind: "limit" },
  { name: "ours", kind: "ours" },
  // A header of ours that the hot path does not know.
  { name: "ours through Apollo Server", kind: "ours", headers: { "adgraph-bench": "1" } },
  { name: "Hive Gateway, native planner", kind: "peer" },
];

export interface Sample {
  cpuMicros: number;
  perSecond: number;
  p50: number;
  p99: number;
}

export function supergraphSdl(): string {
  return composeSupergraph(TOY_SUBGRAPHS.map(({ name, sdl }) => ({ name, typeDefs: parse(sdl) }))).supergraphSdl;
}

/** What the peer needs to serve the same graph. */
export function peerOptions(): object {
  return { toyGraph: new URL("toy-graph.js", import.meta.url).href, supergraphSdl: supergraphSdl() };
}

export function targetOf(
  server: ChildServer,
  { query, variables }: ToyQuery,
  headers: Record<string, string> = {},
): Target {
  const body = JSON.stringify({ query, variables });
  return { port: server.port, body: () => body, headers };
}

/** As `targetOf`, but no two requests that are under way at once ask for the same thing. */
function varyingTargetOf(server: ChildServer, { query, variations }: ToyQuery): Target {
  const bodies = variations.map((variables) => JSON.stringify({ query, variables }));
  let asked = 0;
  return { port: server.port, body: () => bodies[asked++ % bodies.length] ?? "", headers: {} };
}

/** Compares the contenders query by query, in alternating rounds, each alone in a process of its own. */
export async function benchEngine(options: EngineBenchOptions): Promise<void> {
  const contenders = CONTENDERS.filter(({ kind }) => kind !== "peer" || hasPeer());
  options.print("\n## Subgraphs in the gateway's process");
  for (const query of TOY_QUERIES) await benchQuery(query, contenders, undefined, options);
  options.print("\n## Subgraphs in a second process, over HTTP; the gateway's CPU alone");
  const subgraphs = await startServer("subgraphs", {});
  try {
    const whole = contenders.filter(({ headers }) => headers === undefined);
    for (const query of TOY_QUERIES) await benchQuery(query, whole, `http://127.0.0.1:${subgraphs.port}`, options);
  } finally {
    await subgraphs.stop();
  }
}

async function benchQuery(
  query: ToyQuery,
  contenders: readonly Contender[],
  subgraphsAt: string | undefined,
  options: EngineBenchOptions,
) {
  const { print } = options;
  const answer = await expectedAnswer(query);
  const running = await Promise.all(
    contenders.map(async (contender) => {
      const gateway = { ...(contender.kind === "peer" && peerOptions()), subgraphsAt };
      const server = await startServer(contender.kind, contender.kind === "limit" ? answer : gateway);
      const samples: Sample[] = [];
      const same = targetOf(server, query, contender.headers);
      const target = subgraphsAt === undefined ? same : varyingTargetOf(server, query);
      return { contender, server, same, target, samples };
    }),
  );
  try {
    for (const { contender, same, target } of running) {
      if (!isDeepStrictEqual(JSON.parse(await askOnce(same)), answer))
        throw new Error(`${contender.name} answers ${query.name} differently.`);
      await load(target, { connections: CONNECTIONS, ...WARM_UP });
    }
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { server, target, samples } of running) samples.push(await sample(server, target, options.seconds));
    }
    const limit = median(running[0]?.samples ?? [], "cpuMicros");
    print(`\n### ${query.name} (${Math.round(JSON.stringify(answer).length / 102.4) / 10} KiB)\n`);
    print("| | CPU µs a request | limit ÷ it | requests a second | p50 ms | p99 ms | peak RSS MiB |");
    print("|---|---|---|---|---|---|---|");
    for (const { contender, server, samples } of running) {
      const cpu = median(samples, "cpuMicros");
      const cells = [
        cpu.toFixed(1),
        (limit / cpu).toFixed(2),
        median(samples, "perSecond").toFixed(0),
        median(samples, "p50").toFixed(2),
        median(samples, "p99").toFixed(2),
        memory(server.pid).peak.toFixed(0),
      ];
      print(`| ${contender.name} | ${cells.join(" | ")} |`);
    }
  } finally {
    await Promise.all(running.map(async ({ server }) => await server.stop()));
  }
}

/** From our own server; that the peer gives the same is checked. */
async function expectedAnswer(query: ToyQuery): Promise<object> {
  const server = await startServer("ours", {});
  try {
    const answer: unknown = JSON.parse(await askOnce(targetOf(server, query)));
    if (typeof answer !== "object" || answer === null || "errors" in answer) throw new Error(JSON.stringify(answer));
    return answer;
  } finally {
    await server.stop();
  }
}

/** One round of load on one server. */
export async function sample(server: ChildServer, target: Target, seconds: number): Promise<Sample> {
  const before = cpuSeconds(server.pid);
  const result = await load(target, { connections: CONNECTIONS, seconds });
  const cpu = cpuSeconds(server.pid) - before;
  return {
    cpuMicros: (cpu * 1e6) / result.requests,
    perSecond: result.requests / result.seconds,
    p50: percentile(result, 0.5),
    p99: percentile(result, 0.99),
  };
}

export function median(samples: readonly Sample[], key: keyof Sample): number {
  const values = samples.map((each) => each[key]).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}
