import { type Element, elementsOf } from "./elements.js";
import type { LintRule } from "./lint.js";

const CASES = {
  type: { pattern: /^[A-Z][A-Za-z0-9]*$/, example: "PascalCase" },
  field: { pattern: /^[a-z][A-Za-z0-9]*$/, example: "camelCase" },
  argument: { pattern: /^[a-z][A-Za-z0-9]*$/, example: "camelCase" },
  "input field": { pattern: /^[a-z][A-Za-z0-9]*$/, example: "camelCase" },
  "enum value": { pattern: /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, example: "UPPER_CASE" },
} as const satisfies Record<Element["kind"], { pattern: RegExp; example: string }>;

/** One spelling for each kind of name. */
export const naming: LintRule = {
  name: "naming",
  check: ({ api }) =>
    elementsOf(api)
      .filter(({ kind, name }) => !CASES[kind].pattern.test(name))
      .map(({ coordinate, kind }) => ({
        coordinate,
        message: `The ${kind} ${coordinate} is not in ${CASES[kind].example}`,
        remedy: `Name it in ${CASES[kind].example}.`,
      })),
};
