import { type Finding, LEVELS, type Level } from "./finding.js";

/** From which level on a change refuses; `breaking` when not told. */
export type FailOn = "breaking" | "dangerous";

export const EXIT = { clean: 0, refused: 1, notComposed: 2, misused: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One printed row. */
export interface Row extends Finding {
  /** Whether this row alone makes the check fail. */
  refuses: boolean;
}

export interface Outcome {
  /** Worst first. */
  rows: readonly Row[];
  exitCode: ExitCode;
}

/** The rows to print and the exit code, made together, so that no row can refuse without the exit code saying so. */
export function outcomeOf(findings: readonly Finding[], failOn: FailOn): Outcome {
  const rows = findings
    .map((each): Row => ({ ...each, refuses: refuses(each.level, failOn) }))
    .toSorted((a, b) => rank(a) - rank(b));
  const composes = !rows.some(({ kind }) => kind === "composition");
  const isRefused = rows.some((row) => row.refuses);
  return { rows, exitCode: composes ? (isRefused ? EXIT.refused : EXIT.clean) : EXIT.notComposed };
}

function refuses(level: Level, failOn: FailOn): boolean {
  return level === "breaking" || (level === "dangerous" && failOn === "dangerous");
}

function rank(row: Row): number {
  return (row.kind === "composition" ? 0 : 10) + LEVELS.indexOf(row.level);
}
