import path from "node:path";
import { fileURLToPath } from "node:url";
import { type ContactKey, contactKeysOf } from "./contact-keys.js";
import { hostsOf } from "./fetch-policy.js";
import { operationLimits, type OperationLimits } from "./operation-limits.js";

/** Everything that can be configured, by the name of its environment variable (.env.example). */
export interface Config {
  /** HOST: the address to listen on. Default 127.0.0.1. */
  host: string;
  /** PORT: 0 to 65535; 0 takes any free one. Default 4000. */
  port: number;
  /** DATABASE_URL: a PostgreSQL 15 or newer; null starts the embedded one. */
  databaseUrl: string | null;
  /** DATA_DIR: the folder of the embedded PostgreSQL. Default .data in the project. */
  dataDir: string;
  /** REST_PREFIX_ALIASES: older path prefixes by the prefix they stand for now, from `/old=/new,/older=/new`. */
  restPrefixAliases: ReadonlyMap<string, string>;
  /** ROUTE_SUNSETS: the day on which an old route goes, from `GET /api/v1/ad/get=2027-06-30,…`; by `METHOD path`. */
  routeSunsets: ReadonlyMap<string, string>;
  /** PIXEL_URL: the script that a pixel's snippet loads; this service does not serve it. Default DEFAULT_PIXEL_URL. */
  pixelUrl: string;
  /** REST_GET_MUTATIONS: whether operations of /api/v1 that change something answer GET too, from on or off (default). */
  restGetMutations: boolean;
  /** FETCH_ALLOWED_HOSTS: hosts, or host:port, from which feeds may be fetched wherever they are; none by default. */
  fetchAllowedHosts: ReadonlySet<string>;
  /** SMTP_URL: the server that mails are sent over, `smtp://user:password@host:587` or `smtps://…`; null is the demo's own, which keeps them. */
  smtpUrl: string | null;
  /** PUBLIC_URL: where readers of mails reach the service, for the links in mails; null is the address it listens on. */
  publicUrl: string | null;
  /** CONTACT_KEYS: what addresses are kept with, from `id=secret,older=secret`; none keeps no addresses, but for the embedded PostgreSQL, which has a key of its own. */
  contactKeys: readonly ContactKey[];
  /** JOBS: whether this process runs jobs: on (default) or off, where another process on the same database does. */
  jobs: boolean;
  /** LOG_LEVEL: fatal, error, warn, info, debug, trace or silent. Default info. */
  logLevel: string;
  /** INTROSPECTION: who may ask for the schema: signed-in (default), staff or off. */
  introspection: "signed-in" | "staff" | "off";
  /** GRAPHQL_LIMITS: what differs from the default limits of an operation, from `depth=12,cost=2000`. */
  limits: OperationLimits;
  /** REGISTERED_OPERATIONS: what is done with an operation that nobody registered: off (default) runs it, log logs it too, enforce refuses it. */
  registeredOperations: "off" | "log" | "enforce";
  /** REGISTERED_LIMITS: what differs for registered operations from GRAPHQL_LIMITS, from `cost=5000`. */
  registeredLimits: OperationLimits;
  /** SUBGRAPH_SECRET: what the gateway signs its requests to subgraphs with, at least 32 characters; null signs nothing. */
  subgraphSecret: string | null;
  /** GATEWAY_URL: where an area that runs alone finds the gateway, of which it asks what other areas know. Default http://127.0.0.1:4000. */
  gatewayUrl: string;
  /** SUBGRAPH_URLS: areas that run elsewhere, from `entities=http://…,reporting=http://…`; the others run in the gateway. */
  subgraphUrls: ReadonlyMap<string, string>;
}

/** A configuration that the service must not start with; the message says what to change. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** An address that stands for none; whoever places pixels on sites sets PIXEL_URL. */
export const DEFAULT_PIXEL_URL = "https://pixel.example.com/pixel.js";

/** The project's folder, from the sources and from the build alike. */
export const PROJECT_ROOT = findProjectRoot();

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
const SWITCH = ["on", "off"];
const INTROSPECTION = ["signed-in", "staff", "off"] as const;
const REGISTRATION = ["off", "log", "enforce"] as const;
const SECRET_LENGTH = 32;

/** Reads the configuration, once per program; nothing else reads the environment. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const databaseUrl = given(environment, "DATABASE_URL");
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError("DATABASE_URL must begin with postgres://.");
  }
  const logLevel = given(environment, "LOG_LEVEL") ?? "info";
  if (!LOG_LEVELS.includes(logLevel)) throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}.`);
  const getMutations = given(environment, "REST_GET_MUTATIONS") ?? "off";
  if (!SWITCH.includes(getMutations)) throw new ConfigError(`REST_GET_MUTATIONS must be ${SWITCH.join(" or ")}.`);
  const introspection = INTROSPECTION.find((value) => value === (given(environment, "INTROSPECTION") ?? "signed-in"));
  if (introspection === undefined) throw new ConfigError(`INTROSPECTION must be one of ${INTROSPECTION.join(", ")}.`);
  const limits = operationLimits(given(environment, "GRAPHQL_LIMITS") ?? "");
  if (limits === null)
    throw new ConfigError("GRAPHQL_LIMITS must be pairs such as depth=12,cost=2000; see .env.example.");
  const registeredOperations = REGISTRATION.find(
    (value) => value === (given(environment, "REGISTERED_OPERATIONS") ?? "off"),
  );
  if (registeredOperations === undefined)
    throw new ConfigError(`REGISTERED_OPERATIONS must be one of ${REGISTRATION.join(", ")}.`);
  const registeredLimits = operationLimits(given(environment, "REGISTERED_LIMITS") ?? "", limits);
  if (registeredLimits === null)
    throw new ConfigError("REGISTERED_LIMITS must be pairs such as depth=12,cost=5000; see .env.example.");
  const subgraphSecret = given(environment, "SUBGRAPH_SECRET");
  if (subgraphSecret !== null && subgraphSecret.length < SECRET_LENGTH) {
    throw new ConfigError(`SUBGRAPH_SECRET must have at least ${SECRET_LENGTH} characters.`);
  }
  const subgraphUrls = urlsOf(given(environment, "SUBGRAPH_URLS") ?? "");
  if (subgraphUrls.size > 0 && subgraphSecret === null) {
    throw new ConfigError("SUBGRAPH_URLS needs a SUBGRAPH_SECRET: areas accept signed requests only.");
  }
  const fetchAllowedHosts = hostsOf(given(environment, "FETCH_ALLOWED_HOSTS") ?? "");
  if (fetchAllowedHosts === null)
    throw new ConfigError("FETCH_ALLOWED_HOSTS must be hosts such as 127.0.0.1:8080,feeds.internal, joined by commas.");
  const contactKeys = contactKeysOf(given(environment, "CONTACT_KEYS") ?? "");
  if (contactKeys === null)
    throw new ConfigError(
      "CONTACT_KEYS must be pairs id=secret, joined by commas, each secret of at least 32 characters.",
    );
  const jobs = given(environment, "JOBS") ?? "on";
  if (jobs !== "on" && jobs !== "off") throw new ConfigError("JOBS must be on or off.");
  return {
    host: given(environment, "HOST") ?? "127.0.0.1",
    port: portOf(given(environment, "PORT") ?? "4000", "PORT"),
    databaseUrl,
    dataDir: path.resolve(PROJECT_ROOT, given(environment, "DATA_DIR") ?? ".data"),
    restPrefixAliases: aliasesOf(given(environment, "REST_PREFIX_ALIASES") ?? ""),
    routeSunsets: sunsetsOf(given(environment, "ROUTE_SUNSETS") ?? ""),
    pixelUrl: pixelUrlOf(given(environment, "PIXEL_URL") ?? DEFAULT_PIXEL_URL),
    restGetMutations: getMutations === "on",
    fetchAllowedHosts,
    smtpUrl: smtpUrlOf(given(environment, "SMTP_URL")),
    publicUrl: publicUrlOf(given(environment, "PUBLIC_URL")),
    contactKeys,
    jobs: jobs === "on",
    logLevel,
    introspection,
    limits,
    registeredOperations,
    registeredLimits,
    subgraphSecret,
    gatewayUrl: gatewayUrlOf(given(environment, "GATEWAY_URL") ?? "http://127.0.0.1:4000"),
    subgraphUrls,
  };
}

/** The environment of a program that this one starts: its own, with these settings changed. */
export function environmentWith(settings: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return { ...process.env, ...settings };
}

/** GITHUB_STEP_SUMMARY: the file in which GitHub Actions takes what its page of a step shows; null elsewhere. */
export function stepSummaryFile(): string | null {
  return given(process.env, "GITHUB_STEP_SUMMARY");
}

/** An empty variable counts as not set. */
function given(environment: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const value = environment[name]?.trim() ?? "";
  return value === "" ? null : value;
}

/** A port out of text; `name` is what the message calls it. Throws ConfigError for what is none. */
export function portOf(text: string, name: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new ConfigError(`${name} must be a whole number from 0 to 65535.`);
  return port;
}

function aliasesOf(text: string): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const [from, to, ...rest] = pair.split("=").map((part) => part.trim().replace(/\/+$/, ""));
    if (!from?.startsWith("/") || !to?.startsWith("/") || rest.length > 0 || from === to) {
      throw new ConfigError(
        `REST_PREFIX_ALIASES must be pairs such as /old/reports=/reportsvc/v1, joined by commas; "${pair.trim()}" is none.`,
      );
    }
    aliases.set(from, to);
  }
  return aliases;
}

function sunsetsOf(text: string): Map<string, string> {
  const sunsets = new Map<string, string>();
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const [, route, day = ""] = /^\s*([A-Z]+ \/\S*)=(\d{4}-\d{2}-\d{2})\s*$/.exec(pair) ?? [];
    const time = Date.parse(day);
    // Date.parse takes the 30th of February for a day of March.
    if (route === undefined || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) {
      throw new ConfigError(
        `ROUTE_SUNSETS must be pairs such as GET /api/v1/ad/get=2027-06-30, joined by commas; "${pair.trim()}" is none.`,
      );
    }
    sunsets.set(route, day);
  }
  return sunsets;
}

function pixelUrlOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.hash !== "") {
    throw new ConfigError("PIXEL_URL must be an http or https address such as https://pixel.example.com/pixel.js.");
  }
  return url.href;
}

function smtpUrlOf(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text);
  if (text !== null && (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "")) {
    throw new ConfigError("SMTP_URL must be an address such as smtp://user:password@mail.example.com:587.");
  }
  return text;
}

/** Without a slash at its end: paths are added to it. */
function publicUrlOf(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (
    url === null ||
    !["http:", "https:"].includes(url.protocol) ||
    url.username !== "" ||
    url.search + url.hash !== ""
  ) {
    throw new ConfigError("PUBLIC_URL must be an http or https address such as https://ads.example.com.");
  }
  return url.href.replace(/\/+$/, "");
}

function gatewayUrlOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new ConfigError("GATEWAY_URL must be an http or https address such as http://127.0.0.1:4000.");
  }
  return url.href;
}

function urlsOf(text: string): Map<string, string> {
  const urls = new Map<string, string>();
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const [, area, url] = /^\s*(\w+)=(https?:\/\/\S+?)\s*$/.exec(pair) ?? [];
    if (area === undefined || url === undefined || !URL.canParse(url) || urls.has(area)) {
      throw new ConfigError(
        `SUBGRAPH_URLS must be pairs such as entities=http://127.0.0.1:4011/graphql, joined by commas; "${pair.trim()}" is none.`,
      );
    }
    urls.set(area, url);
  }
  return urls;
}

function findProjectRoot(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const parent = path.dirname(here);
  return path.basename(parent) === "dist" ? path.dirname(parent) : parent;
}
