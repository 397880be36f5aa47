import {
  coerceInputValue,
  getVariableValues,
  GraphQLError,
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from "graphql";
import { maskAddresses } from "../../lib/email-address.js";
import { compileInput, UNUSUAL, type CoerceInput } from "./compile-input.js";

/** Variables by name, or what is wrong with them. One that was not given is not there. */
export type CoercedVariables =
  | { errors: readonly GraphQLError[]; values?: never }
  | { errors?: never; values: Record<string, unknown> };

/** Coerces one request's variables for an operation. */
export type CoerceVariables = (inputs: Readonly<Record<string, unknown>>) => CoercedVariables;

/** What graphql-js would collect of a request's variables at most. */
const LIMITS = { maxErrors: 50 };

interface CompiledVariable {
  name: string;
  coerce: CoerceInput;
  /** Whether it may be left out, without anything in its place. */
  mayMiss: boolean;
}

/**
 * What `getVariableValues` of graphql-js does, with its errors: variables are coerced by code of their own, and anything
 * unusual goes the library's way.
 */
export function compileVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): CoerceVariables {
  const compiled = definitions.flatMap((definition) => compileVariable(schema, definition) ?? []);
  if (compiled.length < definitions.length) return (inputs) => coerceSlowly(schema, definitions, inputs);
  return (inputs) => {
    // Without a prototype, so that a variable that is not set is not found among what objects have of their own.
    const values: Record<string, unknown> = Object.create(null);
    for (const { name, coerce, mayMiss } of compiled) {
      if (!Object.hasOwn(inputs, name)) {
        if (!mayMiss) return coerceSlowly(schema, definitions, inputs);
        continue;
      }
      const value = coerce(inputs[name]);
      if (value === UNUSUAL) return coerceSlowly(schema, definitions, inputs);
      values[name] = value;
    }
    return { values };
  };
}

function compileVariable(schema: GraphQLSchema, definition: VariableDefinitionNode): CompiledVariable | undefined {
  const { variable, type: typeNode, defaultValue } = definition;
  const type = typeFromAST(schema, typeNode);
  if (!isInputType(type)) return undefined;
  const mayMiss = !isNonNullType(type) && defaultValue === undefined;
  return { name: variable.name.value, coerce: compileInput(type), mayMiss };
}

/** What is wrong with variables that graphql-js has refused. */
export function mistakesOfVariables(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  inputs: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] {
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  return coerceSlowly(schema, operation?.variableDefinitions ?? [], inputs).errors ?? [];
}

function coerceSlowly(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  inputs: Readonly<Record<string, unknown>>,
): CoercedVariables {
  const { coerced, errors } = getVariableValues(schema, definitions, inputs, LIMITS);
  if (errors === undefined) return { values: Object.assign(Object.create(null), coerced) };
  return { errors: toldOf(schema, definitions, inputs, errors) };
}

/** What graphql-js found, without the values that it repeats: they may be somebody's address, or a secret. */
function toldOf(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  inputs: Readonly<Record<string, unknown>>,
  errors: readonly GraphQLError[],
): readonly GraphQLError[] {
  return definitions
    .flatMap((definition) => {
      const mistakes = mistakesOf(schema, definition, inputs);
      // A variable that is missing has no value that could be repeated.
      return mistakes.length > 0 ? mistakes : errors.filter(({ nodes }) => nodes?.[0] === definition);
    })
    .slice(0, LIMITS.maxErrors);
}

/** What is wrong with a variable's value. */
function mistakesOf(
  schema: GraphQLSchema,
  { variable, type: typeNode }: VariableDefinitionNode,
  inputs: Readonly<Record<string, unknown>>,
): GraphQLError[] {
  const name = variable.name.value;
  const type = typeFromAST(schema, typeNode);
  const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  if (value == null || !isInputType(type)) return [];
  const mistakes: GraphQLError[] = [];
  coerceInputValue(value, type, (path, _invalid, { message }) => {
    if (mistakes.length === LIMITS.maxErrors) return;
    const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
    // Of scalars the message ends with the value.
    const reason = maskAddresses(message.replace(/( cannot represent [^:]*): .*$/s, "$1."));
    mistakes.push(new GraphQLError(`Variable "$${name}" got an invalid value at "${name}${place}"; ${reason}`));
  });
  return mistakes;
}
