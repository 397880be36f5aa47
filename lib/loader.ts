import DataLoader from "dataloader";
import type { RequestContext } from "./context.js";

/**
 * Declares a loader: `batch` gets all keys that one step of the request asks for and answers with a
 * map; a key that the map lacks loads as null. One instance lives in each request, so that no viewer
 * ever sees what another one loaded.
 *
 * `cacheKey` says when two keys that are not strings are the same.
 */
export function defineLoader<K, V>(
  batch: (keys: readonly K[], context: RequestContext) => Promise<ReadonlyMap<string, V>>,
  cacheKey: (key: K) => string = String,
): (context: RequestContext, key: K) => Promise<V | null> {
  const definition = {};
  return (context, key) => {
    // The one entry under this definition is the loader that the lines below put there; it lives on
    // the context because a WeakMap keyed by contexts costs more in garbage collection than it saves.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    let loader = context.loaders.get(definition) as DataLoader<K, V | null, string> | undefined;
    if (loader === undefined) {
      loader = new DataLoader<K, V | null, string>(
        async (keys) => {
          const found = await batch(keys, context);
          return keys.map((each) => found.get(cacheKey(each)) ?? null);
        },
        { cacheKeyFn: cacheKey },
      );
      context.loaders.set(definition, loader);
    }
    return loader.load(key);
  };
}
