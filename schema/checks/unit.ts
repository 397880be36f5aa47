import { elementsOf } from "./elements.js";
import type { LintRule } from "./lint.js";

const MONEY = /(?:cost|price|bid|budget|spend|revenue|cpm|cpc|fee)s?$/i;
const RANGE = /(?:percent|days|hours|minutes|seconds|weight)$|^(?:min|max)[A-Z]/i;
const UNIT =
  /\bcurrenc|\bUSD\b|\bunits?\b|percent|%|\bper \b|\bdays?\b|\bhours?\b|\bminutes?\b|\bseconds?\b|\d|whole number|\bof one\b|cost of/i;
const NUMBERS = ["Int", "Float", "Decimal", "Count"];

/** A number that is money or has a range says in which unit, or from where to where. */
export const unit: LintRule = {
  name: "unit",
  check: ({ api }) =>
    elementsOf(api)
      .filter(
        ({ name, holds, description }) =>
          NUMBERS.includes(holds?.name ?? "") &&
          (MONEY.test(name) || RANGE.test(name)) &&
          !UNIT.test(description ?? ""),
      )
      .map(({ coordinate }) => ({
        coordinate,
        message: `The description of ${coordinate} names neither unit nor range`,
        remedy: "Say in which currency or unit it is, and its least and greatest value.",
      })),
};
