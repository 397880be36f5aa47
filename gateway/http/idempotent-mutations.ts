import {
  type GraphQLRequestContextResponseForOperation,
  type GraphQLRequestContextWillSendResponse,
  type GraphQLResponse,
  HeaderMap,
} from "@apollo/server";
import { type FormattedExecutionResult, Kind, type OperationDefinitionNode, OperationTypeNode } from "graphql";
import { AppError, statusOf } from "../../lib/errors.js";
import { fingerprintOf, REPLAY_HEADER, type StoredReply } from "../../lib/idempotency.js";
import { stringifyResult, withRequest } from "./graphql-answer.js";
import type { ApolloContext, GraphqlContext, RequestReplies, ServedGraph } from "./graphql-endpoint.js";

function answerWith(
  status: number,
  singleResult: FormattedExecutionResult,
  headers: [string, string][] = [],
): GraphQLResponse {
  return { http: { status, headers: new HeaderMap(headers) }, body: { kind: "single", singleResult } };
}

/** The answer that a mutation was given when its Idempotency-Key was sent before; null when it has to be run. */
export async function replyKept<C extends GraphqlContext>(
  idempotency: RequestReplies<C>,
  graph: Pick<ServedGraph<C>, "prepare">,
  { document, operation, request, contextValue }: GraphQLRequestContextResponseForOperation<ApolloContext<C>>,
): Promise<GraphQLResponse | null> {
  // Apollo Server asks also where the document has no operation of the name.
  const asked: OperationDefinitionNode | undefined = operation;
  if (asked?.operation !== OperationTypeNode.MUTATION) return null;
  const { graph: context } = contextValue;
  const { query, operationName, variables } = request;
  const names = asked.selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? selection.name.value : "...",
  );
  const remembered = {
    operation: names.join(","),
    key: idempotency.key,
    fingerprint: fingerprintOf([query, operationName ?? null, variables ?? {}]),
  };
  let stored: StoredReply | null;
  try {
    stored = await idempotency.find(remembered);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, extensions } = error;
    return answerWith(statusOf(error.code), { errors: [withRequest({ message, extensions }, context.requestId)] });
  }
  if (stored === null) {
    idempotency.begun = remembered;
    idempotency.begin(context, remembered);
    return null;
  }
  // It was asked for again, and touches what is deprecated as much as before.
  const prepared = graph.prepare(document, operationName ?? undefined);
  const result: FormattedExecutionResult = JSON.parse(stored.body);
  contextValue.count(prepared, result.errors !== undefined);
  contextValue.deprecation = prepared.deprecations?.header;
  return answerWith(stored.status, result, [[REPLAY_HEADER, "true"]]);
}

/** Keeps the answer of a mutation with an Idempotency-Key that has run, in the form in which it is sent. */
export async function keepReply<C extends GraphqlContext>(
  idempotency: RequestReplies<C>,
  { response }: GraphQLRequestContextWillSendResponse<ApolloContext<C>>,
): Promise<void> {
  const { begun } = idempotency;
  if (begun === undefined || response.body.kind !== "single") return;
  const body = stringifyResult(response.body.singleResult);
  await idempotency.save(begun, { status: response.http.status ?? 200, body });
}
