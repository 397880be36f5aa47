import DataLoader from "dataloader";
import type { RequestContext } from "./context.js";
import { AppError } from "./errors.js";

/** Objects of a kind that are kept from one part of a request to the next. */
const KEPT = 3_000;

class KeyedLoader<K, V> extends DataLoader<K, V | null, string> {
  readonly #found: Map<string, Promise<V | null>>;
  readonly #isByKey: boolean;

  constructor(batch: DataLoader.BatchLoadFn<K, V | null>, cacheKey: (key: K) => string, isByKey: boolean) {
    const found = new Map<string, Promise<V | null>>();
    super(batch, { cacheKeyFn: cacheKey, cacheMap: found });
    this.#found = found;
    this.#isByKey = isByKey;
  }

  /** Whether it has found single objects by their keys, and not too many: they may come again, which no page does. */
  get isWorthKeeping(): boolean {
    return this.#isByKey && this.#found.size <= KEPT;
  }
}

/** Between two pages of a long answer: forgets the page, and keeps what was found for it, such as the ads of its rows. */
export function forgetPage(loaders: RequestContext["loaders"]): void {
  for (const [definition, loader] of loaders) if (!loader.isWorthKeeping) loaders.delete(definition);
}

/**
 * Declares a loader: `batch` gets all keys that one step of the request asks for and answers with a
 * map; a key that the map lacks loads as null, and one that it has an error for fails alone. One instance lives in each
 * request, so that no viewer ever sees what another one loaded.
 *
 * `cacheKey` says when two keys that are not strings are the same; not given, the keys are those of objects.
 */
export function defineLoader<K, V>(
  batch: (keys: readonly K[], context: RequestContext) => Promise<ReadonlyMap<string, V | Error>>,
  cacheKey?: (key: K) => string,
): (context: RequestContext, key: K) => Promise<V | null> {
  const definition = {};
  const textOf = cacheKey ?? String;
  return (context, key) => {
    // The one entry under this definition is the loader that the lines below put there; it lives on
    // the context because a WeakMap keyed by contexts costs more in garbage collection than it saves.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    let loader = context.loaders.get(definition) as KeyedLoader<K, V> | undefined;
    if (loader === undefined) {
      loader = new KeyedLoader<K, V>(
        async (keys) => {
          const found = await batch(keys, context);
          return keys.map((each) => found.get(textOf(each)) ?? null);
        },
        textOf,
        cacheKey === undefined,
      );
      context.loaders.set(definition, loader);
    }
    return loader.load(key);
  };
}

/**
 * What a batch answers to those of its keys that are one question: what `answer` gives, or the error with which it
 * refuses the question, as that is no reason to refuse the others. Other failures are thrown and fail the whole batch,
 * such as a database that is away, which need not be asked again for each question.
 */
export async function answerOrRefusal<A>(answer: () => Promise<A>): Promise<A | AppError> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
