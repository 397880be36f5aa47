import { print, type DocumentNode } from "graphql";
import { createTwoTierCache } from "../../lib/two-tier-cache.js";
import type { Operation } from "./operation.js";

export interface OperationCache {
  /** The prepared operation, made by `prepare` when it is not known yet. What `prepare` throws is not kept. */
  get(document: DocumentNode, operationName: string | undefined, prepare: () => Operation): Operation;
}

/** How many operations are kept that were asked for once, as a prepared operation takes about 100 kB. */
const FRESH = 25;

/** Keeps the latest operations by document text and operation name; of those asked for again at least `kept`, at most twice as many. */
export function createOperationCache(kept: number): OperationCache {
  const operations = createTwoTierCache<string, Operation>({ fresh: FRESH, kept });
  return {
    get(document, operationName, prepare) {
      const text = document.loc?.source.body ?? print(document);
      // No document has a NUL in it; and without a name the text itself is the key, which V8 has hashed before.
      const key = operationName === undefined ? text : `\0${operationName}\n${text}`;
      const known = operations.get(key);
      if (known !== undefined) return known;
      const made = prepare();
      operations.set(key, made);
      return made;
    },
  };
}
