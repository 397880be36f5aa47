import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { GraphQLError, Kind, parse, separateOperations, type DocumentNode } from "graphql";
import { UsageError } from "./usage-error.js";
import { readManifest } from "../gateway/operations/manifest.js";
import { readUsageFile, type RecordedUsage } from "./usage-file.js";
import type { KnownOperation } from "./usage-index.js";

/** A route of the old interface with the operation that answers it. */
export interface AdapterRoute {
  method: string;
  path: string;
  operation: string;
  otherOperation?: string;
}

/** The operations of a folder of .graphql files, of one such file, or of a manifest of persisted operations. */
export function readOperations(at: string): KnownOperation[] {
  const files = statOf(at).isDirectory()
    ? readdirSync(at, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(graphql|gql)$/.test(name))
        .toSorted()
        .map((name) => path.join(at, name))
    : [at];
  const operations = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const bodies = file.endsWith(".json") ? manifestBodies(text, file) : [text];
    return bodies.flatMap((body) => operationsOf(body, file, []));
  });
  // A wrong path must not make every change look as if nobody would notice.
  if (operations.length === 0) throw new UsageError(`${at} holds no operation.`);
  return operations;
}

/** What a usage file tells of operations; it may name routes only, of which our adapters' operations are known. */
export function readUsage(file: string): RecordedUsage {
  statOf(file);
  const usage = readUsageFile(readFileSync(file, "utf8"), file);
  if (usage.operations.length + usage.routes.length === 0) throw new UsageError(`${file} tells of no call.`);
  return usage;
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

function manifestBodies(text: string, file: string): string[] {
  const operations = readManifest(text);
  if (operations === null) throw noManifest(file);
  return operations.map(({ document }) => document);
}

function noManifest(file: string): UsageError {
  return new UsageError(`${file} is no manifest of persisted operations as Apollo, Relay or graphql-codegen write it.`);
}

function statOf(file: string) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new UsageError(`There is no file or folder ${file}.`);
  return stat;
}
