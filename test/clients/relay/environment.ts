import {
  commitMutation,
  Environment,
  fetchQuery,
  getSingularSelector,
  type GraphQLResponse,
  type GraphQLTaggedNode,
  type MutationParameters,
  Network,
  type OperationType,
  type ReaderFragment,
  RecordSource,
  Store,
  type Variables,
} from "relay-runtime";
import type { Session } from "../session.js";

/** Relay's store and network, as its documentation sets them up for a server that answers JSON. */
export function createEnvironment({ url, headers, fetch: send }: Session): Environment {
  const network = Network.create(async (request, variables) => {
    const answer = await send(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ operationName: request.name, query: request.text, variables }),
    });
    return (await answer.json()) as GraphQLResponse;
  });
  return new Environment({ network, store: new Store(new RecordSource()) });
}

export async function ask<Q extends OperationType>(
  environment: Environment,
  query: GraphQLTaggedNode,
  variables: Q["variables"],
): Promise<Q["response"]> {
  return await fetchQuery<Q>(environment, query, variables).toPromise();
}

export async function mutate<M extends MutationParameters>(
  environment: Environment,
  mutation: GraphQLTaggedNode,
  variables: M["variables"],
): Promise<M["response"]> {
  return await new Promise<M["response"]>((resolve, reject) => {
    commitMutation<M>(environment, {
      mutation,
      variables,
      onCompleted: (answer, errors) => (errors == null ? resolve(answer) : reject(new Error(JSON.stringify(errors)))),
      onError: reject,
    });
  });
}

export interface Followed<Data> {
  data(): Data;
  variables: Variables;
  stop(): void;
}

/** Reads a fragment where its key points and follows the store: `useFragment` without React. */
export function follow<Key extends { readonly " $data"?: unknown }>(
  environment: Environment,
  fragment: ReaderFragment,
  key: Omit<Key, " $data">,
): Followed<NonNullable<Key[" $data"]>> {
  const selector = getSingularSelector(fragment, key);
  let snapshot = environment.lookup(selector);
  const subscription = environment.subscribe(snapshot, (next) => {
    snapshot = next;
  });
  return {
    data: () => snapshot.data,
    variables: selector.variables,
    stop: () => subscription.dispose(),
  };
}
