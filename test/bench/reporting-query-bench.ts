import { isDeepStrictEqual } from "node:util";
import { DEMO_APIKEY } from "../../gateway/demo-accounts.js";
import { REPORTING_QUERY } from "../../gateway/rest/reporting-query/route.js";
import { alternate, AUTHORIZATION, DEMO_SHOP, withDemo } from "./demo-bench.js";
import { askOnce, type Target } from "./load.js";

export interface ReportingQueryBenchOptions {
  rounds: number;
  /** Of one contender's load in one round. */
  seconds: number;
  print: (line: string) => void;
}

/** Requests of each before the first round: the reports take longer than single objects. */
const WARM_UP = 100;

/** One question at a time: what is compared is how long each takes. */
const CONNECTIONS = 1;

const START = "2023-08-01";
const END = "2023-09-01";
const RANGE = `between: {start: "${START}", endExclusive: "${END}"}`;

/** What the graph must tell for the metrics below. */
const FRAGMENTS = `
  fragment D on DeliveryMetrics { impressions clicks cost { amount } ctr cpc { amount } cpm { amount } }
  fragment A on AttributionMetrics { conversions clickThroughs viewThroughs revenue { amount } }`;
const REPORTS = (part: string): string =>
  `deliveries(range: {${RANGE}}) { ${part.replace("ROW", "...D")} } attributions(range: {${RANGE}}) { ${part.replace("ROW", "...A")} }`;
const METRICS = (part: string): string =>
  `metrics(start: "${START}", end: "${END}") { ${part} { impressions clicks cost ctr cpc cpm conversions clickThroughs viewThroughs revenue } }`;

interface Question {
  name: string;
  old: string;
  graph: string;
}

/** Each with three levels at least: an advertisable, what is below it, metrics. */
const QUESTIONS: readonly Question[] = [
  {
    name: "campaigns with metrics",
    old: `{ advertisable { byEID(advertisable: "${DEMO_SHOP}") { eid name campaigns(channels: ["web", "social"]) { eid name status ${METRICS("summary")} } } } }`,
    graph: `{ advertisable(eid: "${DEMO_SHOP}") { eid name campaigns(first: 100) { nodes { eid name status startDate endDate isActive ${REPORTS("summary { ROW }")} } } } } ${FRAGMENTS}`,
  },
  {
    name: "the same by date",
    old: `{ advertisable { byEID(advertisable: "${DEMO_SHOP}") { eid name campaigns(channels: ["web", "social"]) { eid name status ${METRICS("byDate { date } byDate")} } } } }`,
    graph: `{ advertisable(eid: "${DEMO_SHOP}") { eid name campaigns(first: 100) { nodes { eid name status startDate endDate isActive ${REPORTS("byDate { date metrics { ROW } }")} } } } } ${FRAGMENTS}`,
  },
];

/** What the old reporting query costs beside the same question to /graphql, on the demo. */
export async function benchReportingQuery({ print, ...options }: ReportingQueryBenchOptions): Promise<void> {
  await withDemo(async (port) => {
    print("\n### The old reporting query beside the same question to /graphql\n");
    print("| question | p50 ms | p99 ms | /graphql: p50 ms | p99 ms | p50 ratio |");
    print("|---|---|---|---|---|---|");
    for (const question of QUESTIONS) {
      const targets = [
        target(port, REPORTING_QUERY.path, question.old),
        target(port, "/graphql", question.graph),
      ] as const;
      await requireSame(targets);
      const [old = NONE, graph = NONE] = await alternate(targets, {
        ...options,
        warmUp: WARM_UP,
        connections: CONNECTIONS,
      });
      const cells = [old.p50, old.p99, graph.p50, graph.p99, old.p50 / graph.p50];
      print(`| ${question.name} | ${cells.map((cell) => cell.toFixed(2)).join(" | ")} |`);
    }
  });
}

const NONE = { p50: Number.NaN, p99: Number.NaN };

function target(port: number, path: string, query: string): Target {
  const body = JSON.stringify({ query });
  return { port, path: `${path}?apikey=${DEMO_APIKEY}`, body: () => body, headers: AUTHORIZATION };
}

/** Both must answer without errors, and name the same campaigns. */
async function requireSame(targets: readonly Target[]): Promise<void> {
  const names = await Promise.all(
    targets.map(async (each) => {
      const text = await askOnce(each);
      const answer: unknown = JSON.parse(text);
      if (typeof answer !== "object" || answer === null || "errors" in answer) throw new Error(text.slice(0, 500));
      return [...text.matchAll(/"name":"(Campaign [^"]*)"/g)].map(([, name]) => name ?? "").toSorted();
    }),
  );
  if (!isDeepStrictEqual(names[0], names[1])) throw new Error("The two do not answer the same.");
}
