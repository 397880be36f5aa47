import { startPostgres } from "../lib/embedded-postgres.js";
import type { Shutdown } from "./shutdown.js";

/** Starts the embedded PostgreSQL, or joins the one that runs on the data folder, and gives its address. */
export async function startEmbedded(dataDir: string, shutdown: Shutdown): Promise<string> {
  const postgres = await startPostgres({ dataDir });
  shutdown.add(() => postgres.stop());
  return postgres.url;
}
