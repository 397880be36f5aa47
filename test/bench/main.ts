import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";
import { benchAudience } from "./audience-bench.js";
import { BENCH_FOLDER, hasPeer } from "./child-server.js";
import { benchEmail } from "./email-bench.js";
import { benchEngine } from "./engine-bench.js";
import { benchFlood } from "./flood-bench.js";
import { benchRest } from "./rest-bench.js";
import { benchSoak } from "./soak-bench.js";

const BENCHES = ["engine", "soak", "rest", "audience", "email"];

const USAGE = `Usage: npm run bench -- engine [--rounds 20] [--seconds 0.5] [--operations 10000] [--no-peer] [--out FILE]
       npm run bench -- soak [--seconds 300] [--out FILE]
       npm run bench -- rest [--rounds 20] [--seconds 0.5] [--out FILE]
       npm run bench -- email [--mails 10000] [--rounds 20] [--out FILE]
       npm run bench -- audience [--rows 1000000] [--pages 2000] [--out FILE]

engine  compares our gateway with a bare server and with a peer, then floods it with one-off operations
soak    runs it for long and prints its memory
rest    compares a GET of the old interface with the operation that answers it
email   compares the sending of a campaign with a bare loop over the same connections
audience  compares a page of a long list with hand-written SQL

The peer is installed into test/bench/node_modules when it is not there yet, unless --no-peer. Nothing is
written but to --out.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "20" },
      seconds: { type: "string" },
      operations: { type: "string", default: "10000" },
      mails: { type: "string", default: "10000" },
      "no-peer": { type: "boolean", default: false },
      rows: { type: "string", default: "1000000" },
      pages: { type: "string", default: "2000" },
      out: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const [what] = positionals;
  if (values.help || !BENCHES.some((each) => each === what)) {
    process.stdout.write(USAGE);
    return;
  }
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  print(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine()}`);
  print(`\`npm run bench -- ${process.argv.slice(2).join(" ")}\``);
  if (what === "engine") {
    if (!values["no-peer"] && !hasPeer()) installPeer();
    await benchEngine({ rounds: Number(values.rounds), seconds: Number(values.seconds ?? 0.5), print });
    await benchFlood({ operations: Number(values.operations), print });
  } else if (what === "email") {
    await benchEmail({ mails: Number(values.mails), rounds: Number(values.rounds), print });
  } else if (what === "rest") {
    await benchRest({ rounds: Number(values.rounds), seconds: Number(values.seconds ?? 0.5), print });
  } else if (what === "audience") {
    await benchAudience({ rows: Number(values.rows), pages: Number(values.pages), print });
  } else {
    await benchSoak({ seconds: Number(values.seconds ?? 300), print });
  }
  if (values.out !== undefined) writeFileSync(values.out, `${lines.join("\n")}\n`);
}

function machine(): string {
  const [cpu] = os.cpus();
  const load = os.loadavg()[0] ?? 0;
  return `${os.cpus().length} × ${cpu?.model ?? "unknown"}, ${os.type()} ${os.release()}, load ${load.toFixed(1)} at the start`;
}

function installPeer(): void {
  process.stdout.write("Installing the peer …\n");
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: BENCH_FOLDER, stdio: "ignore" });
  } catch {
    process.stdout.write("The peer could not be installed: it is left out.\n");
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
