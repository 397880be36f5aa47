import { ConfigError } from "../lib/config.js";

/** Exit code of a configuration that must not be started with (sysexits, EX_CONFIG). */
const EX_CONFIG = 78;

/** Runs a program's main function; what it throws ends the program with one line that says why. */
export async function runProgram(name: string, main: () => Promise<void>): Promise<void> {
  // Only what gateway/split.ts starts has a channel to lose; however that ends, this ends with it.
  process.on("disconnect", () => process.exit(1));
  if (process.channel !== undefined && !process.connected) process.exit(1);
  try {
    await main();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${name} can't start: ${message}\n`);
    process.exit(error instanceof ConfigError ? EX_CONFIG : 1);
  }
}
