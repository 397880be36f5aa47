import { createHash } from "node:crypto";
import { type DocumentNode, print, visit } from "graphql";

/** An operation without what its sender may not want to be kept. */
export interface OperationSignature {
  digest: string;
  document: string;
}

/** Digits of a whole number that stays: page sizes have as many, and say what an operation costs. */
const KEPT_DIGITS = 3;

/**
 * The document with its literal texts and numbers emptied: they can hold what variables hold. What says which part of
 * the schema is asked stays: names, enum values, fields of inputs.
 */
export function signatureOf(document: DocumentNode): OperationSignature {
  const bare = visit(document, {
    StringValue: (node) => ({ ...node, value: "", block: false }),
    IntValue: (node) => (node.value.length <= KEPT_DIGITS ? undefined : { ...node, value: "0" }),
    FloatValue: (node) => ({ ...node, value: "0" }),
  });
  const text = print(bare);
  return { digest: createHash("sha256").update(text).digest("hex"), document: text };
}
