import type { DocumentNode } from "graphql";

/** One operation for one subgraph. */
export interface SubgraphRequest {
  document: DocumentNode;
  /** The text of `document`. */
  operation: string;
  operationName: string | undefined;
  variables: Readonly<Record<string, unknown>>;
  kind: "query" | "mutation";
  signal?: AbortSignal;
}

/** An error as it is in a GraphQL answer. */
export interface ResponseError {
  message: string;
  path?: readonly (string | number)[];
  extensions?: Readonly<Record<string, unknown>>;
}

export interface SubgraphResponse {
  data?: Readonly<Record<string, unknown>> | null;
  errors?: readonly ResponseError[];
}

/**
 * A subgraph, wherever it runs; what it knows without waiting it gives without a promise. The gateway takes over the objects of `data` and changes them, so
 * they must be fresh and, as keys come from clients, without a prototype. To throw or reject means that the
 * subgraph could not be asked: an AppError is passed on with its code, anything else is answered
 * as SERVICE_UNAVAILABLE.
 */
export interface SubgraphClient<C> {
  execute(request: SubgraphRequest, context: C): SubgraphResponse | Promise<SubgraphResponse>;
}
