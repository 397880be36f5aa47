import type { FastifyInstance } from "fastify";
import { type DocsSeed, registerDocs } from "./docs-page.js";
import { openApi, type OpenApiOptions } from "./openapi.js";
import { registerSuccessors, type SuccessorOptions } from "./successor.js";

export interface DocumentationOptions extends OpenApiOptions, SuccessorOptions {
  seed: DocsSeed;
}

/** What tells of the old interface and of the way off it: /openapi.json, /docs and /operations/<id>. None of it is anybody's data. */
export function registerDocumentation(app: FastifyInstance, options: DocumentationOptions): void {
  let text: string | undefined;
  app.get("/openapi.json", (_request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      // Made when it is first asked for.
      .send((text ??= JSON.stringify(openApi(options)))),
  );
  registerDocs(app, options.seed);
  registerSuccessors(app, options);
}
