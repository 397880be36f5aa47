import { deprecation } from "./deprecation.js";
import { description } from "./description.js";
import type { LintRule } from "./lint.js";
import { naming } from "./naming.js";
import { nullability } from "./nullability.js";
import { pagination } from "./pagination.js";
import { unit } from "./unit.js";
import { unusedEnum } from "./unused-enum.js";

/** Every rule; a new one goes here. */
export const LINT_RULES: readonly LintRule[] = [
  deprecation,
  description,
  naming,
  nullability,
  pagination,
  unit,
  unusedEnum,
];
