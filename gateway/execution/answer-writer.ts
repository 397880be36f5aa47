import type { OperationVariant } from "../planning/operation.js";
import { compileSerialiser, type Serialiser } from "./compile-serialiser.js";
import { compileTranscoder, type Transcode } from "./compile-transcoder.js";

/** The two ways by which an operation's answer becomes text. Their code is made when it is first needed. */
export interface AnswerWriter {
  /** Out of the merged tree. */
  serialise: Serialiser;
  /** Out of a subgraph's bytes; undefined for an operation that is more than one fetch. */
  transcode: Transcode | undefined;
}

export function createAnswerWriter({ plan, schema, shape, rootType, introspection }: OperationVariant): AnswerWriter {
  const serialise = once(() => compileSerialiser(schema, shape, rootType));
  const isOneFetch = plan.kind === "Fetch" && plan.outputRewrites.length === 0 && introspection === undefined;
  const transcode = isOneFetch ? once(() => compileTranscoder(plan.request.document, shape, rootType)) : undefined;
  return {
    serialise: (root) => serialise()?.(root),
    transcode: transcode && ((bytes) => transcode()?.(bytes)),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
