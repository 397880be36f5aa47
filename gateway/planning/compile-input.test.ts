import {
  buildSchema,
  coerceInputValue,
  GraphQLError,
  isInputType,
  isScalarType,
  parseType,
  typeFromAST,
} from "graphql";
import { expect, test } from "vitest";
import { compileInput, UNUSUAL } from "./compile-input.js";

const schema = buildSchema(`
  directive @oneOf on INPUT_OBJECT
  enum Color { RED GREEN }
  scalar Even
  input Span { start: Even!, end: Even = 8, next: Span, tags: [String!] }
  input Which @oneOf { eid: ID, span: Span }
  type Query { a(span: Span, which: Which, float: Float): Int }
`);
const even = schema.getType("Even");
if (isScalarType(even))
  even.parseValue = (value: unknown) => {
    if (typeof value !== "number" || value % 2 !== 0) throw new GraphQLError("not even");
    return value / 2;
  };

const TYPES = [
  "Int",
  "Int!",
  "Float",
  "String!",
  "ID",
  "Boolean",
  "Color",
  "Color!",
  "Even",
  "[Int]",
  "[Int!]!",
  "[[String]]",
  "Span",
  "Span!",
  "[Span!]",
  "Which",
];

const VALUES = [
  null,
  undefined,
  0,
  1,
  2,
  2.5,
  2 ** 31,
  Number.NaN,
  "",
  "RED",
  "BLUE",
  true,
  [],
  [1, null],
  [[1], null, ["a"]],
  ["a", undefined],
  {},
  { start: 2 },
  { start: 2, end: 4, tags: ["a"], next: { start: 6, next: null } },
  { start: 2, end: undefined, tags: null },
  { start: 3 },
  { end: 2 },
  { start: 2, other: 1 },
  { start: 2, tags: "a" },
  { start: 2, next: { start: null } },
  { eid: "A" },
  { eid: null },
  { eid: "A", span: { start: 2 } },
  { span: { start: 2 }, eid: undefined },
  [{ start: 2 }, { start: 4 }],
  [{ start: 2 }, null],
];

test.each(TYPES)("%s: what is coerced is what graphql-js makes of it, and what is wrong is left to it", (name) => {
  const type = typeFromAST(schema, parseType(name));
  if (!isInputType(type)) throw new TypeError("no input type");
  const coerce = compileInput(type);
  let coerced = 0;
  for (const value of VALUES) {
    const mistakes: string[] = [];
    const expected: unknown = coerceInputValue(value, type, (_path, _value, { message }) => mistakes.push(message));
    const result = coerce(value);
    if (result !== UNUSUAL) coerced += 1;
    if (mistakes.length > 0) expect([value, result]).toEqual([value, UNUSUAL]);
    else if (result !== UNUSUAL) expect(JSON.stringify([value, result])).toBe(JSON.stringify([value, expected]));
  }
  expect(coerced).toBeGreaterThan(0);
});

test("usual values are not left to it", () => {
  for (const [name, value] of [
    ["[Int!]!", [1, 2]],
    ["Span", { start: 2, end: 4, tags: ["a"], next: { start: 6, end: 2 } }],
    ["Which", { eid: "A" }],
    ["Color", "RED"],
  ] as const) {
    const type = typeFromAST(schema, parseType(name));
    if (!isInputType(type)) throw new TypeError("no input type");
    expect(compileInput(type)(value)).not.toBe(UNUSUAL);
  }
});
