import { GraphQLError, Kind, Lexer, OperationTypeNode, Source, TokenKind, type DocumentNode } from "graphql";
import { AppError } from "../../lib/errors.js";
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
 * which grows with the square of what fragments expand to. Every operation must keep the limits, and
 * every fragment those of length. One error for each limit, in the order in which a client should
 * mend them.
 */
export function checkOperation(document: DocumentNode, limits: OperationLimits): AppError[] {
  const { most, isMutation } = largest(document);
  const isTooDeep = most.depth > limits.depth || most.introspectionDepth > MAX_INTROSPECTION_DEPTH;
  const isTooWide = most.rootFields > limits.rootFields;
  const tooWide = (): AppError =>
    new AppError("MAX_ROOT_FIELDS_LIMIT", `Ask for at most ${limits.rootFields} root fields at once.`);
  const errors: AppError[] = [];
  if (isTooDeep) errors.push(tooDeep(limits));
  // A mutation that is repeated under many names has too many root fields in the first place.
  if (isTooWide && isMutation) errors.push(tooWide());
  if (most.aliases > limits.aliases)
    errors.push(new AppError("MAX_ALIASES_LIMIT", `Use at most ${limits.aliases} aliases, fragments written out.`));
  if (isTooWide && !isMutation) errors.push(tooWide());
  if (most.selections > limits.selections) {
    const message = `Select at most ${limits.selections} fields and fragments, fragments written out.`;
    errors.push(new AppError("MAX_EXPANDED_SELECTIONS", message));
  }
  if (most.directives > limits.directives)
    errors.push(new AppError("MAX_DIRECTIVES_LIMIT", `Use at most ${limits.directives} directives.`));
  if (most.listItems > limits.listItems) errors.push(listTooLong(limits));
  return errors;
}

/** The most of each measure. What a fragment nests or names counts where an operation spreads it. */
function largest(document: DocumentNode): { most: Measure; isMutation: boolean } {
  const most: Measure = {
    depth: 0,
    introspectionDepth: 0,
    rootFields: 0,
    aliases: 0,
    selections: 0,
    directives: 0,
    listItems: 0,
  };
  let isMutation = false;
  for (const [definition, measure] of measureDocument(document)) {
    most.selections = Math.max(most.selections, measure.selections);
    most.directives = Math.max(most.directives, measure.directives);
    most.listItems = Math.max(most.listItems, measure.listItems);
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    most.depth = Math.max(most.depth, measure.depth);
    most.introspectionDepth = Math.max(most.introspectionDepth, measure.introspectionDepth);
    most.rootFields = Math.max(most.rootFields, measure.rootFields);
    most.aliases = Math.max(most.aliases, measure.aliases);
    if (definition.operation === OperationTypeNode.MUTATION) isMutation = true;
  }
  return { most, isMutation };
}

function tooDeep(limits: OperationLimits): AppError {
  return new AppError("MAX_DEPTH_LIMIT", `Nest fields at most ${limits.depth} levels deep.`);
}

export function listTooLong(limits: OperationLimits): AppError {
  return new AppError("MAX_LIST_ITEMS_LIMIT", `Send at most ${limits.listItems} items in one list.`);
}
