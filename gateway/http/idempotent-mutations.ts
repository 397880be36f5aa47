import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from "@apollo/server";
import { type FormattedExecutionResult, Kind, OperationTypeNode } from "graphql";
import { AppError, statusOf } from "../../lib/errors.js";
import { fingerprintOf, type IdempotentRequest, REPLAY_HEADER, type StoredReply } from "../../lib/idempotency.js";
import { stringifyResult, withRequest } from "./graphql-answer.js";
import type { ApolloContext, GraphqlContext } from "./graphql-endpoint.js";

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
export function idempotentMutations<C extends GraphqlContext>(): ApolloServerPlugin<ApolloContext<C>> {
  return {
    requestDidStart: async () => {
      let progress: Progress | undefined;
      return {
        responseForOperation: async ({ operation, request: { query, operationName, variables }, contextValue }) => {
          const { idempotency, graph } = contextValue;
          if (idempotency === undefined || operation.operation !== OperationTypeNode.MUTATION) return null;
          const names = operation.selectionSet.selections.map((selection) =>
            selection.kind === Kind.FIELD ? selection.name.value : "...",
          );
          const request = {
            operation: names.join(","),
            key: idempotency.key,
            fingerprint: fingerprintOf([query, operationName ?? null, variables ?? {}]),
          };
          let stored: StoredReply | null;
          try {
            stored = await idempotency.find(request);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            const { message, extensions } = error;
            return answerWith(statusOf(error.code), {
              errors: [withRequest({ message, extensions }, graph.requestId)],
            });
          }
          progress = { request, isReplay: stored !== null };
          if (stored !== null) return answerWith(stored.status, JSON.parse(stored.body), [[REPLAY_HEADER, "true"]]);
          idempotency.begin(graph, request);
          return null;
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
