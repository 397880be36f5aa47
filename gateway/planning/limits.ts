import { GraphQLError, Kind, Lexer, OperationTypeNode, Source, TokenKind, type DocumentNode } from "graphql";
import { AppError, type ErrorCode } from "../../lib/errors.js";
import type { OperationLimits } from "../../lib/operation-limits.js";
import { measureDocument, type Measure } from "./measure.js";

/** Characters of a document. Only spaces, comments and long texts need more than its tokens do. */
const MAX_CHARACTERS = 100_000;

/** Levels below `__schema` and `__type`. Tools ask for the type of a type up to 9 wrappers deep. */
const MAX_INTROSPECTION_DEPTH = 20;

/** No document within the limit of depth has more braces inside one another. */
const BRACES_PER_LEVEL = 3;

/**
 * Why a document is refused before it is even parsed, or undefined. What is not GraphQL is left to
 * the parser to explain. Never throws.
 */
export function checkText(text: string, limits: OperationLimits): AppError | undefined {
  const lexer = new Lexer(new Source(text));
  const braces: ("fields" | "fragment")[] = [];
  let fields = 0;
  let parentheses = 0;
  let opens: "fields" | "fragment" = "fields";
  try {
    for (let tokens = 0; lexer.advance().kind !== TokenKind.EOF;) {
      tokens += 1;
      const { kind } = lexer.token;
      if (tokens > limits.tokens)
        return new AppError("GRAPHQL_PARSE_FAILED", `Send at most ${limits.tokens} tokens in one document.`);
      if (kind === TokenKind.PAREN_L) parentheses += 1;
      else if (kind === TokenKind.PAREN_R) parentheses -= 1;
      if (parentheses > 0) continue;
      if (kind === TokenKind.SPREAD) {
        const next = lexer.lookahead();
        opens = next.kind === TokenKind.NAME && next.value !== "on" ? "fields" : "fragment";
      } else if (kind === TokenKind.BRACE_L) {
        braces.push(opens);
        if (opens === "fields") fields += 1;
        if (fields > BRACES_PER_LEVEL * Math.max(limits.depth, MAX_INTROSPECTION_DEPTH / 2)) return tooDeep(limits);
        opens = "fields";
      } else if (kind === TokenKind.BRACE_R && braces.pop() === "fields") {
        fields -= 1;
      }
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
  if (text.length > MAX_CHARACTERS)
    return new AppError("REQUEST_TOO_LARGE", `Send at most ${MAX_CHARACTERS} characters of GraphQL; use variables.`);
  return undefined;
}

/**
 * What is too much in a document that need not be valid: to be asked before validation, the cost of
 * which grows with the square of what fragments expand to. Every operation and fragment must keep
 * the limits. One error for each limit, in the order in which a client should mend them.
 */
export function checkOperation(document: DocumentNode, limits: OperationLimits): AppError[] {
  const refusals = new Map<ErrorCode, AppError>();
  for (const [definition, measure] of measureDocument(document)) {
    const operation = definition.kind === Kind.OPERATION_DEFINITION ? definition.operation : undefined;
    for (const error of refusalsOf(measure, operation, limits)) {
      if (!refusals.has(error.code)) refusals.set(error.code, error);
    }
  }
  return [...refusals.values()];
}

function refusalsOf(measure: Measure, operation: OperationTypeNode | undefined, limits: OperationLimits): AppError[] {
  const errors: AppError[] = [];
  if (measure.depth > limits.depth || measure.introspectionDepth > MAX_INTROSPECTION_DEPTH)
    errors.push(tooDeep(limits));
  const rootFields = (): void => {
    // A fragment's first fields are the root's only where an operation spreads it there.
    if (operation === undefined || measure.rootFields <= limits.rootFields) return;
    errors.push(new AppError("MAX_ROOT_FIELDS_LIMIT", `Ask for at most ${limits.rootFields} root fields at once.`));
  };
  // A mutation that is repeated under many names has too many root fields in the first place.
  const isMutation = operation === OperationTypeNode.MUTATION;
  if (isMutation) rootFields();
  if (measure.aliases > limits.aliases)
    errors.push(new AppError("MAX_ALIASES_LIMIT", `Use at most ${limits.aliases} aliases, fragments written out.`));
  if (!isMutation) rootFields();
  if (measure.selections > limits.selections)
    errors.push(
      new AppError(
        "MAX_EXPANDED_SELECTIONS",
        `Select at most ${limits.selections} fields and fragments, fragments written out.`,
      ),
    );
  if (measure.directives > limits.directives)
    errors.push(new AppError("MAX_DIRECTIVES_LIMIT", `Use at most ${limits.directives} directives.`));
  if (measure.listItems > limits.listItems) errors.push(listTooLong(limits));
  return errors;
}

function tooDeep(limits: OperationLimits): AppError {
  return new AppError("MAX_DEPTH_LIMIT", `Nest fields at most ${limits.depth} levels deep.`);
}

export function listTooLong(limits: OperationLimits): AppError {
  return new AppError("MAX_LIST_ITEMS_LIMIT", `Send at most ${limits.listItems} items in one list.`);
}
