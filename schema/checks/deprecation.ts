import { elementsOf } from "./elements.js";
import type { Complaint, LintRule } from "./lint.js";

/** What is deprecated says why, what to use instead, and until when it stays. */
export const deprecation: LintRule = {
  name: "deprecation",
  check: ({ api }) =>
    elementsOf(api).flatMap(({ coordinate, deprecationReason }): Complaint[] => {
      if (deprecationReason === null) return [];
      const missing = [
        deprecationReason === "No longer supported" ? ["a reason"] : [],
        /\buse\b/i.test(deprecationReason) ? [] : ["a replacement"],
        hasDate(deprecationReason) ? [] : ["a date"],
      ].flat();
      if (missing.length === 0) return [];
      return [
        {
          coordinate,
          message: `${coordinate} is deprecated without ${missing.join(", ")}`,
          remedy: 'Write it as "It counts twice. Use Type.other. Removed after 2027-06-30."',
        },
      ];
    }),
};

function hasDate(text: string): boolean {
  const [day] = /\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  return day !== undefined && !Number.isNaN(Date.parse(day));
}
