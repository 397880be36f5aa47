import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { Database } from "../../lib/database.js";
import { migrate } from "../../migrations/index.js";
import { type DatabaseLine, startDatabaseLine } from "./database-line.js";
import { databaseUrl, TEMPLATE } from "./global-setup.js";

export interface TestDatabase {
  /** As requests use it: the runtime role, row-level security on. */
  database: Database;
  /** A superuser's connection, for what tests prepare and look at behind the service's back. */
  owner: pg.Client;
  url: string;
  /** Every statement that `database` has run so far. */
  statements: string[];
  drop(): Promise<void>;
}

/** A migrated database without rows, for one test file. */
export async function createDatabase(): Promise<TestDatabase> {
  return await create(`template ${TEMPLATE}`);
}

/** The same, whose connections can be cut. */
export async function createDatabaseBehindLine(): Promise<TestDatabase & { line: DatabaseLine }> {
  let line: DatabaseLine | undefined;
  const db = await create(`template ${TEMPLATE}`, async (url) => (line = await startDatabaseLine(url)).url);
  if (line === undefined) throw new TypeError("the line has not been started");
  const started = line;
  return {
    ...db,
    line: started,
    drop: async () => {
      await db.drop();
      await started.close();
    },
  };
}

/** A database that nobody has migrated yet. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await create("");
}

/** A migrated database whose text would sort as an English dictionary does. */
export async function createDictionaryDatabase(): Promise<TestDatabase> {
  const db = await create("template template0 locale_provider icu icu_locale 'en-US'");
  await migrate(db.url);
  return db;
}

async function create(from: string, through?: (url: string) => Promise<string>): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name} ${from}`);
  const url = databaseUrl(serverUrl, name);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const statements: string[] = [];
  const database = new Database({
    url: through === undefined ? url : await through(url),
    // A machine that is busy with other tests must not make these fail; what happens then has a test of its own.
    connectionTimeout: 10_000,
    onStatement: (sql) => void statements.push(sql),
  });
  return {
    database,
    statements,
    owner,
    url,
    drop: async () => {
      await database.close();
      await owner.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
