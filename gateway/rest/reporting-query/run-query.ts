import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
} from "graphql";
import type { Clock } from "../../../lib/clock.js";
import { ADAPTER_PAGE_LIMIT } from "../../../lib/context.js";
import { today } from "../../../lib/date-range.js";
import { AppError, isErrorCode } from "../../../lib/errors.js";
import type { OperationLimits } from "../../../lib/operation-limits.js";
import { createTwoTierCache } from "../../../lib/two-tier-cache.js";
import type { Viewer } from "../../../lib/viewer.js";
import { createOperationGate } from "../../planning/operation-gate.js";
import { checkVariables } from "../../planning/operation-rules.js";
import type { Ask } from "../handle.js";
import { createAnswerSize } from "./answer-size.js";
import { createBreakdownReader } from "./breakdown-reader.js";
import { createGraphReader } from "./graph-reader.js";
import type { AskGraph } from "./graph-operation.js";
import { createMetricsReader } from "./metrics-reader.js";
import type { QueryContext } from "./query-context.js";
import { ReportsAhead } from "./reports-ahead.js";
import { createRowBudget, type RowBudget } from "./row-budget.js";
import { reportingQuerySchema } from "./schema.js";
import { raisesUniversalFlag } from "./universal-flag.js";

/** A GraphQL request. */
export interface QueryRequest {
  query: string;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
  operationName?: string | null | undefined;
}

export interface QueryDeps {
  ask: Ask;
  clock: Clock;
  limits: OperationLimits;
  /** Told of every failure that a client must not see. */
  onFailure: (error: unknown, requestId: string) => void;
}

export type RunQuery = (request: QueryRequest, viewer: Viewer, requestId: string) => Promise<ExecutionResult>;

/** Documents that are known to be valid, or what is wrong with them. */
const DOCUMENTS = { fresh: 25, kept: 250 };

/** A document with hundreds of mistakes would be answered with as many errors. */
const MAX_VALIDATION_ERRORS = 10;

type Parsed = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/** Runs operations of the old reporting query. Never rejects: whatever is wrong with a request stands in `errors`. */
export function createQueryRunner({ ask, clock, limits, onFailure }: QueryDeps): RunQuery {
  const schema = reportingQuerySchema();
  // Its lists have no pages, so that the length of none is known beforehand: the rows are counted as they are read.
  const gate = createOperationGate(schema, { ...limits, cost: Infinity });
  const known = createTwoTierCache<string, Parsed>(DOCUMENTS);

  function read(text: string): Parsed {
    const refusal = gate.refusalOf(text);
    if (refusal !== undefined) return { errors: [refusal] };
    let parsed = known.get(text);
    if (parsed === undefined) known.set(text, (parsed = validated(text)));
    return parsed;
  }

  function validated(text: string): Parsed {
    let document: DocumentNode;
    try {
      document = parse(text, { maxTokens: limits.tokens });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return { errors: [withCode(error, "GRAPHQL_PARSE_FAILED")] };
    }
    const errors = validate(schema, document, undefined, { maxErrors: MAX_VALIDATION_ERRORS });
    if (errors.length === 0) return { document };
    return { errors: errors.map((error) => withCode(error, "GRAPHQL_VALIDATION_FAILED")) };
  }

  function contextFor(
    viewer: Viewer,
    requestId: string,
    hasUniversal: boolean,
    refuse: (error: AppError) => void,
  ): QueryContext {
    // A request has one today, also around midnight.
    const now = clock.now();
    const standing: Clock = { now: () => now };
    const budget = createRowBudget(performance.now(), refuse);
    const askGraph = askAs(ask, { viewer, requestId, pageLimit: ADAPTER_PAGE_LIMIT }, budget);
    const ahead = new ReportsAhead();
    return {
      requestId,
      clock: standing,
      today: today(standing),
      hasUniversal,
      ahead,
      graph: createGraphReader(askGraph, budget, ahead),
      metrics: createMetricsReader(askGraph, budget, ahead),
      asked: new Map(),
      breakdowns: createBreakdownReader(askGraph, budget),
      size: createAnswerSize(refuse),
    };
  }

  return async ({ query, variables, operationName }, viewer, requestId) => {
    try {
      const parsed = read(query);
      if ("errors" in parsed) return { errors: parsed.errors };
      const { document } = parsed;
      const refusal = checkOperation(document, operationName);
      if (refusal !== undefined) return { errors: [refusal] };
      const rules = gate.rulesOf(document, operationName);
      const tooMuch = rules === undefined ? [] : checkVariables(rules, variables);
      if (tooMuch.length > 0) return { errors: tooMuch };
      // A request that is too much is refused as a whole, with one error and not one for each of its fields.
      const { promise: refused, resolve: refuse } = Promise.withResolvers<AppError>();
      const result = await Promise.race([
        execute({
          schema,
          document,
          variableValues: variables ?? {},
          operationName: operationName ?? null,
          contextValue: contextFor(
            viewer,
            requestId,
            raisesUniversalFlag(schema, document, operationName, variables ?? {}),
            refuse,
          ),
        }),
        refused.then((error) => ({ data: null, errors: [error] })),
      ]);
      return {
        ...result,
        ...(result.errors && { errors: result.errors.map((error) => masked(error, requestId)) }),
      };
    } catch (error) {
      onFailure(error, requestId);
      return { errors: [somethingWentWrong()] };
    }
  };

  /** The error as a client may see it. */
  function masked(error: GraphQLError, requestId: string): GraphQLError {
    if (error instanceof AppError) return error;
    const { originalError: cause } = error;
    // Without a cause, or with one of graphql-js, it is about the request: a variable that does not fit.
    if (cause === undefined || (cause instanceof GraphQLError && !(cause instanceof AppError)))
      return withCode(error, "BAD_USER_INPUT");
    if (cause instanceof AppError) return error;
    onFailure(cause, requestId);
    const { message, extensions } = somethingWentWrong();
    return new GraphQLError(message, { nodes: error.nodes, path: error.path, extensions });
  }
}

function somethingWentWrong(): AppError {
  return new AppError("INTERNAL_SERVER_ERROR", "Something went wrong on our side.");
}

function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { ...extensions, code } });
}

/** Why a document that fits the schema has no operation to run, or undefined. */
function checkOperation(document: DocumentNode, name: string | null | undefined): GraphQLError | undefined {
  const operation = getOperationAST(document, name);
  if (operation?.operation === OperationTypeNode.QUERY) return undefined;
  if (operation != null) {
    const message = "Nothing can be changed here: send a query.";
    return new GraphQLError(message, { nodes: operation, extensions: { code: "GRAPHQL_VALIDATION_FAILED" } });
  }
  if (name != null) return new AppError("BAD_USER_INPUT", `The query holds no operation named ${name}.`);
  const holdsSome = document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return new AppError(
    "BAD_USER_INPUT",
    holdsSome
      ? "The query holds several operations: operationName must say which one is meant."
      : "The query holds no operation.",
  );
}

/**
 * Asks the graph within a request's budget. An object that the graph does not find is null in its place, and no error:
 * that is how this interface says it.
 */
function askAs(ask: Ask, asker: Parameters<Ask>[2], budget: RowBudget): AskGraph {
  return async <D, V extends object>({ text }: { text: string }, variables: V): Promise<D> => {
    budget.requireTime();
    const { data, errors } = await ask(text, Object.fromEntries(Object.entries(variables)), asker);
    const failure = errors?.find((error) => error.extensions?.["code"] !== "NOT_FOUND");
    if (failure !== undefined || data == null) {
      const code = failure?.extensions?.["code"];
      throw new AppError(
        isErrorCode(code) ? code : "INTERNAL_SERVER_ERROR",
        failure?.message ?? "Something went wrong on our side.",
      );
    }
    // The operation says what it answers; its text was validated when the service started.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return data as D;
  };
}
