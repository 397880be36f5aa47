import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  print,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { compileVariables } from "../planning/compile-variables.js";
import { compileObject } from "./compile-object.js";
import type { SubgraphRequest } from "./subgraph-client.js";
import type { SubgraphCompiler } from "./subgraph-compiler.js";
import { isTreeObject, type TreeObject } from "./tree.js";
import { isPromise, type SubgraphRun } from "./subgraph-run.js";

export interface SubgraphResult {
  data?: TreeObject | null;
  errors?: readonly GraphQLError[];
}

/** Executes one operation; rejects only for a defect of ours. */
export type CompiledSubgraphOperation = (
  variables: Readonly<Record<string, unknown>>,
  context: unknown,
  takers?: SubgraphRequest["takers"],
) => SubgraphResult | Promise<SubgraphResult>;

/**
 * Compiles a query for being run many times; the result behaves as graphql-js would. Undefined when
 * the operation is left to graphql-js: a mutation, whose root fields run one after the other, one with
 * directives, and one about the schema itself.
 */
export function compileSubgraphOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
): CompiledSubgraphOperation | undefined {
  const { operation, fragments } = takeApart(document);
  const rootType = schema.getQueryType();
  if (operation?.operation !== OperationTypeNode.QUERY || rootType == null || !isPlain(document)) return undefined;
  const definitions = operation.variableDefinitions ?? [];
  // Representations are the gateway's own work: checking them one by one would find nothing.
  const isChecked = definitions.map((definition) => print(definition.type) !== "[_Any!]!");
  const checked = definitions.filter((_definition, index) => isChecked[index]);
  const unchecked = definitions
    .filter((_definition, index) => !isChecked[index])
    .map((definition) => definition.variable.name.value);
  const coerce = compileVariables(schema, checked);
  let cachedArguments = 0;
  const compiler: SubgraphCompiler = {
    schema,
    fragments,
    operation,
    compileObject: (type, sets) => compileObject(compiler, type, sets),
    nextArguments: () => cachedArguments++,
  };
  const complete = compileObject(compiler, rootType, [operation.selectionSet]);

  return (inputs, context, takers) => {
    const { errors, values: variables } = coerce(inputs);
    if (errors !== undefined) return { errors };
    for (const name of unchecked) variables[name] = inputs[name];
    const run: SubgraphRun = { context, variables, errors: [], arguments: [], takers };
    try {
      const data = complete(undefined, undefined, run);
      return isPromise(data)
        ? data.then(
            (settled) => resultOf(settled, run),
            (error: unknown) => failed(error, run),
          )
        : resultOf(data, run);
    } catch (error) {
      return failed(error, run);
    }
  };
}

function resultOf(data: unknown, run: SubgraphRun): SubgraphResult {
  const result = { data: isTreeObject(data) ? data : null };
  return run.errors.length === 0 ? result : { ...result, errors: run.errors };
}

/** A null that may not be has reached the root. */
function failed(error: unknown, run: SubgraphRun): SubgraphResult {
  if (!(error instanceof GraphQLError)) throw error;
  run.errors.push(error);
  return { data: null, errors: run.errors };
}

function takeApart(document: DocumentNode): {
  operation: OperationDefinitionNode | undefined;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
} {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return {
    operation: document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION),
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
  };
}

/** Whether graphql-js has to decide over nothing at run time, and is not asked about the schema. */
function isPlain(document: DocumentNode): boolean {
  let plain = true;
  visit(document, {
    Directive: () => {
      plain = false;
    },
    Field: ({ name }) => {
      if (name.value === "__schema" || name.value === "__type") plain = false;
    },
  });
  return plain;
}
