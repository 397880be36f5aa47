import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ConfigError, PROJECT_ROOT, readConfig } from "./config.js";
import { DEFAULT_LIMITS } from "./operation-limits.js";

test("nothing set: the documented defaults", () => {
  expect(readConfig({})).toEqual({
    host: "127.0.0.1",
    port: 4000,
    databaseUrl: null,
    dataDir: path.join(PROJECT_ROOT, ".data"),
    restPrefixAliases: new Map(),
    routeSunsets: new Map(),
    pixelUrl: "https://pixel.example.com/pixel.js",
    restGetMutations: false,
    fetchAllowedHosts: new Set(),
    smtpUrl: null,
    publicUrl: null,
    contactKeys: [],
    jobs: true,
    logLevel: "info",
    introspection: "signed-in",
    limits: DEFAULT_LIMITS,
    registeredOperations: "off",
    registeredLimits: DEFAULT_LIMITS,
    subgraphSecret: null,
    subgraphUrls: new Map(),
    gatewayUrl: "http://127.0.0.1:4000/",
  });
});

test(".env.example lists every setting with its default", () => {
  const example = readFileSync(path.join(PROJECT_ROOT, ".env.example"), "utf8");
  const settings = Object.fromEntries([...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  expect(Object.keys(settings)).toHaveLength(Object.keys(readConfig({})).length);
  expect(readConfig(settings)).toEqual(readConfig({}));
});

test("older prefixes", () => {
  expect(readConfig({ REST_PREFIX_ALIASES: "/old/reports=/reportsvc/v1, /v1/=/api/v1/" }).restPrefixAliases).toEqual(
    new Map([
      ["/old/reports", "/reportsvc/v1"],
      ["/v1", "/api/v1"],
    ]),
  );
});

test("the days on which old routes go", () => {
  const sunsets = new Map([
    ["GET /api/v1/ad/get", "2027-06-30"],
    ["DELETE /social/ads/{eid}", "2028-02-29"],
  ]);
  const text = "GET /api/v1/ad/get=2027-06-30, DELETE /social/ads/{eid}=2028-02-29";
  expect(readConfig({ ROUTE_SUNSETS: text }).routeSunsets).toEqual(sunsets);
  for (const wrong of ["/api/v1/ad/get=2027-06-30", "GET /api/v1/ad/get", "GET /x=2027-02-30", "GET /x=30.6.2027"])
    expect(() => readConfig({ ROUTE_SUNSETS: wrong })).toThrow(ConfigError);
});

test("the pixel's script", () => {
  expect(readConfig({ PIXEL_URL: "https://cdn.test/p.js?v=1" }).pixelUrl).toBe("https://cdn.test/p.js?v=1");
});

test("operations that change something answer GET only when that is switched on", () => {
  expect(readConfig({ REST_GET_MUTATIONS: "on" }).restGetMutations).toBe(true);
  expect(readConfig({ REST_GET_MUTATIONS: "off" }).restGetMutations).toBe(false);
});

test("jobs, and hosts that feeds may be fetched from", () => {
  expect(readConfig({ JOBS: "off" }).jobs).toBe(false);
  expect(readConfig({ FETCH_ALLOWED_HOSTS: "127.0.0.1:80, feeds.internal" }).fetchAllowedHosts).toEqual(
    new Set(["127.0.0.1:80", "feeds.internal"]),
  );
});

test("what is done with operations that nobody registered, and what registered ones may", () => {
  const config = readConfig({
    REGISTERED_OPERATIONS: "enforce",
    GRAPHQL_LIMITS: "depth=8",
    REGISTERED_LIMITS: "cost=5000",
  });
  expect(config.registeredOperations).toBe("enforce");
  expect(config.registeredLimits).toEqual({ ...DEFAULT_LIMITS, depth: 8, cost: 5_000 });
  expect(() => readConfig({ REGISTERED_OPERATIONS: "on" })).toThrow(ConfigError);
  expect(() => readConfig({ REGISTERED_LIMITS: "cost=no" })).toThrow(ConfigError);
});

test("where mails are sent over, and where their links lead", () => {
  const smtpUrl = "smtps://user:p%40ss@mail.test:465";
  expect(readConfig({ SMTP_URL: smtpUrl }).smtpUrl).toBe(smtpUrl);
  expect(readConfig({ PUBLIC_URL: "https://Ads.test/" }).publicUrl).toBe("https://ads.test");
  expect(readConfig({ PUBLIC_URL: "https://ads.test/adgraph/" }).publicUrl).toBe("https://ads.test/adgraph");
});

test("limits that differ from the defaults", () => {
  expect(readConfig({ GRAPHQL_LIMITS: "depth=12, cost = 2000" }).limits).toEqual({
    ...DEFAULT_LIMITS,
    depth: 12,
    cost: 2_000,
  });
});

test("areas that run elsewhere", () => {
  const settings = {
    SUBGRAPH_URLS: "entities=http://127.0.0.1:4011/graphql, reporting=https://reports.test/",
    SUBGRAPH_SECRET: "s".repeat(32),
  };
  expect(readConfig(settings).subgraphUrls).toEqual(
    new Map([
      ["entities", "http://127.0.0.1:4011/graphql"],
      ["reporting", "https://reports.test/"],
    ]),
  );
  // Areas answer signed requests only, so that addresses alone would be a gateway that can't ask them.
  expect(() => readConfig({ SUBGRAPH_URLS: settings.SUBGRAPH_URLS })).toThrow("SUBGRAPH_SECRET");
});

test("a setting that makes no sense is refused by its name", () => {
  for (const [name, value] of [
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["DATABASE_URL", "mysql://x"],
    ["REST_PREFIX_ALIASES", "old=/new"],
    ["REST_PREFIX_ALIASES", "/same=/same"],
    ["REST_GET_MUTATIONS", "yes"],
    ["LOG_LEVEL", "loud"],
    ["PIXEL_URL", "cdn.test/p.js"],
    ["PIXEL_URL", "javascript:alert(1)"],
    ["PIXEL_URL", "https://user@cdn.test/p.js"],
    ["PIXEL_URL", "https://cdn.test/#part"],
    ["JOBS", "maybe"],
    ["SMTP_URL", "mail.test:25"],
    ["SMTP_URL", "http://mail.test"],
    ["PUBLIC_URL", "ads.test"],
    ["PUBLIC_URL", "https://ads.test/?x=1"],
    ["FETCH_ALLOWED_HOSTS", "http://feeds.internal/"],
    ["CONTACT_KEYS", "a=short"],
    ["INTROSPECTION", "maybe"],
    ["GRAPHQL_LIMITS", "depth"],
    ["GRAPHQL_LIMITS", "depth=0"],
    ["GRAPHQL_LIMITS", "constructor=5"],
    ["SUBGRAPH_SECRET", "short"],
    ["SUBGRAPH_URLS", "entities"],
    ["SUBGRAPH_URLS", "entities=ftp://x"],
    ["SUBGRAPH_URLS", "entities=http://x/,entities=http://y/"],
  ] as const) {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  }
});
