import {
  isNonNullType,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type SelectionSetNode,
} from "graphql";
import { collectFields } from "../planning/collect-fields.js";
import { compileEntities } from "./compile-entities.js";
import { compileField } from "./compile-field.js";
import { isDefault, plainCheck } from "./compile-plain.js";
import { createRowClass } from "./row-class.js";
import { abandon, isPromise, type CompleteField } from "./subgraph-run.js";
import type { SubgraphCompiler } from "./subgraph-compiler.js";
import type { TreeObject } from "./tree.js";

/** What a source that has no properties is read as. */
const NOTHING: unknown = Object.freeze(Object.create(null));

/**
 * Completes the selected fields of an object of this type. Plain leaves, which most fields are, are
 * read, checked and put into place by code made for this selection.
 */
export function compileObject(
  compiler: SubgraphCompiler,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): CompleteField {
  const keys: string[] = [];
  const fields: CompleteField[] = [];
  const lines: string[] = [];
  for (const [key, nodes] of collectFields(compiler, type, sets)) {
    const [node] = nodes;
    if (node === undefined) continue;
    const name = node.name.value;
    const index = keys.length;
    if (name === "__typename") {
      lines.push(`a${index} = ${JSON.stringify(type.name)};`);
    } else {
      const definition = type.getFields()[name];
      // graphql-js leaves out a field that the type does not have.
      if (definition === undefined) continue;
      lines.push(fieldText(definition, index, fields.length));
      fields.push(compileAny(compiler, type, definition, key, nodes));
    }
    keys.push(key);
  }
  return compileText(keys, lines, fields);
}

function compileAny(
  compiler: SubgraphCompiler,
  type: GraphQLObjectType,
  definition: GraphQLField<unknown, unknown>,
  key: string,
  nodes: readonly FieldNode[],
): CompleteField {
  const isEntities = definition.name === "_entities" && type === compiler.schema.getQueryType();
  return (isEntities ? compileEntities : compileField)(compiler, type, definition, key, nodes);
}

function fieldText(definition: GraphQLField<unknown, unknown>, index: number, field: number): string {
  const slow = `{ a${index} = f${field}(s, path, run); if (isPromise(a${index})) later = true; }`;
  const nullable = isNonNullType(definition.type) ? definition.type.ofType : definition.type;
  const check = isDefault(definition) ? plainCheck(nullable, "v") : undefined;
  if (check === undefined) return slow;
  const whenNull = isNonNullType(definition.type) ? "" : `if (v === undefined || v === null) a${index} = null; else `;
  return `v = r[${JSON.stringify(definition.name)}]; if (${check}) a${index} = v; else ${whenNull}${slow}`;
}

function compileText(keys: readonly string[], lines: readonly string[], fields: readonly CompleteField[]) {
  const values = keys.map((_key, index) => `a${index}`).join(", ");
  const body = `return function completeObject(s, path, run) {
  const r = (typeof s === "object" && s !== null) || typeof s === "function" ? s : NOTHING;
  let ${["v", "later = false", ...(values === "" ? [] : [values])].join(", ")};
  try {
  ${lines.join("\n  ")}
  } catch (error) {
    abandon([${values}]);
    throw error;
  }
  const row = new Row(${values});
  return later ? settle(row) : row;
};`;
  const names = fields.map((_field, index) => `f${index}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- code made for one selection is what makes this fast; names are quoted
  const make = new Function("Row", "NOTHING", "isPromise", "settle", "abandon", ...names, body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return make(createRowClass(keys), NOTHING, isPromise, settle, abandon, ...fields) as CompleteField;
}

/** The row once all its values are there. */
async function settle(row: TreeObject): Promise<TreeObject> {
  await Promise.all(
    Object.keys(row)
      .filter((key) => isPromise(row[key]))
      .map(async (key) => {
        row[key] = await row[key];
      }),
  );
  return row;
}
