import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parse } from "graphql";
import { readSupergraph } from "../gateway/composition/read-supergraph.js";
import type { AreaSchema } from "./federation-changes.js";
import { readStatementBudgets, STATEMENT_BUDGETS_FILE, type StatementBudgets } from "./statement-budgets.js";
import { UsageError } from "./usage-error.js";

/** What the schema is compared with. */
export interface Baseline {
  /** For a person: the commit or the file. */
  name: string;
  apiSdl: string;
  /** Null where the baseline is an API schema alone: nothing is known of plans then. */
  supergraphSdl: string | null;
  /** Empty where the areas' own SDL is not known. */
  areas: readonly AreaSchema[];
  /** Empty where they are not known. */
  budgets: StatementBudgets;
}

const SHALLOW =
  "This clone is shallow, so the merge base can't be found. Run `git fetch --unshallow`, or give actions/checkout `fetch-depth: 0`.";

/** Reads a baseline: a file with an API schema or a supergraph, or else the merge base with a git ref. */
export function readBaseline(against: string, root: string): Baseline {
  if (statSync(against, { throwIfNoEntry: false })?.isFile() === true) return fromFile(against);
  return fromGit(against, root);
}

function fromFile(file: string): Baseline {
  const text = readFileSync(file, "utf8");
  const isSupergraph = text.includes("https://specs.apollo.dev/join/");
  try {
    if (!isSupergraph) {
      parse(text, { noLocation: true });
      return { name: file, apiSdl: text, supergraphSdl: null, areas: [], budgets: {} };
    }
    return { name: file, apiSdl: apiOf(text), supergraphSdl: text, areas: [], budgets: {} };
  } catch (error) {
    throw new UsageError(`${file} is no schema: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A supergraph of ours names no addresses, which whoever serves one needs and a comparison does not. */
function apiOf(supergraphSdl: string): string {
  return readSupergraph(supergraphSdl.replaceAll('url: ""', 'url: "http://in.process/"')).apiSdl;
}

function fromGit(ref: string, root: string): Baseline {
  const git = (...args: string[]): string | null => {
    try {
      return execFileSync("git", args, {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        maxBuffer: 2 ** 28,
      });
    } catch {
      return null;
    }
  };
  const isShallow = git("rev-parse", "--is-shallow-repository")?.trim() === "true";
  const commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`)?.trim();
  const head = git("rev-parse", "HEAD")?.trim();
  if (commit === undefined) {
    throw new UsageError(
      isShallow ? SHALLOW : `--against: "${ref}" is neither a file nor a git ref of this repository.`,
    );
  }
  // What is checked out needs no history to be found.
  if (isShallow && commit !== head) throw new UsageError(SHALLOW);
  const base = git("merge-base", commit, "HEAD")?.trim();
  if (base === undefined) throw new UsageError(`"${ref}" and HEAD have no commit in common.`);
  const prefix = git("rev-parse", "--show-prefix")?.trim() ?? "";
  const show = (file: string): string | null => git("show", `${base}:${prefix}schema/${file}`);
  const apiSdl = show("api.graphql");
  if (apiSdl === null)
    throw new UsageError(`The commit ${base.slice(0, 9)} has no schema/api.graphql to compare with.`);
  const files = (git("ls-tree", "--name-only", base, "schema/") ?? "").split("\n");
  const areas = files
    .map((file) => path.basename(file.trim(), ".graphql"))
    .filter((name, at) => files[at]?.endsWith(".graphql") === true && !["api", "supergraph"].includes(name))
    .map((name) => ({ name, typeDefs: parse(show(`${name}.graphql`) ?? "", { noLocation: true }) }));
  const budgets = readStatementBudgets(show(STATEMENT_BUDGETS_FILE));
  return { name: base.slice(0, 9), apiSdl, supergraphSdl: show("supergraph.graphql"), areas, budgets };
}
