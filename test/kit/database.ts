import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { Database } from "../../lib/database.js";
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

/** A migrated, empty database of its own for one test file. */
export async function createDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  const url = databaseUrl(serverUrl, name);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const statements: string[] = [];
  const database = new Database({ url, onStatement: (sql) => void statements.push(sql) });
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
