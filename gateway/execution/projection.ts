import type { RequiresSelection } from "../planning/planner.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { createRowClass } from "./row-class.js";
import type { TreeObject } from "./tree.js";

/** What is required of objects of one type when it is plain: some leaves of the object itself. */
export interface Projection {
  /**
   * The same for objects with equal representations, and for no others; undefined when a field is
   * missing, and null when a value is not a plain one.
   */
  identify: (object: TreeObject) => string | number | undefined | null;
  /** The representation of an object that has an identity. */
  represent: (object: TreeObject) => TreeObject;
}

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
  const body = `return {
  identify(o) {
    const ${reads.join(", ")};
    if (${values.map((value) => `${value} === undefined`).join(" || ")}) return undefined;
    if (!(${["true", ...identifying.map((value) => `(${isKey(value)})`)].join(" && ")})) return null;
    return ${identity};
  },
  represent(o) {
    return new Row(${names.map(([, name]) => `o[${JSON.stringify(name)}]`).join(", ")});
  },
};`;
  // oxlint-disable-next-line typescript/no-implied-eval -- code made for one look-up is what makes this fast; names are quoted
  const make = new Function("Row", body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such an object
  return make(createRowClass(keys)) as Projection;
}
