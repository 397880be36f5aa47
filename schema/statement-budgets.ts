import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { finding, type Finding } from "./finding.js";
import type { KnownOperation } from "./usage-index.js";
import { UsageError } from "./usage-error.js";

/** Beside the SDL files. A test counts the statements of each route on the demo and keeps the file true. */
export const STATEMENT_BUDGETS_FILE = "statement-budgets.json";

const BUDGETS = Type.Record(Type.String(), Type.Integer({ minimum: 0 }));

/** SQL statements that an answer takes, by the name of its operation: `GET /api/v1/campaign/get`. */
export type StatementBudgets = Readonly<Static<typeof BUDGETS>>;

/** Empty where there is no file, as in the commits before there was one. */
export function readStatementBudgets(text: string | null): StatementBudgets {
  if (text === null) return {};
  const value: unknown = JSON.parse(text);
  if (!Value.Check(BUDGETS, value)) throw new UsageError(`${STATEMENT_BUDGETS_FILE} holds something else than counts.`);
  return value;
}

/** Operations that take more SQL statements than in the baseline, each with who is known to call it. */
export function statementChanges(
  before: StatementBudgets,
  after: StatementBudgets,
  operations: readonly KnownOperation[],
): Finding[] {
  return Object.entries(after).flatMap(([name, is]) => {
    const was = before[name];
    if (was === undefined || is <= was) return [];
    const clients = operations.flatMap((each) => (each.name === name ? each.clients : []));
    const callers = clients.length === 0 ? "" : `, called by ${clients.join(", ")}`;
    return [
      finding({
        kind: "cost",
        level: "dangerous",
        code: "MORE_STATEMENTS",
        coordinate: null,
        message: `${name} takes ${is} SQL statements, before ${was}${callers}`,
        remedy: "Read what is new in the statements that are there, or accept that it is slower.",
      }),
    ];
  });
}
