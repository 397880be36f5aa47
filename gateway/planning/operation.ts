import {
  getOperationAST,
  Kind,
  OperationTypeNode,
  separateOperations,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import QuickLRU from "quick-lru";
import { AppError } from "../../lib/errors.js";
import { nextTurn } from "../../lib/turns.js";
import { compilePlan, type CompiledNode } from "./compile-plan.js";
import { compileVariables, type CoerceVariables } from "./compile-variables.js";
import { applyConditions, conditionVariables } from "./conditions.js";
import { deprecationsOf, type OperationDeprecations } from "./deprecations.js";
import { createInternalNames, type InternalNames } from "./internal-names.js";
import { isNodeRootField } from "./node-fields.js";
import { plannedDocument } from "./planned-document.js";
import type { Planner, QueryPlan } from "./planner.js";
import { joinPlans } from "./query-plan.js";
import { compileShape, type SelectionShape } from "./response-shape.js";
import type { RequiredFields } from "./required-fields.js";
import { rootFields } from "./root-fields.js";
import type { TypeConditions } from "./type-conditions.js";

/** One operation of a client, prepared for being run many times. */
export interface Operation {
  definition: OperationDefinitionNode;
  /** The operation with its fragments, and nothing else. */
  document: DocumentNode;
  /** What it touches that is deprecated; undefined when nothing is. */
  deprecations: OperationDeprecations | undefined;
  coerceVariables: CoerceVariables;
  /** The SQL statements that it took when it was run last; undefined until then. Kept by whoever runs it. */
  statements: number | undefined;
  /**
   * What to run under these variables, a promise of it at first use, when it is planned. The promise
   * rejects with AppError when it cannot be planned.
   */
  variant(variables: Readonly<Record<string, unknown>>): OperationVariant | Promise<OperationVariant>;
}

/** An operation under one assignment of its condition variables: no @skip and no @include is left. */
export interface OperationVariant {
  plan: CompiledNode;
  /** The same as the planner gave it, to be shown. */
  queryPlan: QueryPlan;
  shape: SelectionShape;
  rootType: GraphQLObjectType;
  /** What whoever asks sees. */
  schema: GraphQLSchema;
  names: InternalNames;
  introspection: Introspection | undefined;
  /** How often it was run: what is run again is worth compiling. */
  runs: number;
}

/** The part of an operation that is about the schema itself; no subgraph is asked. */
export interface Introspection {
  document: DocumentNode;
  fields: readonly { responseKey: string; sourceKey: string }[];
}

export interface PlanningContext {
  /** What clients see; for operations of ours also what is @inaccessible. */
  schema: GraphQLSchema;
  /** Type conditions of the supergraph, with what clients do not see. */
  types: TypeConditions;
  required: RequiredFields;
  plan: Planner;
}

// A client that switches n variables makes 2^n variants; only the latest are kept.
const KEPT_VARIANTS = 16;

/**
 * Expects a document that is valid against `context.schema`. Throws AppError: BAD_USER_INPUT when
 * the operation name fits no operation, GRAPHQL_VALIDATION_FAILED for a subscription.
 */
export function prepareOperation(
  context: PlanningContext,
  document: DocumentNode,
  operationName: string | undefined,
): Operation {
  const definition = getOperationAST(document, operationName);
  if (definition == null) {
    throw new AppError(
      "BAD_USER_INPUT",
      operationName == null
        ? "Say by operationName which operation to run."
        : `There is no operation named "${operationName}".`,
    );
  }
  if (definition.operation === OperationTypeNode.SUBSCRIPTION)
    throw new AppError("GRAPHQL_VALIDATION_FAILED", "Subscriptions are not supported.");
  const own = separateOperations(document)[definition.name?.value ?? ""] ?? document;
  const names = conditionVariables(own);
  const variants = new QuickLRU<string, OperationVariant | Promise<OperationVariant>>({ maxSize: KEPT_VARIANTS });
  return {
    definition,
    document: own,
    deprecations: deprecationsOf(context.schema, own),
    statements: undefined,
    coerceVariables: compileVariables(context.schema, definition.variableDefinitions ?? []),
    variant(variables) {
      let key = "";
      for (const name of names) key += variables[name] === true ? "1" : "0";
      const known = variants.get(key);
      if (known !== undefined) return known;
      const values = Object.fromEntries(names.map((name) => [name, variables[name] === true]));
      const made = prepareVariant(context, applyConditions(own, values));
      variants.set(key, made);
      made.then(
        (variant) => variants.set(key, variant),
        // A failure may be a passing one, such as a time-out.
        () => variants.delete(key),
      );
      return made;
    },
  };
}

/** In steps between which other requests have their turn. */
async function prepareVariant(context: PlanningContext, document: DocumentNode): Promise<OperationVariant> {
  await nextTurn();
  const { operation, fragments } = takeApart(document);
  const rootType = context.schema.getRootType(operation.operation);
  if (rootType == null)
    throw new AppError("GRAPHQL_VALIDATION_FAILED", `There is no ${operation.operation} in this schema.`);
  const names = createInternalNames();
  const isNodeField = (field: FieldNode) =>
    operation.operation === OperationTypeNode.QUERY && isNodeRootField(rootType, field);
  const fields = rootFields(operation, fragments);
  const planned = stepsOf(
    operation,
    fields.filter((field) => !field.name.value.startsWith("__")),
    names,
  );
  const plans = await Promise.all(
    planned.map((step) => context.plan(plannedDocument(operation, step, fragments, names, isNodeField))),
  );
  // Several only for a mutation, whose root fields run one after the other.
  const plan = sequence(plans.flatMap(({ node }) => (node === undefined ? [] : [compilePlan(node, context)])));
  await nextTurn();
  const variant: OperationVariant = {
    plan,
    queryPlan: joinPlans(plans),
    shape: compileShape({ schema: context.schema, fragments, names }, rootType, fields, isNodeField),
    rootType,
    schema: context.schema,
    names,
    introspection: introspectionOf(operation, fields, document, names),
    runs: 0,
  };
  await nextTurn();
  return variant;
}

function sequence(nodes: readonly CompiledNode[]): CompiledNode {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: "Sequence", nodes };
}

/**
 * What is planned together. The planner would start a mutation's next root field while the last
 * one's selections are still being fetched, so every root field of a mutation is a step of its own.
 */
function stepsOf(
  operation: OperationDefinitionNode,
  fields: readonly FieldNode[],
  names: InternalNames,
): FieldNode[][] {
  if (fields.length === 0) return [];
  if (operation.operation === OperationTypeNode.QUERY) return [[...fields]];
  return [...Map.groupBy(fields, (field) => names.keyOf(field)).values()];
}

function introspectionOf(
  operation: OperationDefinitionNode,
  fields: readonly FieldNode[],
  document: DocumentNode,
  names: InternalNames,
): Introspection | undefined {
  const selections = fields.filter((field) => field.name.value === "__schema" || field.name.value === "__type");
  if (selections.length === 0) return undefined;
  const root: OperationDefinitionNode = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } };
  return {
    document: {
      ...document,
      definitions: document.definitions.map((definition) => (definition === operation ? root : definition)),
    },
    fields: selections.map((field) => ({
      responseKey: field.alias?.value ?? field.name.value,
      sourceKey: names.keyOf(field),
    })),
  };
}

function takeApart(document: DocumentNode): {
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
} {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: OperationDefinitionNode | undefined;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operation = definition;
  }
  if (operation === undefined) throw new AppError("GRAPHQL_VALIDATION_FAILED", "The document has no operation.");
  return { operation, fragments };
}
