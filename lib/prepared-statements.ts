import type { PooledConnection } from "knex/lib/dialects/postgres/index.js";
import { createTwoTierCache } from "./two-tier-cache.js";

/** A statement as the driver takes it, and the name under which connections prepare it once it has come again. */
export interface DriverStatement {
  /** With `$1` for the first binding. */
  text: string;
  name: string | undefined;
}

interface KnownStatement extends DriverStatement {
  /** For bindings. */
  places: number;
}

/** Statements that are known from one time, and those that came again; at most twice as many of each. */
const STATEMENTS = { fresh: 250, kept: 100 };

/** Statements that a connection prepares, each of which takes memory of the server, until another one takes its place. */
const PREPARED = 250;

const known = createTwoTierCache<string, KnownStatement>(STATEMENTS);
let names = 0;

/** The names that each connection has prepared. */
const prepared = new WeakMap<PooledConnection, Set<string>>();

/**
 * A statement with `?` for each binding. One that came before has a name, so that a connection parses and plans it once
 * and not each time: planning takes longer than running for most of them. PostgreSQL itself goes on planning those whose
 * plan depends on their values.
 */
export function driverStatement(statement: string, bindings: number): DriverStatement {
  // One without values may be several in one text, which can't be prepared.
  if (bindings === 0) return { text: statement, name: undefined };
  let found = known.get(statement);
  if (found === undefined) {
    found = { ...numbered(statement), name: undefined };
    known.set(statement, found);
  } else {
    found.name ??= `s${(names += 1)}`;
  }
  if (found.places !== bindings) throw new TypeError(`a statement has ${found.places} places for ${bindings} values`);
  return found;
}

function numbered(statement: string): { text: string; places: number } {
  let places = 0;
  const text = statement.replaceAll("?", () => `$${(places += 1)}`);
  return { text, places };
}

/** To be called when a connection prepares a statement: Knex drops one that has prepared enough once the statement is done. */
export function countPrepared(connection: PooledConnection, name: string): void {
  let own = prepared.get(connection);
  if (own === undefined) prepared.set(connection, (own = new Set()));
  own.add(name);
  if (own.size >= PREPARED) connection.__knex__disposed = "it has prepared enough";
}

/** Whether a statement failed only since it was prepared before a table changed. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.message.includes("cached plan must not change result type");
}
