import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { createTypeConditions } from "../planning/type-conditions.js";
import { mergeInto } from "./merge.js";
import { createTreeObject, type TreeObject } from "./tree.js";

const types = createTypeConditions(
  buildSchema("type Query { media: Media } interface Media { id: ID } type Book implements Media { id: ID }"),
);

function tree(fields: Record<string, unknown>): TreeObject {
  return Object.assign(createTreeObject(), fields);
}

function merge(target: TreeObject, source: TreeObject): unknown {
  mergeInto(target, source, types);
  return JSON.parse(JSON.stringify(target));
}

test("objects and lists of equal length are merged, other values replaced", () => {
  const target = tree({ a: tree({ x: 1 }), list: [tree({ x: 1 }), null], leaf: 1 });
  expect(merge(target, tree({ a: tree({ y: 2 }), list: [tree({ y: 2 }), tree({ y: 3 })], leaf: 2 }))).toEqual({
    a: { x: 1, y: 2 },
    list: [{ x: 1, y: 2 }, { y: 3 }],
    leaf: 2,
  });
});

test("a null takes nothing away", () => {
  expect(merge(tree({ a: tree({ x: 1 }) }), tree({ a: null, b: null }))).toEqual({ a: { x: 1 }, b: null });
});

test("the name of an object type is kept over that of an interface, and takes its place", () => {
  expect(merge(tree({ __typename: "Book" }), tree({ __typename: "Media" }))).toEqual({ __typename: "Book" });
  expect(merge(tree({ __typename: "Media" }), tree({ __typename: "Book" }))).toEqual({ __typename: "Book" });
});

test("the value of a scalar is never changed, as it belongs to a resolver", () => {
  const settings = { theme: "dark" };
  mergeInto(tree({ settings }), tree({ settings: { size: 1 } }), types);
  expect(settings).toEqual({ theme: "dark" });
});
