import { execute, type GraphQLError, type GraphQLSchema } from "graphql";
import { AppError } from "../../lib/errors.js";
import { createTwoTierCache } from "../../lib/two-tier-cache.js";
import {
  compileSubgraphOperation,
  type CompiledSubgraphOperation,
  type SubgraphResult,
} from "./compile-subgraph-operation.js";
import { isolateEntities } from "./isolate-entities.js";
import { mistakesOfVariables } from "../planning/compile-variables.js";
import type { ResponseError, SubgraphClient, SubgraphRequest, SubgraphResponse } from "./subgraph-client.js";

/** What a client may see of an error that was not meant for clients; also the place to log it. */
export type MaskError = (error: unknown) => ResponseError;

/** How many operations a subgraph knows by name alone, and how many it keeps compiled. */
const OPERATIONS = { fresh: 250, kept: 250 };

/** Undefined until an operation comes for the second time, null when it stays with graphql-js. */
interface Tier {
  compiled: CompiledSubgraphOperation | null | undefined;
}

/**
 * A subgraph in this process: no text, no second validation, no JSON between the gateway and its
 * resolvers. An operation runs on graphql-js at first, so that one-off operations leave nothing
 * behind; one that comes again is compiled.
 */
export function createLocalSubgraph<C>(schema: GraphQLSchema, maskError: MaskError): SubgraphClient<C> {
  isolateEntities(schema);
  const tiers = createTwoTierCache<string, Tier>(OPERATIONS);

  function compiledFor(request: SubgraphRequest): CompiledSubgraphOperation | null {
    const tier = tiers.get(request.operation);
    if (tier === undefined) {
      tiers.set(request.operation, { compiled: undefined });
      return null;
    }
    if (tier.compiled === undefined) tier.compiled = compileSubgraphOperation(schema, request.document) ?? null;
    return tier.compiled;
  }

  return {
    execute(request, context) {
      const compiled = compiledFor(request);
      const result =
        compiled === null ? runPlainly(schema, request, context) : compiled(request.variables, context, request.takers);
      return result instanceof Promise
        ? result.then((settled) => toResponse(settled, maskError))
        : toResponse(result, maskError);
    },
  };
}

function runPlainly<C>(
  schema: GraphQLSchema,
  { document, operationName, variables }: SubgraphRequest,
  contextValue: C,
): SubgraphResult | Promise<SubgraphResult> {
  const options = { schema, document, operationName: operationName ?? null, variableValues: variables, contextValue };
  const result = execute(options);
  if (result instanceof Promise || result.data !== undefined) return result;
  // Nothing has run: a variable does not fit, and graphql-js repeats what it holds.
  const errors = mistakesOfVariables(schema, document, variables);
  return errors.length === 0 ? result : { errors };
}

function toResponse({ data, errors }: SubgraphResult, maskError: MaskError): SubgraphResponse {
  if (errors === undefined) return data === undefined ? {} : { data };
  const responseErrors = errors.map((error) => clientError(error, data !== undefined, maskError));
  return data === undefined ? { errors: responseErrors } : { data, errors: responseErrors };
}

function clientError(error: GraphQLError, started: boolean, maskError: MaskError): ResponseError {
  const path = error.path === undefined ? {} : { path: error.path };
  const thrown = error.originalError ?? error;
  if (thrown instanceof AppError) return { message: thrown.message, ...path, extensions: thrown.extensions };
  if (!started || isRefusedArgument(error))
    return { message: error.message, ...path, extensions: { code: "BAD_USER_INPUT" } };
  const { message, extensions } = maskError(thrown);
  return { message, ...path, ...(extensions !== undefined && { extensions }) };
}

/**
 * graphql-js refuses a variable before it starts, and a literal when it comes to the field; both are
 * the client's mistakes, of a scalar that only the subgraph can check. It gives them no code.
 */
function isRefusedArgument(error: GraphQLError): boolean {
  return (
    error.originalError?.name === "GraphQLError" &&
    error.extensions["code"] === undefined &&
    /^Argument "\w+" (has invalid value |of (non-null|required) type )/.test(error.message)
  );
}
