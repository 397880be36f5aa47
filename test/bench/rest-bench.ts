import { systemClock } from "../../lib/clock.js";
import { DEMO_APIKEY } from "../../gateway/demo-accounts.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { alternate, AUTHORIZATION, DEMO_SHOP, withDemo } from "./demo-bench.js";
import { askOnce, type Target } from "./load.js";

export interface RestBenchOptions {
  rounds: number;
  /** Of one contender's load in one round. */
  seconds: number;
  print: (line: string) => void;
}

interface Question {
  /** Of a route that is answered by GET. */
  path: string;
  input: Readonly<Record<string, string>>;
}

/** What a GET of the old interface costs beside the operation that answers it, sent to /graphql, on the demo. */
export async function benchRest({ print, ...options }: RestBenchOptions): Promise<void> {
  await withDemo(async (port) => {
    print("\n### A GET of the old interface beside its operation\n");
    print("| GET | p50 ms | p99 ms | its operation: p50 ms | p99 ms | p50 ratio |");
    print("|---|---|---|---|---|---|");
    for (const question of await questions(port)) {
      const targets = [restTarget(port, question), graphqlTarget(port, question)];
      const [rest = NONE, graphql = NONE] = await alternate(targets, options);
      const cells = [rest.p50, rest.p99, graphql.p50, graphql.p99, rest.p50 / graphql.p50];
      print(`| ${question.path} | ${cells.map((cell) => cell.toFixed(2)).join(" | ")} |`);
    }
  });
}

const NONE = { p50: Number.NaN, p99: Number.NaN };

/** One object, lists that a client gets in one page as well, and a report. */
async function questions(port: number): Promise<Question[]> {
  const campaigns = { path: "/api/v1/advertisable/get_campaigns", input: { advertisable: DEMO_SHOP } };
  const { results } = JSON.parse(await askOnce(restTarget(port, campaigns))) as {
    results: { eid: string; name: string }[];
  };
  const small = results.find(({ name }) => name === "Campaign 916");
  if (small === undefined) throw new Error("The demo has no such campaign.");
  const range = { start_date: "2023-08-01", end_date: "2023-08-31" };
  return [
    { path: "/api/v1/advertisable/get", input: { advertisable: DEMO_SHOP } },
    { path: "/api/v1/campaign/get", input: { campaign: small.eid } },
    campaigns,
    { path: "/api/v1/campaign/get_adgroups", input: { campaign: small.eid } },
    { path: "/api/v1/advertisable/get_segments", input: { advertisable: DEMO_SHOP } },
    { path: "/api/v1/report/campaign", input: { campaigns: small.eid, data_format: "date", ...range } },
  ];
}

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
