type Path = readonly (string | number)[];

interface Step {
  ends: boolean;
  next: Map<string | number, Step>;
}

/** Where errors are already reported; asked whenever a value is missing that must not be. */
export interface ErrorIndex {
  add(path: Path): void;
  /** Whether an error stands at the path, above it or below it. */
  explains(path: Path): boolean;
}

export function createErrorIndex(): ErrorIndex {
  const root: Step = { ends: false, next: new Map() };
  return {
    add(path) {
      let step = root;
      for (const key of path) {
        let next = step.next.get(key);
        if (next === undefined) {
          next = { ends: false, next: new Map() };
          step.next.set(key, next);
        }
        step = next;
      }
      step.ends = true;
    },
    explains(path) {
      let step = root;
      for (const key of path) {
        const next = step.next.get(key);
        if (next === undefined) return false;
        if (next.ends) return true;
        step = next;
      }
      return step.ends || step.next.size > 0;
    },
  };
}
