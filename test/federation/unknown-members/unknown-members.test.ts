import { expect, test } from "vitest";
import { federate } from "../kit.js";

const shop = {
  name: "shop",
  sdl: `
    type Query { item: Item items: [Item!] strict: [Item!]! state: State @shareable }
    union Item = Book | Film
    type Book @key(fields: "id") { id: ID! title: String }
    type Film @key(fields: "id") { id: ID! title: String }
    enum State { ON OFF }
  `,
  resolvers: {
    Query: {
      item: () => ({ __typename: "Film", id: "1", title: "a film" }),
      items: () => [{ __typename: "Book", id: "1", title: "a book" }],
      state: () => "ON",
    },
  },
};

const library = {
  name: "library",
  sdl: `
    type Query { shelf: [Item] hidden: Item secrets: [Item!]! }
    union Item = Book | Scroll | Secret
    type Book @key(fields: "id") { id: ID! pages: Int }
    type Scroll { length: Int }
    type Secret @inaccessible { id: ID! }
    enum State { ON OFF BROKEN }
    extend type Query { states: [State] }
  `,
  resolvers: {
    Query: {
      shelf: () => [
        { __typename: "Book", id: "2", pages: 7 },
        { __typename: "Scroll", length: 3 },
      ],
      hidden: () => ({ __typename: "Secret", id: "1" }),
      secrets: () => [{ __typename: "Secret", id: "1" }],
      states: () => ["ON", "BROKEN"],
    },
    Book: { __resolveReference: ({ id }: { id: string }) => ({ id, pages: 7 }) },
  },
};

test("a member that one subgraph does not know is no hindrance", async () => {
  const { run } = federate([shop, library]);
  const query = `{
    item { ... on Book { pages } ... on Film { title } ... on Scroll { length } }
    items { ... on Book { title pages } ... on Scroll { length } }
    shelf { ... on Book { pages } ... on Film { title } ... on Scroll { length } }
    state states
  }`;
  expect(await run(query)).toEqual({
    data: {
      item: { title: "a film" },
      items: [{ title: "a book", pages: 7 }],
      shelf: [{ pages: 7 }, { length: 3 }],
      state: "ON",
      states: ["ON", "BROKEN"],
    },
  });
});

test("an object of a type that clients do not see is null with an error that does not name it", async () => {
  const { run, apiSdl } = federate([shop, library]);
  expect(apiSdl).not.toContain("Secret");
  const response = await run("{ hidden { __typename } }");
  expect(response).toEqual({
    data: { hidden: null },
    errors: [
      {
        message: "The value of Query.hidden does not fit the schema.",
        path: ["hidden"],
        extensions: { code: "INTERNAL_SERVER_ERROR" },
      },
    ],
  });
  expect((await run("{ secrets { __typename } }")).data).toBeNull();
});
