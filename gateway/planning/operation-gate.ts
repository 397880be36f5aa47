import { parse, type DocumentNode, type GraphQLSchema } from "graphql";
import QuickLRU from "quick-lru";
import type { AppError } from "../../lib/errors.js";
import type { OperationLimits } from "../../lib/operation-limits.js";
import { checkOperation, checkText } from "./limits.js";
import { compileRules, type OperationRules } from "./operation-rules.js";

/** Texts that are known to keep the limits. */
const KEPT_TEXTS = 1_000;

/** Characters of a text that is kept. Longer ones are rare, and a flood of them would fill the memory. */
const KEPT_LENGTH = 10_000;

/** Keeps the limits of clients' operations. A verdict is worked out once per text and per document. */
export interface OperationGate {
  /**
   * Why this text must not be validated, or undefined. What is no GraphQL passes: the parser says
   * better what is wrong with it.
   */
  refusalOf(text: string): AppError | undefined;
  /** What a valid document asks of its variables; undefined when the name fits no operation. */
  rulesOf(document: DocumentNode, operationName: string | null | undefined): OperationRules | undefined;
}

export function createOperationGate(schema: GraphQLSchema, limits: OperationLimits): OperationGate {
  const passed = new QuickLRU<string, true>({ maxSize: KEPT_TEXTS });
  const rules = new WeakMap<DocumentNode, Map<string, OperationRules>>();
  return {
    refusalOf(text) {
      if (passed.has(text)) return undefined;
      const refusal = checkText(text, limits) ?? checkParsed(text, limits);
      if (refusal === undefined && text.length <= KEPT_LENGTH) passed.set(text, true);
      return refusal;
    },
    rulesOf(document, operationName) {
      let ofDocument = rules.get(document);
      if (ofDocument === undefined) rules.set(document, (ofDocument = new Map()));
      const name = operationName ?? "";
      const known = ofDocument.get(name);
      if (known !== undefined) return known;
      const made = compileRules(schema, document, operationName, limits);
      // Names that fit no operation are not kept: a client can think of any number of them.
      if (made !== undefined) ofDocument.set(name, made);
      return made;
    },
  };
}

function checkParsed(text: string, limits: OperationLimits): AppError | undefined {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: limits.tokens, noLocation: true });
  } catch {
    return undefined;
  }
  return checkOperation(document, limits)[0];
}
