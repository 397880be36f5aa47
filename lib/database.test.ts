import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../test/kit/database.js";
import { STAFF } from "../test/kit/world.js";
import { Database, databaseFailure } from "./database.js";
import { AppError } from "./errors.js";

let db: TestDatabase;
const complaints: string[] = [];
let single: Database;

beforeAll(async () => {
  db = await createDatabase();
  await db.owner.query("create table public.counter (id integer primary key, n integer not null)");
  await db.owner.query(
    "insert into public.counter values (1, 0), (2, 0); grant usage on schema public to adgraph_runtime",
  );
  await db.owner.query("grant all on public.counter to adgraph_runtime");
  // With one connection, the next statement gets the one that the last one had.
  single = new Database({ url: db.url, poolSize: 1, log: (message) => void complaints.push(message) });
});
afterAll(async () => {
  await single.close();
  await db.drop();
});

const ignore = (): void => {};

function query(sql: string, database = single): Promise<object[]> {
  return database.sqlFor(STAFF, ignore).rows(sql);
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error.code;
  return databaseFailure(error)?.code ?? `unmapped ${String(error)}`;
}

describe("a session that was killed", () => {
  test("in the middle of a statement: SERVICE_UNAVAILABLE, and the next statement has a new one", async () => {
    const owner = await backendOf(db.owner);
    const slow = failure(query("select pg_sleep(9)"));
    const kill = async (): Promise<number | null> => {
      const { rowCount } = await db.owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(9)%' and pid <> $1",
        [owner],
      );
      return rowCount;
    };
    await expect.poll(kill, { timeout: 8_000 }).toBe(1);
    expect(await slow).toBe("SERVICE_UNAVAILABLE");
    expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("in the middle of a transaction: nothing of it stays", async () => {
    const work = single.transaction(STAFF, ignore, async (sql) => {
      await sql.rows("update public.counter set n = 100 where id = 1");
      const [row] = await sql.rows<{ pid: number }>("select pg_backend_pid() as pid");
      await db.owner.query("select pg_terminate_backend($1)", [row?.pid]);
      await sql.rows("select 1");
    });
    expect(await failure(work)).toBe("SERVICE_UNAVAILABLE");
    expect(await query("select n from public.counter where id = 1")).toEqual([{ n: 0 }]);
  });

  async function backendOf(client: pg.Client): Promise<number> {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return rows[0]?.pid ?? 0;
  }
});

describe("transactions that get in each other's way", () => {
  test("a deadlock: both are done in the end, each as a whole", async () => {
    const two = new Database({ url: db.url, poolSize: 4 });
    const attempts = { a: 0, b: 0 };
    const arrivals = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
    const crossing = (name: "a" | "b", first: number, second: number): Promise<void> =>
      two.transaction(STAFF, ignore, async (sql) => {
        attempts[name] += 1;
        await sql.rows("update public.counter set n = n + 1 where id = ?", [first]);
        arrivals[name].resolve();
        // The first time both hold one row before either asks for its second.
        if (attempts[name] === 1) await Promise.all([arrivals.a.promise, arrivals.b.promise]);
        await sql.rows("update public.counter set n = n + 1 where id = ?", [second]);
      });
    await Promise.all([crossing("a", 1, 2), crossing("b", 2, 1)]);
    await two.close();
    expect(attempts.a + attempts.b).toBeGreaterThan(2);
    expect(await query("select n from public.counter order by id")).toEqual([{ n: 2 }, { n: 2 }]);
  });

  test("one that always loses is given up after three more tries: CONFLICT", async () => {
    let tries = 0;
    const work = single.transaction(STAFF, ignore, async (sql) => {
      tries += 1;
      await sql.rows("do $$ begin raise exception 'lost' using errcode = '40001'; end $$");
    });
    expect(await failure(work)).toBe("CONFLICT");
    expect(tries).toBe(4);
  });

  test("a lock that another one holds too long: CONFLICT", async () => {
    await db.owner.query("begin; update public.counter set n = n where id = 1");
    expect(await failure(query("update public.counter set n = n where id = 1"))).toBe("CONFLICT");
    await db.owner.query("rollback");
  });

  test("a lock that several others hold one after the other, none of them too long: CONFLICT as well", async () => {
    const locking = "select n from public.counter where id = 1 for update";
    const next = new pg.Client({ connectionString: db.url });
    await next.connect();
    await db.owner.query(`begin; ${locking}`);
    const nexts = next.query(`begin; ${locking}`);
    await sleep(100);
    const refused = failure(query(locking));
    await sleep(1_000);
    await db.owner.query("rollback");
    await nexts;
    expect(await refused).toBe("CONFLICT");
    await next.end();
  });
});

describe("what a client is told", () => {
  test("a statement that takes too long is ended by the server: DEADLINE_EXCEEDED", async () => {
    const started = Date.now();
    expect(await failure(query("select pg_sleep(5)"))).toBe("DEADLINE_EXCEEDED");
    expect(Date.now() - started).toBeLessThan(4_000);
  });

  test("no free connection within a second, no server at all: SERVICE_UNAVAILABLE", async () => {
    const busy = query("select pg_sleep(1.8)");
    expect(await failure(query("select 1"))).toBe("SERVICE_UNAVAILABLE");
    await busy;
    const nowhere = new Database({ url: "postgres://nobody@127.0.0.1:1/none" });
    expect(await failure(query("select 1", nowhere))).toBe("SERVICE_UNAVAILABLE");
    await nowhere.close();
  });

  test("a value that can't be kept: BAD_USER_INPUT; one that is there already: DUPLICATE", async () => {
    for (const sql of [
      "select 'x'::integer",
      "select '2023-02-30'::date",
      "select 10::numeric(1)",
      "select convert_from('\\x00', 'UTF8')",
    ]) {
      expect([sql, await failure(query(sql))]).toEqual([sql, "BAD_USER_INPUT"]);
    }
    expect(await failure(query("insert into public.counter values (1, 0)"))).toBe("DUPLICATE");
  });

  test("anything else is ours", () => {
    expect(databaseFailure(new TypeError("Cannot read properties of undefined (reading 'timeout')"))).toBeUndefined();
    expect(databaseFailure(Object.assign(new Error("syntax"), { code: "42601" }))).toBeUndefined();
  });
});

describe("a statement that comes again", () => {
  const sql = () => single.sqlFor(STAFF, ignore);
  const preparedNow = async (): Promise<number> => {
    const [row] = await sql().rows<{ n: number }>("select count(*)::integer as n from pg_prepared_statements");
    return row?.n ?? 0;
  };

  test("is prepared once, and runs on after its table has changed", async () => {
    const ask = async () => await sql().rows("select n, id from public.counter where id = ?", [2]);
    expect(await ask()).toEqual([{ n: 2, id: 2 }]);
    const before = await preparedNow();
    for (let again = 0; again < 3; again += 1) expect(await ask()).toEqual([{ n: 2, id: 2 }]);
    expect(await preparedNow()).toBe(before + 1);
    await db.owner.query("alter table public.counter alter n type text");
    for (let again = 0; again < 3; again += 1) expect(await ask()).toEqual([{ n: "2", id: 2 }]);
    await db.owner.query("alter table public.counter alter n type integer using n::integer");
    expect(await ask()).toEqual([{ n: 2, id: 2 }]);
  });

  test("takes memory of the server up to a limit, however many there are", async () => {
    for (let n = 0; n < 600; n += 1) {
      for (let again = 0; again < 2; again += 1)
        expect(await sql().rows(`select ?::integer as number_${n}`, [n])).toEqual([{ [`number_${n}`]: n }]);
    }
    expect(await preparedNow()).toBeLessThanOrEqual(250);
  });

  test("with too few values, or one that is none, is a mistake of ours", async () => {
    await expect(sql().rows("select ?::text, ?::text", ["one"])).rejects.toThrow(TypeError);
    // A list with a hole, which TypeScript takes for a list of values.
    await expect(sql().rows("select ?::text", Array.from<string>({ length: 1 }))).rejects.toThrow(TypeError);
  });
});

test("the driver complains to the log and not to standard output", () => {
  expect(complaints.length).toBeGreaterThan(0);
});
