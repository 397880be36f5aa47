import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { PROJECT_ROOT } from "../../lib/config.js";

/** Builds the program as `npm start` does; quick when nothing changed. */
export function build(): void {
  const { status, stdout } = spawnSync(
    path.join(PROJECT_ROOT, "node_modules/.bin/tsc"),
    ["-p", "tsconfig.build.json"],
    {
      cwd: PROJECT_ROOT,
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`the build failed:\n${stdout}`);
}

export interface Program {
  process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  errors(): string;
  /** Resolves with the exit code; null when a signal ended it. */
  exited: Promise<number | null>;
}

/** Runs one of the built programs with no other settings than the given ones; `flags` are Node's own. */
export function run(
  script: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Program {
  const program = path.join(PROJECT_ROOT, "dist", script);
  return launch(process.execPath, [...flags, "--enable-source-maps", program, ...args], settings);
}

/** Runs a script of package.json as a person would. */
export function runNpm(script: string, settings: Readonly<Record<string, string>>): Program {
  return launch("npm", ["run", script], settings);
}

function launch(command: string, args: readonly string[], settings: Readonly<Record<string, string>>): Program {
  const child = spawn(command, args, {
    cwd: PROJECT_ROOT,
    env: { PATH: process.env["PATH"], LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    exited: once(child, "close").then(([code]: (number | null)[]) => code ?? null),
  };
}

const SERVICE = /GraphQL and its explorer\s+(http:\/\/\S+)\/graphql/;

/** The address of a started program, once it says by the pattern's group where it is; a service, when no pattern is given. Throws when it is not there within so many milliseconds. */
export async function ready(program: Program, pattern = SERVICE, within = 60_000): Promise<string> {
  const deadline = Date.now() + within;
  while (Date.now() < deadline) {
    const address = pattern.exec(program.output())?.[1];
    if (address !== undefined && program.output().endsWith("\n")) return address;
    if (program.process.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the service is not ready:\n${program.output()}\n${program.errors()}`);
}
