import { print, type DocumentNode } from "graphql";
import QuickLRU from "quick-lru";
import type { Operation } from "./operation.js";

export interface OperationCache {
  /** The prepared operation, made by `prepare` when it is not known yet. What `prepare` throws is not kept. */
  get(document: DocumentNode, operationName: string | undefined, prepare: () => Operation): Operation;
}

/** Keeps the latest operations by document text and operation name: at least `maxSize`, at most twice as many. */
export function createOperationCache(maxSize: number): OperationCache {
  const operations = new QuickLRU<string, Operation>({ maxSize });
  return {
    get(document, operationName, prepare) {
      const key = `${operationName ?? ""}\n${document.loc?.source.body ?? print(document)}`;
      const known = operations.get(key);
      if (known !== undefined) return known;
      const made = prepare();
      operations.set(key, made);
      return made;
    },
  };
}
