import type { Violation } from "../../lib/errors.js";
import { checkInteger, checkText } from "../../lib/checks.js";
import { checkList } from "./checks.js";
import type { ContextualCategory } from "./contextual-category.type.js";

const FIELD = "contextualTargetingCategories";
const MAX_CATEGORIES = 100;
const MAX_NUMBER = 2_147_483_647;

export function checkCategories(categories: readonly ContextualCategory[] | null | undefined): Violation[] {
  const [first] = [
    ...checkList(
      FIELD,
      categories?.map((each) => String(each.categoryId)),
      "category",
      MAX_CATEGORIES,
    ),
    ...(categories ?? []).flatMap((each, at) => [
      ...checkInteger([FIELD, at, "categoryId"], each.categoryId, 1, MAX_NUMBER),
      ...checkText([FIELD, at, "categoryName"], each.categoryName, 1, 255),
    ]),
  ];
  return first === undefined ? [] : [first];
}

/** As a table keeps them: plain objects. */
export function plainCategories(categories: readonly ContextualCategory[]): ContextualCategory[] {
  return categories.map(({ categoryId, categoryName }) => ({ categoryId, categoryName }));
}
