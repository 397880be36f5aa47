import { INGEST_COMMANDS } from "../../gateway/gateway.js";
import { createIngestEnvironment } from "../../gateway/ingest-environment.js";
import { Readable } from "node:stream";
import type { TestService } from "./service.js";

/** Loads the lines of a CSV file by one of the commands, into the service's database. */
export async function loadFile(
  service: TestService,
  command: string,
  advertisable: string,
  lines: readonly string[],
  options: readonly string[] = [],
): Promise<{ loaded: boolean | undefined; out: string }> {
  const out: string[] = [];
  const environment = createIngestEnvironment(service.db.owner, service.gateway, (line) => out.push(line));
  const loaded = await INGEST_COMMANDS[command]?.run(["-", "--advertisable", advertisable, ...options], {
    ...environment,
    open: () => Promise.resolve({ stream: Readable.from([lines.join("\n")]), size: null }),
  });
  return { loaded, out: out.join("\n") };
}

/** A field as CSV quotes it. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
