import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "../../lib/escape-html.js";
import { buildAssets, importLaboratory, registerExplorerAssets } from "./explorer-assets.js";
import type { Asset } from "./asset.js";
import type { ExplorerAssets, Laboratory } from "./explorer-assets.js";

interface ExplorerOperation {
  /** Unique; the operation's own name reads best. */
  name: string;
  document: string;
  /** JSON text. */
  variables?: string;
  description?: string;
}

export interface ExplorerOptions {
  /** Where GraphQL is answered: `/graphql`. */
  endpointPath: string;
  /** Credentials that the page hands to everyone who opens it: those of a demo, or null. */
  seed: { authorization: string; apikey: string } | null;
  /** Shown as a collection; the first one is open. */
  operations: readonly ExplorerOperation[];
}

export type SendExplorer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const PACKAGE = "@graphql-hive/render-laboratory";

/**
 * Everything comes from this origin. Styles are inline because Monaco and React write them so; the
 * icon font and some images are data URLs. The laboratory's preflight scripts are the one thing that
 * doesn't work: they are compiled from text, and 'unsafe-eval' is too much for a page that holds
 * credentials. `blob:` lets their worker start, so that their log says why instead of timing out.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** True for a browser that opens the endpoint; any other GET is a GraphQL request. */
export function wantsExplorer(request: FastifyRequest): boolean {
  return request.method === "GET" && /\btext\/html\b/i.test(request.headers.accept ?? "");
}

/**
 * Serves the explorer's scripts below the endpoint and returns the function that answers a request
 * of which `wantsExplorer` is true: the route of the endpoint itself stays with GraphQL.
 */
export function registerExplorer(
  app: FastifyInstance,
  options: ExplorerOptions,
  load: () => Promise<Laboratory | null> = importLaboratory,
): SendExplorer {
  const assetsPath = `${options.endpointPath}/assets`;
  let assets: Promise<ExplorerAssets | null> | undefined;

  async function loadAssets(): Promise<ExplorerAssets | null> {
    const laboratory = await load();
    return laboratory && buildAssets(laboratory);
  }

  function assetsOnce(): Promise<ExplorerAssets | null> {
    return (assets ??= loadAssets());
  }

  async function sendExplorer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const built = await assetsOnce();
    return (
      reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-store")
        .header("vary", "accept")
        .header("content-security-policy", CONTENT_SECURITY_POLICY)
        .header("x-frame-options", "DENY")
        .header("x-content-type-options", "nosniff")
        .header("cross-origin-opener-policy", "same-origin")
        // The endpoint's address carries the apikey.
        .header("referrer-policy", "no-referrer")
        .send(built ? explorerPage(built, assetsPath, options) : plainPage(request, options))
    );
  }

  registerExplorerAssets(app, assetsPath, assetsOnce);
  return sendExplorer;
}

function explorerPage(assets: ExplorerAssets, assetsPath: string, options: ExplorerOptions): string {
  const urlOf = (asset: Asset): string => `${assetsPath}/${asset.file}`;
  const { laboratory, start, workers, favicon } = assets;
  const page = {
    ...options,
    createdAt: new Date(0).toISOString(),
    workers: Object.fromEntries(Object.entries(workers).map(([label, asset]) => [label, urlOf(asset)])),
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>GraphQL explorer</title>
<link rel="icon" href="${escapeHtml(favicon)}">
<style>
:root { color-scheme: light dark; }
html, body, #root { height: 100%; margin: 0; }
</style>
</head>
<body>
<noscript>The explorer needs JavaScript.</noscript>
<div id="root"></div>
<script type="application/json" id="explorer">${jsonForHtml(page)}</script>
<script src="${urlOf(laboratory)}"></script>
<script src="${urlOf(start)}" type="module"></script>
</body>
</html>
`;
}

function plainPage(request: FastifyRequest, { endpointPath, seed, operations }: ExplorerOptions): string {
  const url = new URL(endpointPath, originOf(request));
  if (seed) url.searchParams.set("apikey", seed.apikey);
  const { document, variables } = operations[0] ?? { document: "{ __typename }", variables: "" };
  const parsed: unknown = JSON.parse(variables || "{}");
  const body = JSON.stringify({ query: document, variables: parsed });
  const curl = [
    `curl ${quoteForShell(url.href)}`,
    ...(seed ? [`-H ${quoteForShell(`Authorization: ${seed.authorization}`)}`] : []),
    "-H 'Content-Type: application/json'",
    `-d ${quoteForShell(body)}`,
  ].join(" \\\n  ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>GraphQL</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 3rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid; }
</style>
</head>
<body>
<h1>GraphQL endpoint</h1>
<p>The explorer is an optional package. To have it on this page, install it and restart:</p>
<pre>npm install ${PACKAGE}</pre>
<p>Without it, a request looks like this:</p>
<pre>${escapeHtml(curl)}</pre>
</body>
</html>
`;
}

/** The Host header is whatever the client sent; anything but a plain host is replaced. */
function originOf({ protocol, host }: FastifyRequest): string {
  const plain = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/i.test(host);
  const origin = `${protocol}://${host}`;
  return plain && URL.canParse(origin) ? origin : `${protocol}://localhost`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** No `</script>` and no `<!--` can end or bend the block. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
