import { Kind, type DocumentNode, type FieldNode, type SelectionNode, type SelectionSetNode } from "graphql";
import { freeOfPrototypes } from "./free-of-prototypes.js";
import { createRowClass } from "./row-class.js";
import { isTreeObject } from "./tree.js";

/** Makes objects of the tree out of parsed JSON, which may hold anything. */
export type ReadAnswer = (value: unknown) => unknown;

/**
 * How the data of one operation's answers is taken into the tree. Objects of which the operation tells all
 * keys become rows, which are several times faster to read than objects whose prototype was taken
 * away; everything else loses its prototype, as does an object that lacks a key.
 */
export function compileAnswer(document: DocumentNode): ReadAnswer {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operation === undefined ? freeOfPrototypes : compileObject([operation.selectionSet]);
}

function compileObject(sets: readonly SelectionSetNode[]): ReadAnswer {
  const fields = fieldsOf(sets.flatMap((set) => set.selections));
  if (fields === undefined) return freeOfPrototypes;
  const keys = [...fields.keys()];
  // What JSON did not bring would be found in the prototype.
  if (keys.some((key) => key in Object.prototype)) return freeOfPrototypes;
  const reads = [...fields.values()].map((nodes) => {
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return below.length === 0 ? readLeaf : readObjects(compileObject(below));
  });
  return compileText(keys, reads);
}

/** The fields by response key; undefined when the keys depend on the object's type or on a variable. */
function fieldsOf(selections: readonly SelectionNode[]): Map<string, FieldNode[]> | undefined {
  const [only] = selections;
  // Entities of one type: an object of another lacks the keys.
  if (selections.length === 1 && only?.kind === Kind.INLINE_FRAGMENT && isPlain(only))
    return fieldsOf(only.selectionSet.selections);
  const fields = new Map<string, FieldNode[]>();
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD || !isPlain(selection)) return undefined;
    const key = selection.alias?.value ?? selection.name.value;
    const known = fields.get(key);
    if (known === undefined) fields.set(key, [selection]);
    else known.push(selection);
  }
  return fields;
}

function isPlain({ directives }: SelectionNode): boolean {
  return (directives ?? []).length === 0;
}

/** A value of a scalar, which may be an object of its own. */
function readLeaf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? freeOfPrototypes(value) : value;
}

/** Lists in lists are rare, and may be nested deeper than functions may. */
function readObjects(read: ReadAnswer): ReadAnswer {
  return (value) => {
    if (!Array.isArray(value)) return isTreeObject(value) ? read(value) : value;
    for (let i = 0; i < value.length; i += 1) {
      const item: unknown = value[i];
      if (Array.isArray(item)) freeOfPrototypes(item);
      else if (isTreeObject(item)) value[i] = read(item);
    }
    return value;
  };
}

function compileText(keys: readonly string[], reads: readonly ReadAnswer[]): ReadAnswer {
  const values = keys.map((_key, index) => `a${index}`);
  const lines = keys.map((key, index) => `const a${index} = o[${JSON.stringify(key)}];`);
  const isMissing = values.map((value) => `${value} === undefined`).join(" || ");
  const completed = values.map((value, index) => `typeof ${value} === "object" ? r${index}(${value}) : ${value}`);
  const body = `return function readObject(o) {
  ${lines.join("\n  ")}
  if (${isMissing}) return free(o);
  return new Row(${completed.join(", ")});
};`;
  const names = reads.map((_read, index) => `r${index}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- code made for one selection is what makes this fast; names are quoted
  const make = new Function("Row", "free", ...names, body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return make(createRowClass(keys), freeOfPrototypes, ...reads) as ReadAnswer;
}
