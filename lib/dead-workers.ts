import pg from "pg";

/** First half of the locks by which workers show that they live; any number that no other program takes. */
const ALIVE = 4_091_528;

const HOLD = "select pg_advisory_lock_shared($1, hashtext($2))";

/**
 * Frees the jobs of workers that were killed, which the queue itself would keep for hours. A worker that
 * lives holds a lock under its name, which ends with its process's connection, however that ends.
 */
export class DeadWorkers {
  readonly #url: string;
  readonly #own = new Set<string>();
  #guard: Promise<pg.Client> | undefined;
  /** Ends when all has been done that was asked for: a connection does one thing at a time. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  /** Shows that a worker of this process lives. */
  async add(worker: string): Promise<void> {
    await this.#next(async () => {
      const guard = await this.#connected();
      await guard.query(HOLD, [ALIVE, worker]);
      this.#own.add(worker);
    });
  }

  /** The workers that hold jobs and are dead. */
  async find(): Promise<string[]> {
    return await this.#next(() => this.#find());
  }

  async #find(): Promise<string[]> {
    const guard = await this.#connected();
    const { rows } = await guard.query<{ worker: string }>(
      `select distinct locked_by as worker from graphile_worker.jobs
       where locked_by is not null and locked_by <> all($1) order by 1`,
      [[...this.#own]],
    );
    const dead: string[] = [];
    for (const { worker } of rows) {
      const { rows: got } = await guard.query<{ dead: boolean }>(
        "select pg_try_advisory_lock($1, hashtext($2)) as dead",
        [ALIVE, worker],
      );
      if (got[0]?.dead !== true) continue;
      await guard.query("select pg_advisory_unlock($1, hashtext($2))", [ALIVE, worker]);
      dead.push(worker);
    }
    return dead;
  }

  async close(): Promise<void> {
    await this.#busy;
    const guard = await this.#guard?.catch(() => undefined);
    this.#guard = undefined;
    await guard?.end();
  }

  /** The connection that holds the locks; when it was lost, a new one that holds them all. */
  async #connected(): Promise<pg.Client> {
    this.#guard ??= this.#connect();
    try {
      return await this.#guard;
    } catch (error) {
      this.#guard = undefined;
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const guard = new pg.Client({ connectionString: this.#url, keepAlive: true });
    const lose = (): void => void (this.#guard = undefined);
    guard.on("error", lose);
    guard.on("end", lose);
    await guard.connect();
    for (const worker of this.#own) {
      await guard.query(HOLD, [ALIVE, worker]);
    }
    return guard;
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#busy.then(work);
    this.#busy = done.catch(() => {});
    return done;
  }
}
