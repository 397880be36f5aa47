import type { RequiresSelection } from "../planning/planner.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { createRowClass } from "./row-class.js";
import type { TreeObject } from "./tree.js";

/** Where the representation of an object stands among the values, in place of a number. */
export const MISSING = -1;
export const NOT_PLAIN = -2;

/**
 * What is required of objects of one type when it is plain: some leaves of the object itself. Gives the
 * place of an object's representation among the values, and adds it where `known` has none of the same
 * identity; MISSING when a field is not there, NOT_PLAIN when a value is of another kind.
 */
export type Projection = (object: TreeObject, known: Map<string | number, number>, values: TreeObject[]) => number;

/** Undefined when more is required of the type than its own leaves. */
export function compileProjection(
  requires: readonly RequiresSelection[],
  typename: string,
  types: TypeConditions,
): Projection | undefined {
  const names = new Map<string, string>();
  function isPlain(selections: readonly RequiresSelection[]): boolean {
    return selections.every((selection) => {
      if (selection.kind === "FragmentSpread") return false;
      if (selection.kind === "Field") {
        names.set(selection.alias ?? selection.name, selection.name);
        return selection.selections == null;
      }
      if (selection.skipIf != null || selection.includeIf != null) return false;
      return !types.fits(typename, selection.typeCondition) || isPlain(selection.selections);
    });
  }
  if (!isPlain(requires) || names.get("__typename") !== "__typename") return undefined;
  return compileText([...names]);
}

function compileText(names: readonly (readonly [string, string])[]): Projection {
  const keys = names.map(([key]) => key);
  const reads = names.map(([, name], index) => `v${index} = o[${JSON.stringify(name)}]`);
  const values = keys.map((_key, index) => `v${index}`);
  // The type's name is the same for all that are compared.
  const identifying = values.filter((_value, index) => keys[index] !== "__typename");
  const [only] = identifying;
  const identity =
    identifying.length === 1 ? only : identifying.map((value) => `${value}.length + ":" + ${value}`).join(" + ") || "0";
  const isKey = (value: string) =>
    identifying.length === 1
      ? `typeof ${value} === "string" || typeof ${value} === "number"`
      : `typeof ${value} === "string"`;
  const body = `return function placeOf(o, known, values) {
  const ${reads.join(", ")};
  if (${values.map((value) => `${value} === undefined`).join(" || ")}) return ${MISSING};
  if (!(${["true", ...identifying.map((value) => `(${isKey(value)})`)].join(" && ")})) return ${NOT_PLAIN};
  const identity = ${identity};
  let place = known.get(identity);
  if (place === undefined) {
    place = values.push(new Row(${values.join(", ")})) - 1;
    known.set(identity, place);
  }
  return place;
};`;
  // oxlint-disable-next-line typescript/no-implied-eval -- code made for one look-up is what makes this fast; names are quoted
  const make = new Function("Row", body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return make(createRowClass(keys)) as Projection;
}
