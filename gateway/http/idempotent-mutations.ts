import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from "@apollo/server";
import { type FormattedExecutionResult, Kind, OperationTypeNode } from "graphql";
import { AppError, statusOf } from "../../lib/errors.js";
import { fingerprintOf, type IdempotentRequest, REPLAY_HEADER, type StoredReply } from "../../lib/idempotency.js";
import { stringifyResult, withRequest } from "./graphql-answer.js";
import type { ApolloContext, GraphqlContext, ServedGraph } from "./graphql-endpoint.js";

function answerWith(
  status: number,
  singleResult: FormattedExecutionResult,
  headers: [string, string][] = [],
): GraphQLResponse {
  return { http: { status, headers: new HeaderMap(headers) }, body: { kind: "single", singleResult } };
}

/** Where a request with a key stands. */
interface Progress {
  request: IdempotentRequest;
  isReplay: boolean;
}

/**
 * Answers a mutation whose Idempotency-Key was sent before as it was answered then, and keeps the answers of the
 * others. Must stand behind the plugin that gives answers their last form.
 */
export function idempotentMutations<C extends GraphqlContext>(
  graph: Pick<ServedGraph<C>, "prepare">,
): ApolloServerPlugin<ApolloContext<C>> {
  return {
    requestDidStart: async ({ contextValue: { idempotency: replies } }) => {
      if (replies === undefined) return undefined;
      let progress: Progress | undefined;
      return {
        responseForOperation: async ({ document, operation, request, contextValue }) => {
          const { query, operationName, variables } = request;
          const { idempotency, graph: context } = contextValue;
          if (idempotency === undefined || operation.operation !== OperationTypeNode.MUTATION) return null;
          const names = operation.selectionSet.selections.map((selection) =>
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
            return answerWith(statusOf(error.code), {
              errors: [withRequest({ message, extensions }, context.requestId)],
            });
          }
          progress = { request: remembered, isReplay: stored !== null };
          if (stored === null) {
            idempotency.begin(context, remembered);
            return null;
          }
          // It was asked for again, and touches what is deprecated as much as before.
          const prepared = graph.prepare(document, operationName ?? undefined);
          const result: FormattedExecutionResult = JSON.parse(stored.body);
          contextValue.count(prepared, result.errors !== undefined);
          contextValue.deprecation = prepared.deprecations?.header;
          return answerWith(stored.status, result, [[REPLAY_HEADER, "true"]]);
        },
        willSendResponse: async ({ response, contextValue: { idempotency } }) => {
          if (progress === undefined || progress.isReplay || response.body.kind !== "single") return;
          const body = stringifyResult(response.body.singleResult);
          await idempotency?.save(progress.request, { status: response.http.status ?? 200, body });
        },
      };
    },
  };
}
