import { OTHER_OPERATIONS } from "./usage-recorder.js";
import type { RecordedCalls } from "./usage.table.js";

/** All calls of one operation or route by one client. */
export interface UsageRow {
  kind: RecordedCalls["kind"];
  /** The route, or the operation's name. */
  name: string;
  subject: string;
  client: string;
  calls: number;
  errors: number;
  /** ISO 8601, in UTC. */
  lastSeen: string;
}

/** One row for each operation or route and client; what was called last stands first. */
export function summarise(calls: readonly RecordedCalls[]): UsageRow[] {
  const groups = Map.groupBy(calls, ({ kind, subject, client }) => JSON.stringify([kind, subject, client]));
  return [...groups.values()]
    .flatMap((group): UsageRow[] => {
      const [first] = group;
      if (first === undefined) return [];
      const lastSeen = new Date(Math.max(...group.map((each) => each.lastSeenAt.getTime()))).toISOString();
      return [
        {
          kind: first.kind,
          name: nameOf(first),
          subject: first.subject,
          client: clientName(first.client),
          calls: sum(group.map((each) => each.calls)),
          errors: sum(group.map((each) => each.errors)),
          lastSeen,
        },
      ];
    })
    .toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : a.lastSeen > b.lastSeen ? -1 : b.calls - a.calls));
}

/** Some requests name no client. */
export function clientName(client: string): string {
  return client === "" ? "no client" : client;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Operations without a name are told apart by the start of their digest. */
function nameOf({ kind, subject, operation }: RecordedCalls): string {
  if (kind === "ROUTE") return subject;
  if (subject === OTHER_OPERATIONS) return "operations beyond the day's first 5,000";
  const name = operation?.name ?? "";
  return name === "" ? `unnamed ${subject.slice(0, 8)}` : name;
}

/** The file that `npm run schema:check -- --usage` reads. */
export function usageFile(calls: readonly RecordedCalls[]) {
  const counted = (each: RecordedCalls) => ({
    client: each.client,
    day: each.day,
    count: each.calls,
    errors: each.errors,
    lastSeen: each.lastSeenAt.toISOString(),
  });
  return {
    operations: calls.flatMap((each) =>
      each.operation === null ? [] : [{ document: each.operation.document, ...counted(each) }],
    ),
    routes: calls.flatMap((each) => (each.kind === "ROUTE" ? [{ route: each.subject, ...counted(each) }] : [])),
  };
}

/** The report as a person reads it: columns, old routes first. */
export function reportText(rows: readonly UsageRow[], since: string): string {
  const table = (title: string, some: readonly UsageRow[]): string[] => {
    if (some.length === 0) return [`${title}: nobody since ${since}.`, ""];
    const cells = some.map((row) => [
      row.name,
      row.client,
      String(row.calls),
      String(row.errors),
      `${row.lastSeen.slice(0, 16).replace("T", " ")} UTC`,
    ]);
    const all = [[title, "client", "calls", "errors", "last"], ...cells];
    const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
    const lines = all.map((line) =>
      line
        .map((cell, at) => (at === 2 || at === 3 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join("  ")
        .trimEnd(),
    );
    return [...lines, ""];
  };
  const of = (kind: UsageRow["kind"]): UsageRow[] => rows.filter((row) => row.kind === kind);
  return [...table("old routes", of("ROUTE")), ...table("operations", of("OPERATION"))].join("\n");
}
