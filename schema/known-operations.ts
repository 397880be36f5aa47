import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { GraphQLError, Kind, parse, separateOperations, type DocumentNode } from "graphql";
import { UsageError } from "./usage-error.js";
import { readUsageFile, type RecordedUsage } from "./usage-file.js";
import type { KnownOperation } from "./usage-index.js";

/** A route of the old interface with the operation that answers it. */
export interface AdapterRoute {
  method: string;
  path: string;
  operation: string;
}

/** The operations of a folder of .graphql files, of one such file, or of a manifest of persisted operations. */
export function readOperations(at: string): KnownOperation[] {
  const files = statOf(at).isDirectory()
    ? readdirSync(at, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(graphql|gql)$/.test(name))
        .toSorted()
        .map((name) => path.join(at, name))
    : [at];
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const bodies = file.endsWith(".json") ? manifestBodies(text, file) : [text];
    return bodies.flatMap((body) => operationsOf(body, file, []));
  });
}

/** What a usage file tells of operations; it may name routes only, of which our adapters' operations are known. */
export function readUsage(file: string): RecordedUsage {
  statOf(file);
  return readUsageFile(readFileSync(file, "utf8"), file);
}

export function operationsOfUsage({ operations }: RecordedUsage, file: string): KnownOperation[] {
  return [...Map.groupBy(operations, ({ document }) => document)].flatMap(([document, calls]) =>
    operationsOf(document, file, calls.map(lastCall)),
  );
}

/** The operations behind the old routes, with who called each route where that is known. */
export function adapterOperations(routes: readonly AdapterRoute[], usage: RecordedUsage | null): KnownOperation[] {
  return routes.map(({ method, path: url, operation }) => {
    const name = `${method} ${url}`;
    const calls = usage?.routes.filter(({ route }) => route === name) ?? [];
    return {
      name,
      source: "the old interface",
      document: parse(operation),
      clients: calls.map(lastCall),
      isClients: false,
    };
  });
}

/** The operations that the old reporting query asks, with who called its route where that is known. */
export function reportingQueryOperations(
  route: Omit<AdapterRoute, "operation">,
  texts: readonly string[],
  usage: RecordedUsage | null,
): KnownOperation[] {
  return texts.flatMap((text) =>
    adapterOperations([{ ...route, operation: text }], usage).map((operation) => ({
      ...operation,
      source: "the old reporting query",
    })),
  );
}

function lastCall({ client, lastSeen }: { client: string; lastSeen: string }): string {
  return `${client} (last ${lastSeen.slice(0, 10)})`;
}

function operationsOf(text: string, source: string, clients: readonly string[]): KnownOperation[] {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) throw new UsageError(`${source} holds no GraphQL: ${error.message}`);
    throw error;
  }
  return Object.entries(separateOperations(document)).map(([name, own]) => ({
    name: name === "" ? "an operation without a name" : name,
    source,
    // Fragments of other files are not known here; the document is what its client sends.
    document: own,
    clients: [...new Set(clients)],
    isClients: own.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION),
  }));
}

/** The documents of a manifest as Apollo Client's tool writes it, or as Relay's and graphql-codegen's do: text by id. */
function manifestBodies(text: string, file: string): string[] {
  const manifest = parsed(text, file);
  if (!isRecord(manifest)) throw noManifest(file);
  if (manifest["format"] === "apollo-persisted-query-manifest") {
    const { operations } = manifest;
    if (!Array.isArray(operations)) throw noManifest(file);
    return operations.map((operation: unknown) => {
      const body = isRecord(operation) ? operation["body"] : undefined;
      if (typeof body !== "string") throw noManifest(file);
      return body;
    });
  }
  return Object.values(manifest).map((body) => {
    if (typeof body !== "string") throw noManifest(file);
    return body;
  });
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noManifest(file);
  }
}

function noManifest(file: string): UsageError {
  return new UsageError(`${file} is no manifest of persisted operations as Apollo, Relay or graphql-codegen write it.`);
}

function statOf(file: string) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new UsageError(`There is no file or folder ${file}.`);
  return stat;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
