/** An operation of the unified graph, with what it answers and the variables that it takes. */
export interface GraphOperation<D, V> {
  readonly text: string;
  /** Never there: says what the types are. */
  readonly types?: { answer: D; variables: V };
}

/** The types must be read off the text by whoever writes it; the text is validated when the service starts. */
export function graphOperation<D, V extends Readonly<Record<string, unknown>>>(text: string): GraphOperation<D, V> {
  return { text };
}

/** One page of a list. */
export interface Connection<N> {
  nodes: N[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** EIDs or a switch, for each field that a list of the graph is filtered by. */
export type ListFilter = Readonly<Record<string, { in: readonly (string | boolean)[] }>>;

/** Asks the graph as whoever sent the request. Rejects with the answer's first error. */
export type AskGraph = <D, V extends object>(operation: GraphOperation<D, V>, variables: V) => Promise<D>;
