import { elementsOf } from "./elements.js";
import type { LintRule } from "./lint.js";

/** Everything that clients see says what it means. */
export const description: LintRule = {
  name: "description",
  check: ({ api }) =>
    elementsOf(api)
      .filter((each) => (each.description ?? "").trim() === "" && !["Query", "Mutation"].includes(each.coordinate))
      .map(({ coordinate, kind }) => ({
        coordinate,
        message: `The ${kind} ${coordinate} has no description`,
        remedy: "Say what it means, its unit and its range.",
      })),
};
