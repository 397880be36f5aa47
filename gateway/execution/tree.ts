/** An object of the merged tree. Without a prototype, as its keys may come from a client. */
export type TreeObject = { [key: string]: unknown };

export function createTreeObject(): TreeObject {
  const object: TreeObject = Object.create(null);
  return object;
}

export function isTreeObject(value: unknown): value is TreeObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where an object is in the tree; read from the object up, so that a path costs one small object. */
export interface TreePath {
  readonly parent: TreePath | undefined;
  readonly key: string | number;
}

export function pathToArray(path: TreePath | undefined): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) keys.push(at.key);
  return keys.toReversed();
}
