import "reflect-metadata";
import { parseArgs } from "node:util";
import { readConfig } from "../lib/config.js";
import { ADDRESS_OPTIONS, addressOf } from "./address-options.js";
import { runProgram } from "./run-program.js";

const USAGE = `Usage: npm start [-- --demo] [--port N] [--host ADDRESS]
       node dist/gateway/main.js --supergraph FILE [--port N] [--host ADDRESS]

Starts the service. Without DATABASE_URL it runs its own PostgreSQL in DATA_DIR and loads the demo data into
it; with DATABASE_URL it uses that server, and loads the demo data into an empty database only with --demo.

With --supergraph it serves the composed supergraph in the file, over the subgraphs at the addresses that stand
there, without a database and without sign-in.

Every setting is listed in .env.example.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...ADDRESS_OPTIONS,
      demo: { type: "boolean" },
      supergraph: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const settings = readConfig();
  const config = { ...settings, ...addressOf(values, settings) };
  // Loaded when needed only: the areas and their tables are nothing to a gateway of other people's subgraphs.
  if (values.supergraph !== undefined) {
    const { serveSupergraph } = await import("./serve-supergraph.js");
    await serveSupergraph(values.supergraph, config);
  } else {
    const { serveAreas } = await import("./serve-areas.js");
    await serveAreas(config, values.demo ?? false);
  }
}

await runProgram("adgraph", main);
