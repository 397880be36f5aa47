import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const CLI = require.resolve("relay-compiler/cli.js");

/** How the graph's scalars reach a client in JSON. */
const SCALARS = { Count: "number", CurrencyCode: "string", Date: "string", DateTime: "string", Decimal: "string" };

const CONFIG = {
  language: "typescript",
  src: "src",
  schema: "schema.graphql",
  artifactDirectory: "src/__generated__",
  customScalarTypes: SCALARS,
  requireCustomScalarTypes: true,
  useImportTypeSyntax: true,
  noSourceControl: true,
};

/** Runs relay-compiler and returns its artifacts by file name; an error has what it said. */
export async function compileRelay(documents: string, schema: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), "adgraph-relay-"));
  try {
    const artifacts = path.join(folder, CONFIG.artifactDirectory);
    await mkdir(artifacts, { recursive: true });
    await writeFile(path.join(folder, "relay.config.json"), JSON.stringify(CONFIG));
    await writeFile(path.join(folder, CONFIG.schema), schema);
    // It reads documents from tagged templates only.
    await writeFile(path.join(folder, CONFIG.src, "campaigns.ts"), `graphql\`${documents}\`;\n`);
    // Without watchman, which would need a daemon on the machine.
    await promisify(execFile)(process.execPath, [CLI, "--noWatchman", "--output", "quiet-with-errors"], {
      cwd: folder,
    });
    const names = await readdir(artifacts);
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(path.join(artifacts, name), "utf8")])),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
