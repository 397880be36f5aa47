import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";
import { benchAudience } from "./audience-bench.js";
import { BENCH_FOLDER, hasPeer } from "./child-server.js";
import { benchEmail } from "./email-bench.js";
import { benchEngine } from "./engine-bench.js";
import { benchFlood } from "./flood-bench.js";
import { benchReporting } from "./reporting-bench.js";
import { benchReportingQuery } from "./reporting-query-bench.js";
import { benchRest } from "./rest-bench.js";
import { benchSoak } from "./soak-bench.js";
import { benchUsage } from "./usage-bench.js";

const OPTIONS = {
  rounds: { type: "string", default: "20" },
  seconds: { type: "string" },
  operations: { type: "string", default: "10000" },
  mails: { type: "string", default: "10000" },
  "no-peer": { type: "boolean", default: false },
  rows: { type: "string", default: "1000000" },
  pages: { type: "string", default: "2000" },
  touchpoints: { type: "string", default: "10000000" },
  advertisables: { type: "string", default: "200" },
  parts: { type: "string", default: "reports,export,histories,loads" },
  keep: { type: "string" },
  out: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

interface Bench {
  /** Its options and their defaults. */
  options: string;
  /** What it does, for whoever reads the list. */
  does: string;
  run(values: Values, print: (line: string) => void): Promise<void>;
}

function roundsOf({ rounds, seconds }: Values): { rounds: number; seconds: number } {
  return { rounds: Number(rounds), seconds: Number(seconds ?? 0.5) };
}

const BENCHES: Readonly<Record<string, Bench>> = {
  engine: {
    options: "[--rounds 20] [--seconds 0.5] [--operations 10000] [--no-peer]",
    does: "compares our gateway with a bare server and with a peer, then floods it with one-off operations",
    run: async (values, print) => {
      if (!values["no-peer"] && !hasPeer()) installPeer();
      await benchEngine({ ...roundsOf(values), print });
      await benchFlood({ operations: Number(values.operations), print });
    },
  },
  soak: {
    options: "[--seconds 300]",
    does: "runs our gateway for long and prints its memory",
    run: async ({ seconds }, print) => await benchSoak({ seconds: Number(seconds ?? 300), print }),
  },
  rest: {
    options: "[--rounds 20] [--seconds 0.5]",
    does: "compares GETs of the old interface with the operations that answer them",
    run: async (values, print) => await benchRest({ ...roundsOf(values), print }),
  },
  email: {
    options: "[--mails 10000] [--rounds 20]",
    does: "compares the sending of a campaign with a bare loop over the same connections",
    run: async ({ mails, rounds }, print) => await benchEmail({ mails: Number(mails), rounds: Number(rounds), print }),
  },
  audience: {
    options: "[--rows 1000000] [--pages 2000]",
    does: "compares a page of a long list with hand-written SQL",
    run: async ({ rows, pages }, print) => await benchAudience({ rows: Number(rows), pages: Number(pages), print }),
  },
  reporting: {
    options:
      "[--touchpoints 10000000] [--advertisables 200] [--rounds 20] [--rows 1000000] [--parts reports,export,histories,loads] [--keep FOLDER]",
    does: "compares reports with hand-written SQL and loads with a bare COPY; exports, and attributes. What is filled into FOLDER is there for the next run",
    run: async ({ touchpoints, advertisables, rounds, rows, parts, keep }, print) =>
      await benchReporting({
        touchpoints: Number(touchpoints),
        advertisables: Number(advertisables),
        rounds: Number(rounds),
        rows: Number(rows),
        parts: parts.split(","),
        keep,
        print,
      }),
  },
  usage: {
    options: "[--rounds 20] [--seconds 0.5]",
    does: "says what recording who asks for what costs on the hot path",
    run: async (values, print) => await benchUsage({ ...roundsOf(values), print }),
  },
  "reporting-query": {
    options: "[--rounds 20] [--seconds 0.5]",
    does: "compares the old reporting query with the same questions to /graphql",
    run: async (values, print) => await benchReportingQuery({ ...roundsOf(values), print }),
  },
};

const USAGE = `Usage: npm run bench -- NAME [options] [--out FILE]

${Object.entries(BENCHES)
  .map(([name, { options, does }]) => `${name} ${options}\n    ${does}`)
  .join("\n")}

The peer is installed into test/bench/node_modules when it is not there yet, unless --no-peer. Nothing is
written but to --out.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const bench = BENCHES[positionals[0] ?? ""];
  if (values.help || bench === undefined) {
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
  await bench.run(values, print);
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
