import type { AcceptedChange } from "./accepted-changes.js";
import type { JudgedChange } from "./changes.js";
import { finding, type Finding } from "./finding.js";
import type { UsageIndex } from "./usage-index.js";

export interface Usage {
  index: UsageIndex;
  /** How many operations of clients are known; null when nobody said what clients ask, so that anything may be in use. */
  clientOperations: number | null;
}

/** Changes as findings: what nobody would notice is safe, what is used names who uses it. */
export function judgeByUsage(changes: readonly JudgedChange[], usage: Usage): Finding[] {
  return changes.map(({ noticedBy, ...change }) => {
    const uses = (noticedBy ?? []).flatMap((key) => usage.index.get(key) ?? []);
    const known = [...new Map(uses.map((use) => [`${use.source} ${use.operation}`, use])).values()];
    const base = finding({ kind: "change", ...change });
    if (change.level === "safe" || noticedBy === null) return base;
    if (known.length > 0) return { ...base, uses: known };
    if (usage.clientOperations === null) return base;
    const reason = `Nobody uses it: none of ${usage.clientOperations} known operations and none of the old routes.`;
    return { ...base, level: "safe", reason, remedy: null };
  });
}

/** Lets accepted changes pass, and refuses exceptions that are past their day or match nothing. */
export function applyExceptions(
  findings: readonly Finding[],
  accepted: readonly AcceptedChange[],
  today: string,
): Finding[] {
  const matched = new Set<AcceptedChange>();
  const judged = findings.map((each): Finding => {
    const exception = accepted.find(
      ({ coordinate, code }) => each.kind === "change" && coordinate === each.coordinate && code === each.code,
    );
    if (exception === undefined) return each;
    matched.add(exception);
    if (today > exception.expires) return each;
    return { ...each, level: "safe", reason: `Accepted until ${exception.expires}: ${exception.reason}`, remedy: null };
  });
  const wrong = accepted.flatMap((exception): Finding[] => {
    const { coordinate, code, expires } = exception;
    const base = { kind: "exception", level: "breaking", coordinate } as const;
    if (today > expires)
      return [
        finding({
          ...base,
          code: "EXCEPTION_EXPIRED",
          message: `The exception for ${code} of ${coordinate} ended on ${expires}`,
          remedy: "Undo the change, or agree on another day in schema/accepted-changes.ts.",
        }),
      ];
    if (matched.has(exception)) return [];
    return [
      finding({
        ...base,
        code: "EXCEPTION_UNUSED",
        message: `The exception for ${code} of ${coordinate} matches no change`,
        remedy: "Remove it from schema/accepted-changes.ts.",
      }),
    ];
  });
  return [...judged, ...wrong];
}
