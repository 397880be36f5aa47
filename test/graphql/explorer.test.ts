import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { buildSchema, graphql } from "graphql";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerExplorer, wantsExplorer } from "../../gateway/http/explorer.js";
import type { ExplorerOptions } from "../../gateway/http/explorer.js";
import { blockOutside, launchChromium } from "../kit/chromium.js";

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const seed = { authorization: "Bearer demo-token", apikey: "demo-key" };

const options: ExplorerOptions = {
  endpointPath: "/graphql",
  seed,
  operations: [
    {
      name: "OneAdvertisable",
      document: "query OneAdvertisable($eid: ID!) {\n  advertisable(eid: $eid) {\n    name\n  }\n}\n",
      variables: '{ "eid": "A1" }',
      description: "Who is it?",
    },
    {
      name: "TypeNames",
      document: "query TypeNames {\n  __schema { types { name } }\n}\n</script><!--",
    },
  ],
};

const schema = buildSchema(`
  type Query {
    "One advertisable by its eid."
    advertisable(eid: ID!): Advertisable
  }
  type Advertisable {
    "As its owner wrote it."
    name: String!
  }
`);

interface Call {
  Body: { query: string; variables?: Record<string, unknown>; operationName?: string };
  Querystring: { apikey?: string };
}

/** The explorer beside a GraphQL endpoint that answers the seeded credentials and nothing else. */
function appWith(load?: Parameters<typeof registerExplorer>[2]): FastifyInstance {
  const app = Fastify();
  const sendExplorer = registerExplorer(app, options, load);
  app.get("/graphql", (request, reply) =>
    wantsExplorer(request) ? sendExplorer(request, reply) : reply.send({ data: null }),
  );
  app.post<Call>("/graphql", async (request, reply) => {
    if (request.headers.authorization !== seed.authorization || request.query.apikey !== seed.apikey) {
      return reply.code(401).send({ errors: [{ message: "Unknown credentials." }] });
    }
    const { query, variables, operationName } = request.body;
    const rootValue = { advertisable: ({ eid }: { eid: string }) => ({ name: `Shop ${eid}` }) };
    return graphql({ schema, source: query, rootValue, variableValues: variables, operationName });
  });
  return app;
}

describe("in a browser", () => {
  let app: FastifyInstance;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    app = appWith();
    origin = await app.listen({ port: 0, host: "127.0.0.1" });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  async function openExplorer(): Promise<{ page: Page; complaints: string[]; outside: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    const outside = await blockOutside(page);
    page.setDefaultTimeout(15_000);
    await page.goto(`${origin}/graphql`);
    return { page, complaints, outside };
  }

  test("the first example is open, runs with the demo's credentials and shows its answer", async () => {
    const { page, complaints, outside } = await openExplorer();
    await page.getByText("query OneAdvertisable").waitFor();
    await page.getByText("# Who is it?").waitFor();

    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText('"Shop A1"').waitFor();

    expect(complaints).toEqual([]);
    expect(outside).toEqual([]);
    await page.close();
  });

  test("the schema is there to build from and to read", async () => {
    const { page, complaints, outside } = await openExplorer();
    await page.getByText("advertisable: Advertisable").first().waitFor();

    await page.locator(".lucide-book-open").click();
    await page.getByText("query:Query").click();
    await page.getByText("One advertisable by its eid.").waitFor();

    expect(complaints).toEqual([]);
    expect(outside).toEqual([]);
    await page.close();
  });

  test("a reload keeps the tab that the user was in", async () => {
    const { page, complaints } = await openExplorer();
    await page.getByRole("button", { name: "TypeNames" }).click();
    await page.getByText("query TypeNames").waitFor();

    await page.reload();
    await page.getByText("query TypeNames").waitFor();

    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe("over HTTP", () => {
  test("only a request that accepts HTML gets the page", async () => {
    const app = appWith();
    for (const accept of ["application/json", "application/graphql-response+json", "*/*"]) {
      const response = await app.inject({ url: "/graphql", headers: { accept } });
      expect(response.json()).toEqual({ data: null });
    }
    expect((await app.inject({ url: "/graphql", headers: HTML })).headers["content-type"]).toMatch(/^text\/html/);
  });

  test("the page allows no script but its own files, no frame around it and no copy in a cache", async () => {
    const { headers } = await appWith().inject({ url: "/graphql", headers: HTML });
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(policy.join()).not.toContain("unsafe-eval");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  });

  test("no text of an operation ends the page's script block", async () => {
    const { body } = await appWith().inject({ url: "/graphql", headers: HTML });
    expect(body).not.toContain("</script><!--");
    const block = /<script type="application\/json" id="explorer">(.*?)<\/script>/s.exec(body)?.[1] ?? "";
    expect(JSON.parse(block)).toMatchObject(options);
  });

  test("every script is served compressed, for ever, and again only when it changed", async () => {
    const app = appWith();
    const { body } = await app.inject({ url: "/graphql", headers: HTML });
    const urls = [...body.matchAll(/\/graphql\/assets\/[a-z-]+-[0-9a-f]{16}\.js/g)].map(([url]) => url);
    expect(urls).toHaveLength(6);
    for (const url of urls) {
      const plain = await app.inject({ url });
      expect(plain.headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "text/javascript; charset=utf-8",
        vary: "accept-encoding",
        "x-content-type-options": "nosniff",
      });
      expect(plain.headers["content-encoding"]).toBeUndefined();

      const small = await app.inject({ url, headers: { "accept-encoding": "gzip, deflate, br" } });
      expect(small.headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(small.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect((await app.inject({ url, headers: { "accept-encoding": "gzip;q=0" } })).body).toBe(plain.body);

      const again = await app.inject({
        url,
        headers: { "if-none-match": String(plain.headers.etag) },
      });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    }
    expect((await app.inject({ url: "/graphql/assets/start-0000000000000000.js" })).statusCode).toBe(404);
  });

  test("without the optional package the page says what to install and shows a curl", async () => {
    const app = appWith(() => Promise.resolve(null));
    const { body } = await app.inject({
      url: "/graphql",
      headers: { ...HTML, host: "graph.example:8443" },
    });
    expect(body).toContain("npm install @graphql-hive/render-laboratory");
    expect(body).toContain("curl 'http://graph.example:8443/graphql?apikey=demo-key'");
    expect(body).toContain("-H 'Authorization: Bearer demo-token'");
    expect((await app.inject({ url: "/graphql/assets/start-0000000000000000.js" })).statusCode).toBe(404);
  });

  test("a Host header that is no host doesn't reach the page", async () => {
    const app = appWith(() => Promise.resolve(null));
    for (const host of ["a'; rm -rf ~ #", '"><script>', "a@b/c?d", "999.999.999.999", "a:99999"]) {
      const { body } = await app.inject({ url: "/graphql", headers: { ...HTML, host } });
      expect(body).toContain("curl 'http://localhost/graphql?apikey=demo-key'");
    }
  });
});
