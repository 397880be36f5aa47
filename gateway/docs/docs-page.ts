import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { type Asset, assetOf, sendAsset } from "../http/asset.js";
import { html } from "../http/page.js";

/** Credentials that the page uses when somebody tries an operation: those of a demo, or null. */
export type DocsSeed = { authorization: string; apikey: string } | null;

/** Swagger UI writes styles into elements; everything comes from this origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const ASSETS = "/docs/assets";

/** `/docs`: the old interface to read and to try, from an npm package. */
export function registerDocs(app: FastifyInstance, seed: DocsSeed): void {
  let loaded: Promise<DocsAssets> | undefined;
  const assets = (): Promise<DocsAssets> => (loaded ??= loadAssets(seed));
  app.get("/docs", async (_request, reply) => {
    const { bundle, style, start } = await assets();
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", CONTENT_SECURITY_POLICY)
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      .send(
        html`<!doctype html>
          <html lang="en">
            <head>
              <meta charset="utf-8" />
              <meta name="viewport" content="width=device-width" />
              <title>The old REST interface</title>
              <link rel="icon" href="data:," />
              <link rel="stylesheet" href="${ASSETS}/${style.file}" />
            </head>
            <body>
              <noscript>This page needs JavaScript; /openapi.json has the same.</noscript>
              <div id="docs"></div>
              <script src="${ASSETS}/${bundle.file}"></script>
              <script src="${ASSETS}/${start.file}"></script>
            </body>
          </html> `.markup,
      );
  });
  app.get<{ Params: { file: string } }>(`${ASSETS}/:file`, async (request, reply) => {
    const asset = Object.values(await assets()).find(({ file }) => file === request.params.file);
    return asset === undefined ? reply.callNotFound() : await sendAsset(asset, request, reply);
  });
}

interface DocsAssets extends Record<string, Asset> {
  bundle: Asset;
  style: Asset;
  start: Asset;
}

async function loadAssets(seed: DocsSeed): Promise<DocsAssets> {
  const [bundle, style] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js")), "utf8"),
    readFile(fileURLToPath(import.meta.resolve("swagger-ui-dist/swagger-ui.css")), "utf8"),
  ]);
  return {
    bundle: await assetOf("swagger-ui", bundle),
    style: await assetOf("swagger-ui", style, "css"),
    start: await assetOf("start", startScript(seed)),
  };
}

/** Runs in the browser: a file of its own, so that the page's content security policy needs no inline scripts. */
function startScript(seed: DocsSeed): string {
  const [, name = "", password = ""] =
    /^([^:]*):(.*)$/.exec(Buffer.from(seed?.authorization.replace(/^Basic /, "") ?? "", "base64").toString()) ?? [];
  const demo = seed === null ? null : { apikey: seed.apikey, name, password };
  return `
const demo = ${JSON.stringify(demo)};
const ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  filter: true,
  validatorUrl: "none",
  defaultModelsExpandDepth: -1,
  onComplete() {
    if (demo === null) return;
    ui.preauthorizeApiKey("apikey", demo.apikey);
    ui.preauthorizeBasic("basic", demo.name, demo.password);
  },
});
`;
}
