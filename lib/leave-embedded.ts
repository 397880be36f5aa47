import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { RunningPostgres } from "./embedded-postgres.js";

/** Milliseconds between two looks, and until it is said what is waited for. */
const LOOK_EVERY = 200;
const SAY_AFTER = 2_000;

const OTHERS = `select exists (select from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()) as others`;

/**
 * Ends what a program has of the embedded PostgreSQL. The one that started it ends it, but not under another program
 * that has joined it meanwhile, such as a second load: it waits until that is done.
 *
 * @param say told once when there is something to wait for.
 */
export async function leaveEmbedded(server: RunningPostgres, say: (line: string) => void): Promise<void> {
  if (!server.reused) await othersLeft(server.url, say);
  await server.stop();
}

async function othersLeft(url: string, say: (line: string) => void): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    for (let waited = 0; ; waited += LOOK_EVERY) {
      const { rows } = await client.query<{ others: boolean }>(OTHERS);
      if (rows[0]?.others !== true) return;
      if (waited === SAY_AFTER) say("The database ends when the others that use it have ended; Ctrl+C ends it now.");
      await sleep(LOOK_EVERY);
    }
  } catch {
    // A server that is away needs no waiting for.
  } finally {
    await client.end().catch(() => {});
  }
}
