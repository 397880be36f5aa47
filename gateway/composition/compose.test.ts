import { buildSchema, parse } from "graphql";
import { expect, test } from "vitest";
import { composeSupergraph } from "./compose.js";

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])\n`;
const subgraph = (name: string, sdl: string) => ({ name, typeDefs: parse(LINK + sdl) });

const a = subgraph(
  "a",
  `type Query { z(b: Int, a: Int): Z y: U } type Z @key(fields: "id") { name: String id: ID! } union U = Z | Hidden type Hidden @inaccessible { id: ID } enum E { B A } extend type Query { e: E }`,
);
const b = subgraph("b", `type Z @key(fields: "id") { id: ID! more: Int } type Query { x: E } enum E { A B }`);

test("the result is the same whatever the order of the subgraphs", () => {
  expect(composeSupergraph([a, b])).toEqual(composeSupergraph([b, a]));
});

test("definitions, fields, arguments and enum values are sorted", () => {
  const { apiSdl } = composeSupergraph([a, b]);
  const order = [
    "enum E {",
    "  A",
    "  B",
    "type Query {",
    "  e: E",
    "  x: E",
    "  y: U",
    "  z(a: Int, b: Int): Z",
    "type Z {",
    "  id: ID!",
    "  more: Int",
    "  name: String",
    "union U",
  ];
  const positions = order.map((line) => apiSdl.indexOf(line));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual([...positions].toSorted((left, right) => left - right));
});

test("what is inaccessible is in the supergraph only", () => {
  const { supergraphSdl, apiSdl } = composeSupergraph([a, b]);
  expect(supergraphSdl).toContain("Hidden");
  expect(apiSdl).not.toContain("Hidden");
  expect(() => buildSchema(apiSdl)).not.toThrow();
});

test("everything that does not fit is in one error, with its code", () => {
  const wrong = subgraph("wrong", `type Z @key(fields: "id") { id: ID! name: String } type Query { z: Int }`);
  expect(() => composeSupergraph([a, b, wrong])).toThrow(
    /INVALID_FIELD_SHARING: .*Z\.name[\s\S]*FIELD_TYPE_MISMATCH|FIELD_TYPE_MISMATCH: [\s\S]*INVALID_FIELD_SHARING/,
  );
});
