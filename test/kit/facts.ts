import { INGEST_COMMANDS } from "../../gateway/gateway.js";
import { createIngestEnvironment } from "../../gateway/ingest-environment.js";
import { Readable } from "node:stream";
import { generateEvents, type GeneratedFile } from "../../subgraphs/reporting/generated-events.js";
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

/** Deliveries of forty days before an end, with touchpoints and conversions that fit them, and the objects that they name. */
export async function loadGeneratedEvents(
  service: TestService,
  advertisable: string,
  options: { events: number; end: string; seed: number },
): Promise<void> {
  const files: Record<GeneratedFile, string> = { touchpoints: "", conversions: "", deliveries: "" };
  for (const { file, text } of generateEvents({ days: 40, ...options })) files[file] += text;
  for (const file of ["deliveries", "touchpoints", "conversions"] as const) {
    const lines = files[file].trimEnd().split("\n");
    const flags = file === "conversions" ? [] : ["--create-entities"];
    const { loaded, out } = await loadFile(service, file, advertisable, lines, flags);
    if (loaded !== true) throw new Error(out);
  }
}
