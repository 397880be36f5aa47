import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../lib/embedded-postgres.js";
import { migrate } from "../../migrations/index.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server that all tests share; each test file makes databases of its own on it. */
    postgresUrl: string;
  }
}

export const TEMPLATE = "template_adgraph";

/** One throwaway server for the whole run, with a migrated database that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "adgraph-test-"));
  const postgres = await startPostgres({ dataDir, throwaway: true, settings: { max_connections: "300" } });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate(databaseUrl(postgres.url, TEMPLATE));
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
