import QuickLRU from "quick-lru";

/**
 * Keeps the latest values by key, and among them those that were asked for again: a stream of keys
 * none of which comes twice passes through the first tier and takes nothing from the second.
 */
export interface TwoTierCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
}

/** At least `fresh` values that were set and not asked for since, and `kept` others; at most twice as many of each. */
export function createTwoTierCache<K, V>(sizes: { fresh: number; kept: number }): TwoTierCache<K, V> {
  const fresh = new QuickLRU<K, V>({ maxSize: sizes.fresh });
  const kept = new QuickLRU<K, V>({ maxSize: sizes.kept });
  return {
    get(key) {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const value = fresh.get(key);
      if (value === undefined) return undefined;
      fresh.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      if (kept.has(key)) kept.set(key, value);
      else fresh.set(key, value);
    },
    delete(key) {
      kept.delete(key);
      fresh.delete(key);
    },
  };
}
