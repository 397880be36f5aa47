import fc from "fast-check";
import { expect } from "vitest";
import type { Cut, DatabaseLine } from "./database-line.js";

/** Where a write is killed: before or after one of its statements. */
export interface Kill {
  at: number;
  where: Cut;
}

/** Kills of whichever statement: a write that has fewer goes through. */
export const someKill: fc.Arbitrary<Kill> = fc.record({
  at: fc.nat({ max: 20 }),
  where: fc.constantFrom<Cut>("BEFORE", "AFTER"),
});

/**
 * Makes the commands of a model-based test: its name, what asks the service and says the status of the answer, the status
 * that the model expects, and what becomes of the model when that is 200. Each leaves what must hold, also when it is
 * killed.
 */
export function commandsOn<M extends object, R>(
  line: () => DatabaseLine,
  invariants: (model: M, real: R) => Promise<void>,
) {
  const differs = async (model: M, real: R): Promise<boolean> => {
    try {
      await invariants(model, real);
      return false;
    } catch {
      return true;
    }
  };
  return (
    name: string,
    run: (real: R) => Promise<number>,
    expected: (model: M) => number,
    apply: (model: M) => void,
    kill?: Kill,
  ): fc.AsyncCommand<M, R> => ({
    check: () => true,
    run: async (model, real) => {
      const wanted = expected(model);
      // A COPY is answered before it sends its rows: who does not hear that waits.
      if (kill !== undefined)
        line().cutAt(({ index, text }) =>
          index === kill.at ? (/\bcopy \w+ from stdin/.test(text) ? "BEFORE" : kill.where) : null,
        );
      const status = await run(real);
      const wasKilled = line().wasCut() && status === 503;
      line().cutAt(null);
      if (!wasKilled) expect([name, status]).toEqual([name, wanted]);
      // One that was killed has done nothing, or all and only its answer was lost.
      if (wasKilled ? await differs(model, real) : wanted === 200) apply(model);
      await invariants(model, real);
    },
    toString: () => (kill === undefined ? name : `${name} killed ${kill.where} ${kill.at}`),
  });
}
