import { OperationTypeNode, parse, print, separateOperations, type DocumentNode } from "graphql";
import type { PlanNode } from "./planner.js";

/** What is sent to a subgraph, but for the variables. */
export interface FetchRequest {
  service: string;
  document: DocumentNode;
  operation: string;
  operationName: string | undefined;
  kind: "query" | "mutation";
  /** The client's variables that the operation uses. */
  variables: readonly string[];
}

export type PlannedFetch = Extract<PlanNode, { kind: "Fetch" | "BatchFetch" }>;

export function parseFetch(node: PlannedFetch): DocumentNode {
  return parse(node.operation, { noLocation: true });
}

/** The request of a planned fetch whose operation is `planned` by now. */
export function compileRequest(node: PlannedFetch, planned: DocumentNode): FetchRequest {
  // The planner leaves fragments in that nothing uses, which servers refuse.
  const document = Object.values(separateOperations(planned))[0] ?? planned;
  return {
    service: node.serviceName,
    document,
    operation: print(document),
    operationName: node.operationName ?? undefined,
    kind: node.operationKind === OperationTypeNode.MUTATION ? "mutation" : "query",
    variables: node.variableUsages ?? [],
  };
}
