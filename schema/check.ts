import "reflect-metadata";
import { appendFileSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { GraphQLError, parse } from "graphql";
import { AREAS } from "../gateway/gateway.js";
import { REPORTING_QUERY_OPERATIONS } from "../gateway/rest/reporting-query/own-operations.js";
import { REPORTING_QUERY } from "../gateway/rest/reporting-query/route.js";
import { ROUTES } from "../gateway/rest/routes.js";
import { type Clock, systemClock } from "../lib/clock.js";
import { PROJECT_ROOT, stepSummaryFile } from "../lib/config.js";
import { ACCEPTED_CHANGES, type AcceptedChange } from "./accepted-changes.js";
import { readBaseline } from "./baseline.js";
import type { Format } from "./formats/format.js";
import { github } from "./formats/github.js";
import { gitlab } from "./formats/gitlab.js";
import { json } from "./formats/json.js";
import { junit } from "./formats/junit.js";
import { sarif } from "./formats/sarif.js";
import { text } from "./formats/text.js";
import {
  adapterOperations,
  operationsOfUsage,
  readOperations,
  readUsage,
  reportingQueryOperations,
} from "./known-operations.js";
import type { AreaFile } from "./locate.js";
import { EXIT, type ExitCode, type FailOn, outcomeOf } from "./outcome.js";
import { runCheck } from "./run-check.js";
import { readStatementBudgets, STATEMENT_BUDGETS_FILE, type StatementBudgets } from "./statement-budgets.js";
import { UsageError } from "./usage-error.js";

const FORMATS: Readonly<Record<string, Format>> = { text, json, github, junit, sarif, gitlab };
const FAIL_ON: readonly FailOn[] = ["breaking", "dangerous"];

const HELP = `npm run schema:check -- [options]

Compares the schema with a baseline, and says what would break for whom.

  --against REF|FILE        a git ref, of which the merge base with HEAD is taken, or an API schema or supergraph;
                            HEAD when not given: the schema that was committed last
  --subgraph AREA=FILE      a proposed SDL in place of an area's own; may be repeated
  --operations DIR|FILE     what clients ask: a folder of .graphql files, one of them, or a manifest of persisted
                            operations as Apollo Client, Relay or graphql-codegen write it; may be repeated
  --usage FILE              who asked for what, and who called which old route
  --format FORMAT           ${Object.keys(FORMATS).join(", ")}; text when not given
  --fail-on LEVEL           ${FAIL_ON.join(" or ")}; breaking when not given

Exit code: 0 clean, 1 refused, 2 the schema does not compose, 3 arguments that are not understood.
`;

export interface CheckOptions {
  clock: Clock;
  /** The folder whose git repository has the baselines. */
  root: string;
  accepted: readonly AcceptedChange[];
  /** What the answers take now. */
  budgets: StatementBudgets;
  /** Where a summary for the page of a run goes. */
  summaryFile: string | null;
  print: (text: string) => void;
  warn: (text: string) => void;
}

/** Runs one command line and gives its exit code. */
export async function check(argv: readonly string[], options: CheckOptions): Promise<ExitCode> {
  try {
    const { values } = parseArguments(argv);
    if (values.help === true) {
      options.print(HELP);
      return EXIT.clean;
    }
    const format = Object.hasOwn(FORMATS, values.format ?? "text") ? FORMATS[values.format ?? "text"] : undefined;
    if (format === undefined) throw new UsageError(`--format must be one of ${Object.keys(FORMATS).join(", ")}.`);
    const failOn = FAIL_ON.find((level) => level === (values["fail-on"] ?? "breaking"));
    if (failOn === undefined) throw new UsageError(`--fail-on must be ${FAIL_ON.join(" or ")}.`);
    const baseline = readBaseline(values.against ?? "HEAD", options.root);
    const usage = values.usage === undefined ? null : readUsage(values.usage);
    const clientOperations = [
      ...(values.operations ?? []).flatMap(readOperations),
      ...(usage === null ? [] : operationsOfUsage(usage, values.usage ?? "")),
    ];
    const findings = await runCheck({
      areas: areasWith(values.subgraph ?? []),
      baseline,
      budgets: options.budgets,
      // The old routes first, as they are few.
      operations: [
        ...adapterOperations(ROUTES, usage),
        ...reportingQueryOperations(REPORTING_QUERY, REPORTING_QUERY_OPERATIONS, usage),
        ...clientOperations,
      ],
      knowsClients: values.operations !== undefined || usage !== null,
      accepted: options.accepted,
      today: new Date(options.clock.now()).toISOString().slice(0, 10),
    });
    const outcome = outcomeOf(findings, failOn);
    const { text: printed, summary } = format({ ...outcome, baseline: baseline.name });
    options.print(printed);
    if (summary !== undefined && options.summaryFile !== null) appendFileSync(options.summaryFile, summary);
    return outcome.exitCode;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    options.warn(`${error.message}\nnpm run schema:check -- --help tells more.\n`);
    return EXIT.misused;
  }
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        against: { type: "string" },
        subgraph: { type: "string", multiple: true },
        operations: { type: "string", multiple: true },
        usage: { type: "string" },
        format: { type: "string" },
        "fail-on": { type: "string" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The areas as they are built, each with its proposed SDL where one is given; an area may be new. */
function areasWith(proposals: readonly string[]): AreaFile[] {
  const areas = new Map(
    AREAS.map(({ name, sdl }): [string, AreaFile] => [name, { name, sdl, file: `schema/${name}.graphql` }]),
  );
  for (const proposal of proposals) {
    const [, name, file] = /^(\w+)=(.+)$/.exec(proposal) ?? [];
    if (name === undefined || file === undefined)
      throw new UsageError(`--subgraph must be AREA=FILE; "${proposal}" is not.`);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw new UsageError(`There is no file ${file}.`);
    const sdl = readFileSync(file, "utf8");
    try {
      parse(sdl, { noLocation: true });
    } catch (error) {
      if (error instanceof GraphQLError) throw new UsageError(`${file} is no SDL: ${error.message}`);
      throw error;
    }
    areas.set(name, { name, sdl, file: path.relative(process.cwd(), file) });
  }
  return [...areas.values()];
}

const program = process.argv[1];
if (program !== undefined && realpathSync(program) === import.meta.filename) {
  const exitCode = await check(process.argv.slice(2), {
    clock: systemClock,
    root: PROJECT_ROOT,
    accepted: ACCEPTED_CHANGES,
    budgets: readStatementBudgets(readFileSync(path.join(PROJECT_ROOT, "schema", STATEMENT_BUDGETS_FILE), "utf8")),
    summaryFile: stepSummaryFile(),
    print: (out) => void process.stdout.write(out),
    warn: (out) => void process.stderr.write(out),
  });
  // The planner's own process would keep this one alive.
  process.stdout.write("", () => process.exit(exitCode));
}
