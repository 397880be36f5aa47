import type { DocumentNode } from "graphql";
import type { TypeConditions } from "../planning/type-conditions.js";
import type { Transcode } from "./compile-transcoder.js";
import type { TreeObject } from "./tree.js";

/** One operation for one subgraph. */
export interface SubgraphRequest {
  document: DocumentNode;
  /** The text of `document`. */
  operation: string;
  operationName: string | undefined;
  variables: Readonly<Record<string, unknown>>;
  kind: "query" | "mutation";
  signal?: AbortSignal;
  /**
   * Whom entities are for, by the response key of their `_entities` field. A client in this process may
   * put them into these objects itself, all of a field; the field's value is TAKEN then.
   */
  takers?: Readonly<Record<string, Takers>> | undefined;
  /** Where the answer to the client is this one's: how to make it without making objects, by a client that has bytes. */
  transcode?: Transcode | undefined;
}

/** The objects of the tree that get further fields. */
export interface Takers {
  objects: readonly TreeObject[];
  /** Which of the representations stands for the object at the same place of `objects`. */
  indexes: readonly number[];
  types: TypeConditions;
}

/** In place of the entities that their takers have got already. */
export const TAKEN: readonly unknown[] = Object.freeze([]);

/** An error as it is in a GraphQL answer. */
export interface ResponseError {
  message: string;
  path?: readonly (string | number)[];
  extensions?: Readonly<Record<string, unknown>>;
}

export interface SubgraphResponse {
  data?: Readonly<Record<string, unknown>> | null;
  errors?: readonly ResponseError[];
  /** In place of both, what the request's `transcode` made. */
  text?: Buffer | string;
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
