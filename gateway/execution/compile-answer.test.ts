import { parse } from "graphql";
import { describe, expect, test } from "vitest";
import { compileAnswer } from "./compile-answer.js";
import { freeOfPrototypes } from "./free-of-prototypes.js";

const HOSTILE = `{"a":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"b":"x"}}`;

/** Everything that is found in a value by any name, inherited or not. */
function inherited(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : ["toString", "constructor", "hasOwnProperty", "__proto__"];
  return [
    ...own.filter((name) => name in value && !Object.hasOwn(value, name)),
    ...Object.values(value).flatMap((child) => inherited(child)),
  ];
}

describe("an answer read by compiled code is the one that plain code reads", () => {
  test.each([
    ["objects and lists", "{ a { b c { d } } }", `{"a":[{"b":1,"c":null},{"b":"x","c":{"d":[1,2]}},null]}`],
    ["a key that is missing", "{ a { b c } }", `{"a":[{"b":1},{"b":1,"c":2}]}`],
    ["a key that was not asked for", "{ a { b } }", `{"a":{"b":{"more":{"x":1}}}}`],
    ["a scalar that is an object", "{ a }", `{"a":{"b":{"c":[{"d":1}]}}}`],
    ["lists of lists", "{ a { b } }", `{"a":[[{"b":1}],[],[[{"b":2}]]]}`],
    ["a leaf where an object should be", "{ a { b } c { d } }", `{"a":7,"c":"x"}`],
    ["entities of one type", "{ _entities(r: 1) { ... on A { b } } }", `{"_entities":[{"b":1},null,{}]}`],
    [
      "entities of several types",
      "{ _entities(r: 1) { ... on A { b } ... on B { c } } }",
      `{"_entities":[{"b":1},{"c":2}]}`,
    ],
    [
      "aliases of JavaScript's own names",
      "{ a { toString: b constructor: b } }",
      `{"a":{"toString":1,"constructor":2}}`,
    ],
    ["such an alias that is missing", "{ a { valueOf: b } }", `{"a":{}}`],
    ["the same key twice", "{ a { b { c } b { d } } }", `{"a":{"b":{"c":1,"d":2}}}`],
    ["a condition", "query ($x: Boolean!) { a { b @include(if: $x) c } }", `{"a":{"c":1}}`],
  ])("%s", (_name, operation, text) => {
    const read = compileAnswer(parse(operation))(JSON.parse(text));
    const plain = freeOfPrototypes(JSON.parse(text));
    expect(JSON.stringify(read)).toBe(JSON.stringify(plain));
    expect(inherited(read)).toEqual([]);
  });

  test("what was not asked for is left out", () => {
    const read = compileAnswer(parse("{ a { b } }"))(JSON.parse(HOSTILE));
    expect(JSON.stringify(read)).toBe(`{"a":{"b":"x"}}`);
    expect(inherited(read)).toEqual([]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

test("what is nested too deeply to be written again is cut off, however it is read", () => {
  const text = `{"json":${`[{"a":`.repeat(25_000)}1${"}]".repeat(25_000)},"more":[1]}`;
  for (const read of [freeOfPrototypes, compileAnswer(parse("{ json more }"))]) {
    const value = read(JSON.parse(text));
    expect(JSON.stringify(value)).toMatch(/^\{"json":\[\{"a":.*null.*"more":\[1\]\}$/);
  }
});
