import { print, type FieldNode } from "graphql";

/**
 * The keys under which fields are fetched and merged, in place of the client's response keys.
 *
 * A field without arguments keeps its own name; every other combination of response key, field and
 * arguments gets a key of its own. So a client's alias can never take the place of a key or required
 * field (`id: name`), two fields that share a response key on different types never meet, and names
 * like `__proto__` never reach a subgraph. The planner needs this: it refuses or even aborts on some
 * operations in which one response key means different things.
 */
export interface InternalNames {
  keyOf(field: FieldNode): string;
  /** The client's response key of an internal key. */
  clientKey(key: string): string;
}

export function createInternalNames(): InternalNames {
  const keys = new Map<string, string>();
  const clientKeys = new Map<string, string>();
  return {
    keyOf(field) {
      const name = field.name.value;
      const responseKey = field.alias?.value ?? name;
      const plain = (field.arguments ?? []).length === 0 && responseKey === name;
      if (plain || name === "__typename") return name;
      const meaning = `${responseKey}:${name}(${(field.arguments ?? []).map(print).toSorted().join()})`;
      const known = keys.get(meaning);
      if (known !== undefined) return known;
      const key = `_k${keys.size}`;
      keys.set(meaning, key);
      clientKeys.set(key, responseKey);
      return key;
    },
    clientKey: (key) => clientKeys.get(key) ?? key,
  };
}
