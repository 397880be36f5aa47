import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type pg from "pg";
import { ADAPTER_PAGE_LIMIT, dataOf } from "../lib/context.js";
import type { Viewer } from "../lib/viewer.js";
import type { Gateway, IngestEnvironment } from "./gateway.js";

/** Who loads files, as audit rows name it. It is no person and can't sign in. */
const INGEST_EID = "INGEST".padEnd(22, "A");
const INGEST_VIEWER: Viewer = {
  userEid: INGEST_EID,
  organizationEid: INGEST_EID,
  role: "STAFF",
  advertisables: "ALL",
  apiClient: null,
};

/** What a command has besides a place to print to; a load that nobody watches needs neither. */
export interface IngestTerminal extends Pick<IngestEnvironment, "progress"> {
  /** Standard input. */
  input: Readable;
}

const NO_TERMINAL: IngestTerminal = {
  input: Readable.from([]),
  progress: () => ({ update: () => {}, stop: () => {} }),
};

/** What a command of the areas works with. `owner` is a connection as the owner of the tables. */
export function createIngestEnvironment(
  owner: pg.Client,
  gateway: Gateway,
  print: (line: string) => void,
  terminal: IngestTerminal = NO_TERMINAL,
): IngestEnvironment {
  // One name for all that this load writes.
  const requestId = gateway.contextFor({ viewer: INGEST_VIEWER, requestId: INGEST_EID }).newEid();
  return {
    owner,
    print,
    progress: terminal.progress,
    ask: async (operation, variables) => {
      const asker = { viewer: INGEST_VIEWER, requestId, pageLimit: ADAPTER_PAGE_LIMIT };
      return dataOf(await gateway.ask(operation, variables, asker));
    },
    open: async (file) => {
      if (file === "-") return { stream: terminal.input, size: null };
      const { size } = await stat(file);
      return { stream: createReadStream(file), size };
    },
  };
}
