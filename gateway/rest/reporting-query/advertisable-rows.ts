import { ADAPTER_PAGE_LIMIT } from "../../../lib/context.js";
import type { AskGraph, Connection, GraphOperation, ListFilter } from "./graph-operation.js";
import { pagesOf } from "./graph-reader.js";
import type { GraphRange } from "./metrics-operations.js";
import { MAX_ROWS, type RowBudget } from "./row-budget.js";

// No interface, which would not be a record of variables.
export type RowsVariables = Readonly<{
  filter: ListFilter;
  range: GraphRange;
  currency: string;
  campaigns?: readonly string[] | null;
  after: string | null;
}>;

/** A list of rows of each advertisable. */
export interface RowsOperation<N, A = object> extends GraphOperation<
  { list: { nodes: (A & { eid: string })[] } },
  RowsVariables
> {
  rowsOf: (advertisable: A) => Connection<N> | null | undefined;
}

/** Whose first pages are read together: what they hold is counted only once it is there. */
const TOGETHER = MAX_ROWS / ADAPTER_PAGE_LIMIT;

/** The rows of advertisables. First pages are read together; whoever has more is asked for the rest alone. */
export async function readRows<N, A>(
  ask: AskGraph,
  budget: RowBudget,
  operation: RowsOperation<N, A>,
  eids: readonly string[],
  shared: Omit<RowsVariables, "filter" | "after">,
): Promise<ReadonlyMap<string, N[]>> {
  const variables = (some: readonly string[], after: string | null): RowsVariables => ({
    ...shared,
    filter: { eid: { in: some }, isActive: { in: [true, false] } },
    after,
  });
  const found = new Map<string, N[]>();
  for (let from = 0; from < eids.length; from += TOGETHER) {
    const { list } = await ask(operation, variables(eids.slice(from, from + TOGETHER), null));
    for (const advertisable of list.nodes) {
      const first = operation.rowsOf(advertisable);
      if (first == null) continue;
      budget.spend(first.nodes.length);
      const rows = [...first.nodes];
      found.set(advertisable.eid, rows);
      if (!first.pageInfo.hasNextPage) continue;
      const { eid } = advertisable;
      const rest = pagesOf(
        ask,
        budget,
        operation,
        (after) => variables([eid], after),
        ({ list: { nodes } }) => nodes.map(operation.rowsOf)[0],
        first.pageInfo.endCursor,
      );
      for await (const page of rest) for (const row of page) rows.push(row);
    }
  }
  return found;
}
