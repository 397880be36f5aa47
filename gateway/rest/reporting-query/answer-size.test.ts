import { expect, test } from "vitest";
import type { AppError } from "../../../lib/errors.js";
import { createAnswerSize, MAX_VALUES } from "./answer-size.js";

test("a large answer is made in pieces, in the order asked, and others have their turn in between", async () => {
  const size = createAnswerSize(() => {});
  const made: number[] = [];
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      await size.make(5_000, true);
      made.push(n);
    }),
  );
  isDone = true;
  expect(made).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(turns).toBeGreaterThan(40);
});

test("a small answer waits for nobody", async () => {
  const size = createAnswerSize(() => {});
  let turns = 0;
  setImmediate(() => (turns += 1));
  for (let n = 0; n < 100; n += 1) await size.make(99, true);
  expect(turns).toBe(0);
});

test("what must not wait goes on at once, however much it is", async () => {
  const size = createAnswerSize(() => {});
  let turns = 0;
  setImmediate(() => (turns += 1));
  for (let n = 0; n < 10; n += 1) await size.make(50_000, false);
  expect(turns).toBe(0);
});

test("an answer that is too large is refused, and not made any further", async () => {
  const refusals: AppError[] = [];
  const size = createAnswerSize((error) => refusals.push(error));
  let made = 0;
  // The second one waits for its turn when the third one is too much.
  for (const values of [MAX_VALUES - 5, 3, 3, 3]) void size.make(values, true).then(() => (made += values));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(made).toBe(MAX_VALUES - 5);
  expect(refusals.map(({ code, message }) => [code, message])).toEqual([
    ["COST_ESTIMATED_TOO_EXPENSIVE", "Ask for less: at most 1,000,000 values in one answer."],
    ["COST_ESTIMATED_TOO_EXPENSIVE", "Ask for less: at most 1,000,000 values in one answer."],
  ]);
});
