import { isEnumType } from "graphql";
import { elementsOf } from "./elements.js";
import type { LintRule } from "./lint.js";

/** An enum that nothing holds is left over. */
export const unusedEnum: LintRule = {
  name: "unused-enum",
  check: ({ api }) => {
    const held = new Set(elementsOf(api).map(({ holds }) => holds?.name));
    return Object.values(api.getTypeMap())
      .filter((type) => isEnumType(type) && !type.name.startsWith("__") && !held.has(type.name))
      .map(({ name }) => ({
        coordinate: name,
        message: `The enum ${name} is held by no field and taken by no argument`,
        remedy: "Remove it, or use it.",
      }));
  },
};
