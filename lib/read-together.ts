import type { RequestContext } from "./context.js";
import { type Sql, sqlStateOf } from "./database.js";

/**
 * What PostgreSQL says to a statement after one that failed before in its transaction: so it does where a connection had to
 * prepare a statement anew, since a table had changed.
 */
const TRANSACTION_HAS_FAILED = "25P02";

type Reader = Pick<Sql, "rows">;

/** A statement that waits for those which are asked with it. */
interface Asked {
  readonly run: (sql: Reader) => Promise<void>;
  readonly fail: (error: unknown) => void;
}

/**
 * Reads for parts of one answer, which must not be of two states: statements of one request that are asked in one turn see
 * what the first of them saw, whatever is loaded meanwhile. Alone, a statement is asked like all others.
 */
export function defineTogether(): (context: RequestContext) => Reader {
  const waiting = new Map<RequestContext, Asked[]>();

  function askAll(context: RequestContext): void {
    const all = waiting.get(context) ?? [];
    waiting.delete(context);
    if (all.length === 1) askAlone(context, all);
    else void askTogether(context, all);
  }

  return (context) => ({
    rows: async (statement, bindings) =>
      await new Promise((resolve, reject) => {
        const own: Asked = {
          run: async (sql) => resolve(await sql.rows(statement, bindings)),
          fail: reject,
        };
        const others = waiting.get(context);
        if (others !== undefined) {
          others.push(own);
          return;
        }
        waiting.set(context, [own]);
        // Loaders ask in this phase as well: all those of one turn come before this.
        process.nextTick(askAll, context);
      }),
  });
}

function askAlone(context: RequestContext, asked: readonly Asked[]): void {
  for (const { run, fail } of asked) run(context.sql).catch(fail);
}

/** One after the other, as they share a transaction. One that fails ends it; those after it are asked alone. */
async function askTogether(context: RequestContext, asked: readonly Asked[]): Promise<void> {
  let done = 0;
  try {
    await context.readTogether(async (sql) => {
      for (const { run } of asked) {
        // oxlint-disable-next-line no-await-in-loop -- they share a connection
        await run(sql);
        done += 1;
      }
    });
  } catch (error) {
    const left = asked.slice(done);
    if (sqlStateOf(error) !== TRANSACTION_HAS_FAILED) left.shift()?.fail(error);
    askAlone(context, left);
  }
}
