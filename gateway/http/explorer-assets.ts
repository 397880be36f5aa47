import type { FastifyInstance } from "fastify";
import { type Asset, assetOf, sendAsset } from "./asset.js";

/** The texts of the explorer package that are served; each becomes an asset of its own. */
export interface Laboratory {
  js: string;
  favicon: string;
  editorWorkerService: string;
  graphqlWorker: string;
  jsonWorker: string;
  typescriptWorker: string;
}

export interface ExplorerAssets {
  laboratory: Asset;
  start: Asset;
  /** By the label under which Monaco asks for a worker. */
  workers: { editorWorkerService: Asset; graphql: Asset; json: Asset; typescript: Asset };
  favicon: string;
}

/** Null when the optional package is not installed. */
export async function importLaboratory(): Promise<Laboratory | null> {
  try {
    return await import("@graphql-hive/render-laboratory/laboratory");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
}

export async function buildAssets(laboratory: Laboratory): Promise<ExplorerAssets> {
  return {
    laboratory: await assetOf("laboratory", laboratory.js),
    start: await assetOf("start", START_SCRIPT),
    workers: {
      editorWorkerService: await assetOf("editor-worker", laboratory.editorWorkerService),
      graphql: await assetOf("graphql-worker", laboratory.graphqlWorker),
      json: await assetOf("json-worker", laboratory.jsonWorker),
      typescript: await assetOf("typescript-worker", laboratory.typescriptWorker),
    },
    favicon: laboratory.favicon,
  };
}

/** Serves `<path>/<name>-<content hash>.js`. The package is loaded by the first browser, not at start-up. */
export function registerExplorerAssets(
  app: FastifyInstance,
  path: string,
  load: () => Promise<ExplorerAssets | null>,
): void {
  app.get<{ Params: { file: string } }>(`${path}/:file`, async (request, reply) => {
    const assets = await load();
    const asset = assets && allOf(assets).find(({ file }) => file === request.params.file);
    return asset ? sendAsset(asset, request, reply) : reply.callNotFound();
  });
}

function allOf({ laboratory, start, workers }: ExplorerAssets): Asset[] {
  return [laboratory, start, ...Object.values(workers)];
}

/**
 * Runs in the browser, after the laboratory's bundle: a file of its own, so that the page's content
 * security policy needs no inline scripts. What differs between pages is in the JSON block.
 *
 * The laboratory keeps the user's work in localStorage and lets given properties win over it, so
 * that each property is given only where the server knows better: the credentials and the examples
 * always, the open tab when there is none.
 */
const START_SCRIPT = `
const page = JSON.parse(document.getElementById("explorer").textContent);
// Absolute, as the laboratory demands; from the address bar, which is right behind any proxy too.
const endpoint = new URL(page.endpointPath, location.href);

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem("hive-laboratory:" + key));
  } catch {
    return null;
  }
}

function operationOf({ name, document, variables, description = "" }) {
  return {
    id: "example-" + name,
    name,
    description,
    // The laboratory shows an operation's description nowhere.
    query: description.replace(/^(?=.)/gm, "# ") + (description && "\\n") + document,
    variables: variables ?? "",
    // The plan is for the Query Plan tab, the trace for who reads the answer to its end.
    headers: page.seed ? JSON.stringify({ Authorization: "{{authorization}}", "adgraph-trace": "1" }, null, 2) : "",
    extensions: "",
    createdAt: page.createdAt,
  };
}

const operations = page.operations.map(operationOf);
const properties = {
  theme: matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark",
  enableDocs: true,
};

if (!stored("settings")) {
  properties.defaultSettings = {
    fetch: { credentials: "same-origin", timeout: 30000 },
    // Its own default asks for the whole schema every five seconds. Without a seed the headers that
    // the user types for an operation are the only ones that can open the schema.
    introspection: { method: "POST", pollSchema: false, includeActiveOperationHeaders: !page.seed },
  };
}

if (operations.length > 0) {
  const examples = { id: "examples", name: "Examples", createdAt: page.createdAt, operations };
  const own = (stored("collections") ?? []).filter(({ id }) => id !== examples.id);
  properties.defaultCollections = [examples, ...own];
  if (!stored("tabs")?.length) {
    const tab = { id: "example", type: "operation", data: operations[0] };
    properties.defaultOperations = [operations[0]];
    properties.defaultTabs = [tab];
    properties.defaultActiveTabId = tab.id;
  }
}

if (page.seed) {
  const { authorization, apikey } = page.seed;
  endpoint.searchParams.set("apikey", apikey);
  properties.defaultEnv = { variables: { ...stored("env")?.variables, authorization } };

  // The schema and operations that the user adds come without headers of their own.
  const send = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    const ours = origin === endpoint.origin && pathname === endpoint.pathname;
    if (ours && !request.headers.has("authorization")) request.headers.set("authorization", authorization);
    return send(request);
  };
}

properties.defaultEndpoint = (!page.seed && stored("endpoint")) || endpoint.href;

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => page.workers[label] ?? page.workers.editorWorkerService,
};

HiveLaboratory.renderLaboratory(document.getElementById("root"), properties);
`;
