import {
  getOperationAST,
  Kind,
  separateOperations,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { CLIENT_PAGE_LIMIT } from "../../lib/context.js";
import { AppError, badInput } from "../../lib/errors.js";
import type { OperationLimits } from "../../lib/operation-limits.js";
import { compileCost, type Cost } from "./cost.js";
import { asksForSchema } from "./introspection.js";
import { listTooLong } from "./limits.js";

/** Characters of one text among the variables. */
const MAX_TEXT = 262_144;

/** Keys of one object, the variables themselves being one. */
const MAX_KEYS = 1_000;

/** Levels of lists and objects in the variables. */
const MAX_NESTING = 50;

/** What a valid operation asks of the variables of each request: made once, asked whenever it runs. */
export interface OperationRules {
  limits: OperationLimits;
  cost: Cost;
  /** Those that are the length of a page. */
  pageSizes: readonly string[];
  /** What is wrong whatever the variables are. */
  literals: readonly AppError[];
  /** Whether the document asks about the schema itself, in this operation or in another. */
  isAboutSchema: boolean;
}

/** Undefined when the name fits no operation of the document. */
export function compileRules(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  limits: OperationLimits,
): OperationRules | undefined {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return undefined;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const own = separateOperations(document)[operation.name?.value ?? ""] ?? document;
  const { literals, pageSizes } = argumentsOf(own, operation);
  return {
    limits,
    cost: compileCost(schema, operation, fragments),
    pageSizes,
    literals,
    isAboutSchema: asksForSchema(document),
  };
}

/**
 * Why a request must not run with these variables; empty when it may. To be asked on every request,
 * also when the operation is known: costs microseconds beside the length of the variables. Those that
 * the operation does not have are ignored, as the specification says: Relay sends some.
 */
export function checkVariables(
  rules: OperationRules,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): readonly AppError[] {
  if (rules.literals.length > 0) return rules.literals;
  const given = variables ?? {};
  const refusal = checkValue(given, rules.limits);
  if (refusal !== undefined) return [refusal];
  for (const name of rules.pageSizes) {
    if (!isPageSize(given[name])) return [pageOutOfRange()];
  }
  const cost = rules.cost(given);
  return cost > rules.limits.cost ? [tooExpensive(cost, rules.limits)] : [];
}

/** All arguments of an operation with its fragments: their literals are checked, page sizes given by variables are collected. */
function argumentsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): { literals: AppError[]; pageSizes: string[] } {
  const literals: AppError[] = [];
  const pageSizes = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (name.value !== "first") return;
      if (value.kind === Kind.VARIABLE) pageSizes.add(value.name.value);
      if (value.kind === Kind.INT && !isPageSize(Number(value.value))) literals.push(pageOutOfRange());
    },
    StringValue: ({ value }) => {
      if (!isText(value)) literals.push(notText());
    },
  });
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    // graphql-js would lose its value: it keeps variables in an ordinary object.
    if (variable.name.value === "__proto__")
      literals.push(badInput([], "RESERVED_NAME", "Give the variable __proto__ another name."));
    const isDefault = pageSizes.has(variable.name.value) && defaultValue?.kind === Kind.INT;
    if (isDefault && !isPageSize(Number(defaultValue.value))) literals.push(pageOutOfRange());
  }
  return { literals: literals.slice(0, 1), pageSizes: [...pageSizes] };
}

/** Whether it is no number, which is another check's affair, or from 1 to 100. */
function isPageSize(value: unknown): boolean {
  return typeof value !== "number" || (value >= 1 && value <= CLIENT_PAGE_LIMIT);
}

function checkValue(value: unknown, limits: OperationLimits): AppError | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_NESTING) return badInput([], "TOO_DEEP", `Nest variables at most ${MAX_NESTING} levels deep.`);
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string") {
        if (item.length > MAX_TEXT) return badInput([], "TOO_LONG", `Send at most ${MAX_TEXT} characters in one text.`);
        if (!isText(item)) return notText();
      } else if (Array.isArray(item)) {
        if (item.length > limits.listItems) return listTooLong(limits);
        for (const each of item) below.push(each);
      } else if (typeof item === "object" && item !== null) {
        const values = Object.values(item);
        if (values.length > MAX_KEYS) return badInput([], "TOO_MANY", `Send at most ${MAX_KEYS} keys in one object.`);
        for (const each of values) below.push(each);
      }
    }
    level = below;
  }
  return undefined;
}

/** PostgreSQL keeps neither the character NUL nor half of a surrogate pair. */
function isText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

function notText(): AppError {
  return badInput([], "NOT_TEXT", "A text holds a character that is none: NUL, or half of a surrogate pair.");
}

function pageOutOfRange(): AppError {
  return badInput(["first"], "OUT_OF_RANGE", `first must be from 1 to ${CLIENT_PAGE_LIMIT}.`);
}

function tooExpensive(cost: number, limits: OperationLimits): AppError {
  return new AppError(
    "COST_ESTIMATED_TOO_EXPENSIVE",
    `The operation can make ${cost} objects, at most ${limits.cost} are allowed; ask for shorter lists.`,
  );
}
