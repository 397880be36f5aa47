import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_ROOT } from "../../lib/config.js";

export interface SourceFile {
  /** Path from the project's folder. */
  path: string;
  text: string;
  /** What it imports: our files by their path from the project's folder, packages by their name. */
  imports: string[];
}

const FOLDERS = ["lib", "subgraphs", "gateway", "schema", "migrations", "test"];
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|(?:^|\n)\s*import\s*"([^"]+)"|import\("([^"]+)"\)/g;

/** All TypeScript files of the project. */
export function sourceFiles(): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
      .map((name) => path.join(folder, name)),
  ).map((file) => {
    const text = readFileSync(path.join(PROJECT_ROOT, file), "utf8");
    return {
      path: file,
      text,
      imports: [...text.matchAll(IMPORT)].map((match) => resolve(file, match[1] ?? match[2] ?? match[3] ?? "")),
    };
  });
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith(".") ? path.join(path.dirname(file), specifier).replace(/\.js$/, ".ts") : specifier;
}
