import { expect, test } from "vitest";
import { federate } from "../kit.js";

const zoo = {
  name: "zoo",
  sdl: `
    type Query { pets: [Pet!]! animals: [[Animal]] pet: Pet }
    union Pet = Dog | Cat
    interface Animal { id: ID! name: String }
    interface Loud implements Animal { id: ID! name: String volume(unit: String): Int }
    type Dog implements Animal & Loud @key(fields: "id") { id: ID! name: String volume(unit: String): Int tail: String! }
    type Cat implements Animal @key(fields: "id") { id: ID! name: String tail: String }
  `,
  resolvers: {
    Query: {
      pet: () => dog("9"),
      pets: () => [dog("1"), cat("2"), dog("3")],
      animals: () => [[dog("1"), null], null, [cat("2")]],
    },
    Dog: { volume: (_: unknown, { unit }: { unit?: string }) => (unit === "dB" ? 90 : 9) },
  },
};

const vet = {
  name: "vet",
  sdl: `
    type Dog @key(fields: "id") { id: ID! weight(unit: String): Int shots: Int }
    type Cat @key(fields: "id") { id: ID! weight(unit: String): String lives: Int }
  `,
  resolvers: {
    Dog: {
      __resolveReference: ({ id }: { id: string }) => ({ id, shots: Number(id) }),
      weight: (_: unknown, { unit }: { unit?: string }) => (unit === "g" ? 9000 : 9),
    },
    Cat: {
      __resolveReference: ({ id }: { id: string }) => ({ id, lives: 9 }),
      weight: (_: unknown, { unit }: { unit?: string }) => `4 ${unit ?? "kg"}`,
    },
  },
};

function dog(id: string) {
  return { __typename: "Dog", id, name: `Dog ${id}`, tail: "long" };
}
function cat(id: string) {
  return { __typename: "Cat", id, name: `Cat ${id}`, tail: null };
}

test("each member of a union gets the fields of its own fragments, also from another subgraph", async () => {
  const { run } = federate([zoo, vet]);
  expect(await run("{ pets { __typename ... on Dog { name shots } ... on Cat { lives } } }")).toEqual({
    data: {
      pets: [
        { __typename: "Dog", name: "Dog 1", shots: 1 },
        { __typename: "Cat", lives: 9 },
        { __typename: "Dog", name: "Dog 3", shots: 3 },
      ],
    },
  });
});

test("one response key may mean fields of different arguments and nullability on different types", async () => {
  const { run } = federate([zoo, vet]);
  const query = `{ pets { ... on Dog { shots: weight(unit: "g") dogTail: tail } ... on Cat { shots: lives catTail: tail } } }`;
  expect(await run(query)).toEqual({
    data: {
      pets: [
        { shots: 9000, dogTail: "long" },
        { shots: 9, catTail: null },
        { shots: 9000, dogTail: "long" },
      ],
    },
  });
});

test("fragments on interfaces apply to every type that implements them, nested fragments included", async () => {
  const { run } = federate([zoo, vet]);
  const query = `
    { pets { ...Named ... on Loud { volume(unit: "dB") ... on Animal { kind: __typename } } } }
    fragment Named on Animal { ... on Cat { id } name }
  `;
  expect(await run(query)).toEqual({
    data: {
      pets: [
        { name: "Dog 1", volume: 90, kind: "Dog" },
        { id: "2", name: "Cat 2" },
        { name: "Dog 3", volume: 90, kind: "Dog" },
      ],
    },
  });
});

test("lists of lists of an interface are joined in place", async () => {
  const { run, sent } = federate([zoo, vet]);
  expect(await run("{ animals { name ... on Dog { shots } ... on Cat { lives } } }")).toEqual({
    data: { animals: [[{ name: "Dog 1", shots: 1 }, null], null, [{ name: "Cat 2", lives: 9 }]] },
  });
  expect(sent).toHaveLength(2);
});
